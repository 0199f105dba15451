import { createEmbeddedExtractor } from '@chancery/reading'
import { textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import { docxBody, docxOf, docxParts } from '@chancery/port-contracts/sample-documents'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { plainReading } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { mammothReaders } from './mammoth-readers.ts'

const { signal } = new AbortController()
const extractor = (styleMap?: string) =>
  createEmbeddedExtractor({
    id: 'mammoth',
    readers: mammothReaders(styleMap === undefined ? {} : { styleMap }),
  })
const styled = (style: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/></w:style></w:styles>`
const relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
const withClause = vettedForTest(
  buildZip([
    ...docxParts(styled('Clause', 'Term of the lease') + docxBody(['It begins in May.'])),
    { name: 'word/styles.xml', content: styles },
    { name: 'word/_rels/document.xml.rels', content: relationships },
  ]),
  'docx',
)
const read = (document: typeof withClause, styleMap?: string) =>
  extractor(styleMap).extract(document, plainReading, { signal })
const typesOf = (model: Awaited<ReturnType<typeof read>>) =>
  model.blocks.map(({ type, level, span }) => [type, level, model.text.slice(span.start, span.end)])

textExtractorContract(
  'mammoth',
  () => ({
    extractor: extractor(),
    document: vettedForTest(docxOf(['Dear Zoë,', 'total: € 12 \u{1f600}', 'Yours']), 'docx'),
    says: ['Dear Zoë,', '€ 12 \u{1f600}', 'Yours'],
  }),
  { detectsDamage: true },
)

describe('Word documents by mammoth', () => {
  it('have styles as the map says', async () => {
    const plain = await read(withClause)
    expect(typesOf(plain)[0]).toEqual(['paragraph', undefined, 'Term of the lease'])
    expect(plain.warnings).toMatchObject([{ code: 'mammoth_message', message: expect.stringContaining('Clause') }])
    const mapped = await read(withClause, "p[style-name='Clause'] => h2:fresh")
    expect(typesOf(mapped)).toEqual([
      ['heading', 2, 'Term of the lease'],
      ['paragraph', undefined, 'It begins in May.'],
    ])
    expect(mapped.warnings).toEqual([])
    expect(mapped.extractor).toBe('mammoth')
  })

  it('tell a rule that mammoth does not understand', async () => {
    const { warnings, text } = await read(withClause, 'nonsense ==> x')
    expect(warnings.map(({ message }) => message).join()).toContain('Did not understand this style mapping')
    expect(text).toContain('Term of the lease')
  })

  it('are not opened where they are none', async () => {
    const damaged = docxOf(['secret words']).subarray(0, 200)
    await expect(read(vettedForTest(damaged, 'docx'))).rejects.toMatchObject({ code: 'document_corrupt' })
  })
})
