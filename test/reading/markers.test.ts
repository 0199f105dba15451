import { createRuleIdentifier } from '../../packages/identification/src/index.ts'
import { expect, it } from 'vitest'
import { docxOf, paragraph, run } from '../../packages/reading-office/src/docx/docx-fixture.ts'
import { odfOf } from '../../packages/reading-office/src/package/package-fixture.ts'
import { readForTest } from './read-for-test.ts'

const docx = docxOf({
  body: paragraph(run('Rent'), '<w:outlineLvl w:val="0"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
  parts: {
    numbering:
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  },
})
const odt = odfOf('text', {
  automaticStyles:
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="§ " text:start-value="4"/></text:list-style>',
  body: '<text:list text:style-name="L"><text:list-item><text:p>Rent</text:p></text:list-item></text:list>',
})
const rtf = String.raw`{\rtf1{\listtext\'a7 4\tab}\ls1 Rent\par}`

it.each([
  ['docx', docx],
  ['odt', odt],
  ['rtf', rtf],
] as const)('has the number of a clause of %s in the text', async (type, bytes) => {
  const { text, blocks } = await readForTest(bytes, type)
  expect([text, blocks[0]?.marker, blocks[0]?.span]).toMatchObject(['§ 4 Rent', '§ 4', { start: 0, end: 8 }])
})

it.each(['markdown', 'text', 'html'] as const)('finds a day at the beginning of a line of %s', async (type) => {
  const lines = ['The lease ends on', '14. March 2026 and its annexes', '15. March 2026 at the latest']
  const model = await readForTest(
    type === 'html' ? `<p>Ends on<ol start=14><li>March 2026 and its annexes<li>March 2026</ol>` : lines.join('\n\n'),
    type,
  )
  const { entities } = await createRuleIdentifier().identify(
    { model, profile: 'auto', minConfidence: 0.3 },
    { signal: new AbortController().signal },
  )
  expect(entities.map(({ value }) => value)).toEqual(expect.arrayContaining(['2026-03-14', '2026-03-15']))
})
