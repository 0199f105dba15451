import type { FillRequest, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderByDocxtemplater, renderByProgram } from '../fill/fill-document.ts'
import { docx, type DocxParts, p, run, table, textBox } from '../testing/docx-builder.ts'
import { contentOf } from '../package/zip-archive.ts'
import { compileTemplate } from './compiled-template.ts'

const request = (data: JsonObject, more: Partial<FillRequest> = {}): FillRequest => ({
  data,
  missing: 'blank',
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  now: Date.UTC(2026, 10, 21),
  ...more,
})

/** Fills by the program and by docxtemplater's own renderer, and gives the program's parts once both are the same. */
async function fillBoth(parts: DocxParts | string, data: JsonObject, more: Partial<FillRequest> = {}) {
  const compiled = await compileTemplate(vettedForTest(docx(parts), 'docx'))
  expect(compiled.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  if (compiled.programs === undefined) throw new Error('The program does not know something of this template.')
  const own = await renderByProgram(compiled, compiled.programs, request(data, more))
  const reference = await renderByDocxtemplater(compiled, new Set(), request(data, more))
  for (const [name, xml] of reference.parts) expect(own.parts.get(name), name).toBe(xml)
  expect([...own.parts.keys()].sort()).toEqual([...reference.parts.keys()].sort())
  const unpacked = ({ added }: typeof own) => [...added].map(([name, entry]) => [name, contentOf(entry)])
  expect(unpacked(own)).toEqual(unpacked(reference))
  expect(own.findings).toEqual(reference.findings)
  expect(new Set(own.report.filled)).toEqual(new Set(reference.report.filled))
  expect(new Set(own.report.missing)).toEqual(new Set(reference.report.missing))
  expect(own.report.unused).toEqual(reference.report.unused)
  return own.parts
}

const row = (...cells: string[]): string => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
const pageBreakRun = '<w:r><w:br w:type="page"/></w:r>'
const sdt = (content: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const drawing = '<w:drawing><wp:inline><wp:docPr id="7" name="Logo"/></wp:inline></w:drawing>'

const bodies: Readonly<Record<string, string>> = {
  'values in one run and over many': p('a {a} b') + p(['{', 'a', '} ', 'x{b | up', 'per}']),
  'a value alone in its text': p('{a}') + p('{none}') + p(['{none}', '{a}']),
  'lines and characters to escape': p('{lines}') + p('{marks}') + p('{odd}'),
  'a section in a run': p('x {#list}{n}, {/list} y'),
  'a section over runs': p(['x {#list}', '{n}', ' and ', '{/list}', ' y']),
  'a section over paragraphs': p('{#list}') + p('{n}') + p('{/list}') + p('end'),
  'nested sections': p('{#list}') + p('{n}: {#inner}{.}{^$last}, {/}{/inner}') + p('{/list}'),
  'nested over paragraphs': p('{#list}') + p('{#inner}') + p('{.}') + p('{/inner}') + p('{/list}'),
  'an inverted section': p('{^empty}none{/empty}{^list}some{/list}') + p('{^empty}') + p('nothing') + p('{/empty}'),
  'rows of a table': table(['H'], ['{#list}{n}{/list}']) + p('after'),
  'a table that loses all rows': table(['{#empty}{n}{/empty}']) + p('after'),
  'two tables, the first of which is lost': table(['{#empty}{n}{/empty}']) + table(['{a}']) + p('after'),
  'a cell that loses all paragraphs': `<w:tbl>${row(`${p('{#empty}')}${p('x')}${p('{/empty}')}`, p('{a}'))}</w:tbl>`,
  'a table in a section in a cell': `<w:tbl>${row(`${p('{#list}')}${table(['{n}'])}${p('{/list}')}`)}</w:tbl>`,
  'a cell with a table and a paragraph that is lost': `<w:tbl>${row(
    `${table(['x'])}${p('{#empty}')}${p('y')}${p('{/empty}')}`,
  )}</w:tbl>`,
  'tables in a section': p('{#list}') + table(['{n}', '{#inner}{.}{/inner}']) + p('{/list}') + p('end'),
  'a list entry that is one section': `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${run(
    '{#list}{n}{/list}',
  )}</w:p>`,
  'content controls': sdt(p('{a}')) + sdt(p('{#empty}') + p('x') + p('{/empty}')) + p('end'),
  'a page break with the end of a section': p('{#list}') + p('{n}') + `<w:p>${run('{/list}')}${pageBreakRun}</w:p>`,
  'a page break with the end of a hidden section': `${p('{#empty}')}${p('{n}')}<w:p>${run('{/empty}')}${pageBreakRun}</w:p>`,
  'a page break with the beginning of a section': `<w:p>${pageBreakRun}${run('{#list}')}</w:p>${p('{n}')}${p('{/list}')}`,
  'drawings and bookmarks that are repeated': `${p('{#list}')}<w:p><w:bookmarkStart w:id="3" w:name="b"/><w:r>${drawing}</w:r>${run(
    '{n}',
  )}<w:bookmarkEnd w:id="3"/></w:p>${p('{/list}')}`,
  'a text box and its copy': textBox(p('{a}'), p('{#list}{n}{/list}')),
  'formats kept around lines': `<w:p><w:r><w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr><w:t>{lines}</w:t></w:r></w:p>`,
  'white space between elements': `\n  ${p('{#list}')}\n  ${p('{n}')}\n  ${p('{/list}')}\n`,
  'a plain stretch': `<w:p><w:r><w:t>{a}</w:t></w:r></w:p>${p(['{', 'lines', '}', ''])}<w:p><w:r><w:t a="b"> {none}</w:t></w:r></w:p>${p(
    '{marks} {odd}',
  )}<w:p/><w:p><w:r><w:t xml:space="preserve"></w:t></w:r></w:p>${p('plain text without tags, '.repeat(12))}`,
  'a plain stretch in a section': p('{#list}') + p('{n} {a}, '.repeat(40)) + p('no tag') + p('{/list}'),
  'rich values in the line and in blocks': p('x {~inline} {%logo} y') + p(['{~', 'blocks}', ' z']) + p('{%%logo}'),
  'rich values in sections': p('{#list}') + p('{n} {~blocks}{%logo}') + p('{/list}') + p('a {#list}{~inline}{/list} b'),
  'rich values in rows and cells': table(['{#list}{~blocks}', '{%logo}{/list}']) + p('{rows | table}{"x" | qr}'),
  'rich values in a text box and a control': textBox(p('{~blocks}')) + sdt(p('{~tables}')) + p('{~tables}'),
  'expressions and formatters': p('{n1 | number:2} {flag ? "yes" : "no"} {none ?? "-"} {list | count}'),
}

const data: JsonObject = {
  a: 'A',
  b: 'b',
  n1: 1234.5,
  flag: true,
  lines: 'one\ntwo\r\nthree',
  marks: `<&>"'`,
  odd: 'x\u0001\ud800y\u2028z\ufffe😀',
  inline: 'some <b>bold</b> <a href="https://example.org">link</a>',
  blocks: '<h2>one</h2><ul><li>two</li></ul>',
  tables: '<table><tr><td>a</td></tr></table>',
  logo: `data:image/gif;base64,${Buffer.from('GIF89a\u0010\u0000\u0010\u0000\u0000\u0000\u0000;', 'latin1').toString('base64')}`,
  rows: [{ x: 1, y: 'two' }],
  empty: [],
  list: [
    { n: 'first', inner: ['x', 'y'] },
    { n: 'second', inner: [] },
    { n: '', inner: ['z'] },
  ],
}

describe('the program and docxtemplater’s own renderer give the same bytes', () => {
  it.each(Object.entries(bodies))('%s', async (_, body) => {
    await fillBoth(body, data)
    await fillBoth(body, { ...data, list: [] })
    await fillBoth(body, data, { missing: 'keep' })
    await fillBoth(body, { list: data['list'] ?? [] }, { missing: 'highlight' })
    await fillBoth(body, {})
  })

  it('in every kind of part', async () => {
    const note = (id: string): string => `<w:${id} w:id="1">${p('{a}')}${p('{#list}{n}{/list}')}</w:${id}>`
    const parts = await fillBoth(
      {
        body: bodies['nested sections'] ?? '',
        header: p('{a}'),
        firstHeader: table(['{#list}{n}{/list}']),
        footer: p('{none}'),
        footnotes: note('footnote'),
        endnotes: note('endnote'),
        comments: note('comment'),
        title: '{a}',
      },
      data,
    )
    expect(parts.size).toBe(8)
  })

  it('for any order of all of these', async () => {
    const piece = fc.constantFrom(...Object.values(bodies))
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.boolean(), async (pieces, full) => {
        await fillBoth(pieces.join(''), full ? data : { ...data, list: [], a: '', flag: false })
      }),
      { numRuns: 60 },
    )
  })

  it('repeated ids are renewed, and the first stay', async () => {
    const parts = await fillBoth(bodies['drawings and bookmarks that are repeated'] ?? '', data)
    const xml = parts.get('word/document.xml') ?? ''
    expect([...xml.matchAll(/docPr id="(\d+)"/g)].map(([, id]) => id)).toEqual(['7', '9', '11'])
    expect([...xml.matchAll(/bookmark\w+ w:id="(\d+)"/g)].map(([, id]) => id)).toEqual(['3', '3', '8', '8', '10', '10'])
    expect([...xml.matchAll(/w:name="(\w+)"/g)].map(([, name]) => name)).toEqual(['b', 'b_2', 'b_3'])
  })
})
