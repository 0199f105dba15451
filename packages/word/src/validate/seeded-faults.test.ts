import type { Finding, InspectRequest, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, type DocxParts, p, run, table, textBox } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

const inspect = async (parts: DocxParts, more: Partial<InspectRequest> = {}): Promise<readonly Finding[]> =>
  (await templates.inspect(vettedForTest(docx(parts), 'docx'), { ...context, ...more }, { signal })).findings

/** Where a fault is: `at` is what stands in its range, which is looked for in the text of the paragraph. */
interface Fault {
  readonly name: string
  readonly xml: string
  readonly code: string
  readonly at?: string
  readonly paragraph?: number
  readonly location?: NonNullable<Finding['location']>
  readonly hint?: string
}

const field = (code: string): string => `<w:p><w:r><w:instrText>${code}</w:instrText></w:r>${run('x')}</w:p>`
const drawing = (attributes: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="9" name="x" ${attributes}/></wp:inline></w:drawing></w:r></w:p>`
const deleted = (text: string): string =>
  `<w:del w:id="8" w:author="x"><w:r><w:delText>${text}</w:delText></w:r></w:del>`
const inserted = (text: string): string => `<w:ins w:id="7" w:author="x">${run(text)}</w:ins>`
const link = (id: string): string => `<w:p><w:hyperlink r:id="${id}">${run('here')}</w:hyperlink></w:p>`

/** Single tags and places. The paragraph is the first one of `xml` unless told. */
const faults: readonly Fault[] = [
  { name: 'a half tag without its end', xml: p('Total {total'), code: 'unclosed_tag', at: '{total' },
  { name: 'a half tag without its beginning', xml: p('Total total}'), code: 'unopened_tag', at: '}' },
  { name: 'a tag that runs into the next paragraph', xml: p('{to') + p('tal}'), code: 'unclosed_tag', at: '{to' },
  { name: 'a half tag split over runs', xml: p(['To {t', 'ot', 'al']), code: 'unclosed_tag', at: '{total' },
  {
    name: 'an unknown formatter with two texts',
    xml: p('{x | plurl:"day":"days"}'),
    code: 'unknown_formatter',
    at: 'plurl',
    hint: 'Did you mean "plural"?',
  },
  {
    name: 'an unknown formatter with a semicolon in its text',
    xml: p('{x | defalt:"a; b"}'),
    code: 'unknown_formatter',
    at: 'defalt',
    hint: 'Did you mean "default"?',
  },
  { name: 'braces with a space between', xml: p('a { {total}'), code: 'duplicate_open', at: '{ {' },
  { name: 'closing braces with a space between', xml: p('a {total} }'), code: 'duplicate_close', at: '} }' },
  { name: 'braces split over runs', xml: p(['a {', '{total}']), code: 'duplicate_open', at: '{{' },
  { name: 'an empty tag', xml: p('a {}'), code: 'empty_tag', at: '{}' },
  { name: 'a blank tag split over runs', xml: p(['{', ' ', '}']), code: 'empty_tag' },
  { name: 'a section of no name', xml: p('a {#}x{/}'), code: 'bad_expression' },
  {
    name: 'an unknown formatter',
    xml: p('{total | curency}'),
    code: 'unknown_formatter',
    at: 'curency',
    hint: 'currency',
  },
  {
    name: 'a formatter of another engine',
    xml: p('{total | uppercase}'),
    code: 'unknown_formatter',
    at: 'uppercase',
    hint: 'upper',
  },
  {
    name: 'an unknown formatter in a row',
    xml: p('{total | trim | uper}'),
    code: 'unknown_formatter',
    at: 'uper',
    hint: 'upper',
  },
  {
    name: 'an unknown formatter in a cell',
    xml: table(['a', '{total | uper}']),
    code: 'unknown_formatter',
    at: 'uper',
    paragraph: 2,
    location: { row: 1, column: 2 },
  },
  {
    name: 'an unknown formatter in a text box',
    xml: textBox(p('{total | uper}')),
    code: 'unknown_formatter',
    at: 'uper',
    paragraph: 2,
  },
  {
    name: 'an unknown formatter split over runs',
    xml: p(['{total |', ' up', 'er}']),
    code: 'unknown_formatter',
    at: 'uper',
  },
  { name: 'an argument too many', xml: p('{name | upper:2}'), code: 'wrong_argument' },
  { name: 'an argument too few', xml: p('{name | truncate}'), code: 'wrong_argument', at: 'truncate' },
  { name: 'an argument of another kind', xml: p('{total | number:"two"}'), code: 'wrong_argument', at: '"two"' },
  { name: 'a currency that is none', xml: p('{total | currency:"EURO"}'), code: 'wrong_argument', at: '"EURO"' },
  { name: 'a date pattern that is none', xml: p('{when | date:"QQ/bb"}'), code: 'wrong_argument', at: '"QQ/bb"' },
  {
    name: 'a number of what is text already',
    xml: p('{total | currency | number}'),
    code: 'wrong_argument',
    at: 'number',
  },
  { name: 'a comparison without its right side', xml: p('{#total > }x{/}'), code: 'bad_expression' },
  { name: 'a single equals sign', xml: p('{#status = "paid"}x{/}'), code: 'bad_expression' },
  { name: 'a pipe to nothing', xml: p('{total | }'), code: 'bad_expression' },
  { name: 'a path that ends in a dot', xml: p('{client.}'), code: 'bad_expression' },
  { name: 'a bracket that is not closed', xml: p('{(a or b}'), code: 'bad_expression' },
  { name: 'a ternary without its other side', xml: p('{a ? "x"}'), code: 'bad_expression' },
  { name: 'a text that is not closed', xml: p('{name | default:"x}'), code: 'unclosed_text' },
  { name: 'a typographic text that is not closed', xml: p('{name | default:“x}'), code: 'unclosed_text' },
  { name: 'typographic quotation marks', xml: p('{name | default:“x”}'), code: 'typographic_quotes', at: '“' },
  { name: 'a dangerous name', xml: p('{client.__proto__.x}'), code: 'forbidden_name', at: '__proto__' },
  {
    name: 'a name in another case',
    xml: p('{client.Name}'),
    code: 'similar_name',
    at: '{client.Name}',
    hint: 'client.name',
  },
  {
    name: 'a name with a letter too few',
    xml: p('{clent.name}'),
    code: 'similar_name',
    at: '{clent.name}',
    hint: 'client.name',
  },
  {
    name: 'a name with two letters swapped',
    xml: p('{client.nmae}'),
    code: 'similar_name',
    at: '{client.nmae}',
    hint: 'client.name',
  },
  { name: 'braces of another keyboard', xml: p('a ｛total｝'), code: 'look_alike_delimiters', at: '｛total｝' },
  {
    name: 'a tag in deleted text',
    xml: `<w:p>${run('x')}${deleted('{gone}')}</w:p>`,
    code: 'tag_in_deleted_text',
    location: { field: 'deleted text', start: 0, end: 6 },
  },
  {
    name: 'a tag in deleted runs',
    xml: `<w:p>${run('x')}${deleted('a {go')}${deleted('ne}')}</w:p>`,
    code: 'tag_in_deleted_text',
    location: { start: 2, end: 8 },
  },
  {
    name: 'a tag in text that was moved away',
    xml: `<w:p><w:moveFrom>${run('{gone}')}</w:moveFrom></w:p>`,
    code: 'tag_in_deleted_text',
    location: { start: 0, end: 6 },
  },
  {
    name: 'a tag whose end was deleted',
    xml: `<w:p>${run('a {half')}${deleted('}')}</w:p>`,
    code: 'unclosed_tag',
    at: '{half',
    hint: 'deleted with tracked changes',
  },
  {
    name: 'a tag whose beginning was deleted',
    xml: `<w:p>${deleted('{')}${run('half}')}</w:p>`,
    code: 'unopened_tag',
    at: '}',
    hint: 'deleted with tracked changes',
  },
  {
    name: 'a tag with a part inserted',
    xml: `<w:p>${run('a {wo')}${inserted('rd}')}</w:p>`,
    code: 'tag_in_tracked_change',
    at: '{word}',
  },
  {
    name: 'a tag with a part deleted',
    xml: `<w:p>${run('a {wo')}${deleted('xx')}${run('rd}')}</w:p>`,
    code: 'tag_in_tracked_change',
    at: '{word}',
  },
  {
    name: 'a tag in a field code',
    xml: field('HYPERLINK "https://x.test/{id}"'),
    code: 'tag_not_filled',
    location: { field: 'field code', start: 26, end: 30 },
  },
  {
    name: 'a tag in the target of a link within the document',
    xml: `<w:p><w:hyperlink w:anchor="to {id}">${run('x')}</w:hyperlink></w:p>`,
    code: 'tag_not_filled',
    location: { field: 'target of a link', start: 3, end: 7 },
  },
  {
    name: 'an unknown formatter in an alternative text',
    xml: drawing('descr="The {alt | uper}"'),
    code: 'unknown_formatter',
    at: 'uper',
    location: { field: 'alternative text', start: 11, end: 15 },
  },
  {
    name: 'half a tag in an alternative text',
    xml: drawing('descr="The logo of {client.nam"'),
    code: 'unclosed_tag',
    location: { field: 'alternative text', start: 12, end: 23 },
  },
  {
    name: 'an unknown formatter behind an alternative text',
    xml: `<w:p>${run('a ')}<w:r><w:drawing><wp:inline><wp:docPr id="9" name="x" descr="{alt}"/></wp:inline></w:drawing></w:r>${run('{x | uper}')}</w:p>`,
    code: 'unknown_formatter',
    at: 'uper',
    location: { start: 7, end: 11 },
  },
  {
    name: 'a tag in the alternative text of a table',
    xml: `<w:tbl><w:tblPr><w:tblCaption w:val="{cap}"/></w:tblPr><w:tr><w:tc>${p('x')}</w:tc></w:tr></w:tbl>`,
    code: 'tag_not_filled',
    paragraph: 0,
    location: { field: 'alternative text of a table', start: 0, end: 5 },
  },
  {
    name: 'a tag in the screen tip of a link',
    xml: `<w:p><w:hyperlink w:anchor="a" w:tooltip="{tip | uper}">${run('x')}</w:hyperlink></w:p>`,
    code: 'unknown_formatter',
    at: 'uper',
    location: { field: 'screen tip of a link', start: 7, end: 11 },
  },
  {
    name: 'a tag in a watermark',
    xml: '<w:p><w:r><w:pict><v:shape><v:textpath string="{draft | uper}"/></v:shape></w:pict></w:r></w:p>',
    code: 'unknown_formatter',
    at: 'uper',
    location: { field: 'watermark', start: 9, end: 13 },
  },
  {
    name: 'a tag in the name of a content control',
    xml: `<w:sdt><w:sdtPr><w:alias w:val="{x}"/></w:sdtPr><w:sdtContent>${p('x')}</w:sdtContent></w:sdt>`,
    code: 'tag_not_filled',
    paragraph: 0,
    location: { field: 'name of a content control', start: 0, end: 3 },
  },
  {
    name: 'a tag in a drop-down entry',
    xml: `<w:p><w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="{x}" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent>${run('x')}</w:sdtContent></w:sdt></w:p>`,
    code: 'tag_not_filled',
    location: { field: 'entry of a drop-down list', start: 0, end: 3 },
  },
  {
    name: 'a tag in the address of a link',
    xml: link('link0'),
    code: 'unknown_formatter',
    at: 'uper',
    location: { field: 'alternative text, link or field', start: 21, end: 25 },
  },
  {
    name: 'a cell without a paragraph',
    xml: `<w:tbl><w:tr><w:tc>${table(['x'])}${p('x')}</w:tc><w:tc><w:tcPr/></w:tc></w:tr></w:tbl>`,
    code: 'cell_without_paragraph',
    paragraph: 2,
    location: { row: 1, column: 2 },
  },
  {
    name: 'a cell that ends with a table',
    xml: `<w:tbl><w:tr><w:tc>${table(['x'])}</w:tc></w:tr></w:tbl>`,
    code: 'cell_without_paragraph',
  },
  { name: 'a table without rows', xml: `${p('x')}<w:tbl><w:tblPr/></w:tbl>`, code: 'table_without_rows' },
  {
    name: 'a prefix that is not declared',
    xml: p('x') + '<w:p><w16:y/></w:p>',
    code: 'undeclared_prefix',
    paragraph: 2,
  },
  { name: 'a row without cells', xml: `${p('x')}<w:tbl><w:tr/></w:tbl>`, code: 'row_without_cells' },
  { name: 'a paragraph in a paragraph', xml: `<w:p>${p('x')}</w:p>`, code: 'invalid_nesting' },
  { name: 'a run outside a paragraph', xml: `${p('x')}${run('y')}`, code: 'invalid_nesting' },
  { name: 'a text outside a run', xml: '<w:p><w:t>x</w:t></w:p>', code: 'invalid_nesting' },
  { name: 'a table in a paragraph', xml: `<w:p>${table(['x'])}</w:p>`, code: 'invalid_nesting' },
  { name: 'ids of drawings that occur twice', xml: `${drawing('')}${drawing('')}`, code: 'duplicate_id', paragraph: 2 },
  {
    name: 'ids of bookmarks that occur twice',
    xml: `${p('x')}${'<w:p><w:bookmarkStart w:id="3" w:name="b"/><w:bookmarkEnd w:id="3"/></w:p>'.repeat(2)}`,
    code: 'duplicate_id',
    paragraph: 3,
  },
  {
    name: 'a bookmark without its end',
    xml: '<w:p><w:bookmarkStart w:id="4" w:name="c"/></w:p>',
    code: 'unbalanced_bookmark',
  },
  {
    name: 'a bookmark without its beginning',
    xml: '<w:p><w:bookmarkEnd w:id="5"/></w:p>',
    code: 'unbalanced_bookmark',
  },
  {
    name: 'a field without its beginning',
    xml: '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
    code: 'unbalanced_field',
  },
  { name: 'a link without its relation', xml: link('nowhere'), code: 'dangling_reference' },
  {
    name: 'a picture without its relation',
    xml: '<w:p><w:r><w:drawing><a:blip r:embed="rId99"/></w:drawing></w:r></w:p>',
    code: 'dangling_reference',
  },
  {
    name: 'a footnote that is not there',
    xml: '<w:p><w:r><w:footnoteReference w:id="77"/></w:r></w:p>',
    code: 'dangling_reference',
  },
  { name: 'a foreign document as a whole', xml: `${p('x')}<w:altChunk r:id="link0"/>`, code: 'foreign_document' },
  {
    name: 'an object of another program',
    xml: '<w:p><w:r><w:object><o:OLEObject r:id="link0"/></w:object></w:r></w:p>',
    code: 'embedded_object',
  },
  {
    name: 'a section half in a table',
    xml: p('{#items}') + table(['{/items}']),
    code: 'loop_position_invalid',
    at: '{#items}',
  },
  {
    name: 'a section over two tables',
    xml: table(['{#items}']) + p('') + table(['{/items}']),
    code: 'loop_position_invalid',
    at: '{#items}',
  },
  {
    name: 'a section half in a text box',
    xml: p('{#items}') + textBox(p('{/items}')),
    code: 'loop_position_invalid',
    at: '{#items}',
  },
  { name: 'a closing tag without an opening one', xml: p('x {/items}'), code: 'unopened_section', at: '{/items}' },
  {
    name: 'a closing tag of another name',
    xml: p('{#items} x {/itmes}'),
    code: 'section_mismatch',
    at: '{/itmes}',
    hint: '{/items}',
  },
  { name: 'sections that cross', xml: p('{#a}{#b}x{/a}{/b}'), code: 'crossing_sections', at: '{#b}' },
  { name: 'a condition that is not closed', xml: p('{^paid} x'), code: 'unclosed_section', at: '{^paid}' },
  {
    name: 'a section that is not closed in its cell',
    xml: table(['{#rows}', 'x']),
    code: 'unclosed_section',
    at: '{#rows}',
  },
  { name: 'a section that is not closed', xml: p('{#list} x'), code: 'unclosed_section', at: '{#list}' },
]

const before = p('Terms', 'Heading1') + p('Dear {client.name},')
const links = ['https://x.test/%7Bid%20%7C%20uper%7D']
const paragraphsIn = (xml: string): number =>
  xml.replaceAll(/<mc:Fallback>.*?<\/mc:Fallback>/g, '').match(/<w:p[ >/]/g)?.length ?? 0

/** The finding that tells of a fault whose first paragraph has this number. */
function matching(fault: Fault, findings: readonly Finding[], first: number): Finding | undefined {
  const paragraph = first + (fault.paragraph ?? 1) - 1
  return findings.find(({ code, location }) => {
    if (code !== fault.code || location?.part !== 'Body' || location.paragraph !== paragraph) return false
    const { excerpt } = location
    if (fault.at !== undefined && excerpt?.text.slice(excerpt.start, excerpt.end) !== fault.at) return false
    return Object.entries(fault.location ?? {}).every(
      ([key, value]) => location[key as keyof typeof location] === value,
    )
  })
}

describe('seeded faults', () => {
  it('are more than sixty', () => expect(faults.length).toBeGreaterThan(60))

  it.each(faults)('$name is found where it is', async (fault) => {
    const findings = await inspect({ body: before + fault.xml, links })
    const found = matching(fault, findings, 3)
    expect(found, JSON.stringify(findings)).toBeDefined()
    expect(found?.location?.heading).toBe('Terms')
    expect(`${found?.message} ${found?.hint}`).toContain(fault.hint ?? '')
    const { start, end, caret, excerpt } = found?.location ?? {}
    if (start === undefined || end === undefined) return
    expect(end).toBeGreaterThan(start)
    expect(caret?.split('\n')[1]).toMatch(/^ *\^+$/)
    expect(excerpt?.text).toBe(found?.location?.text)
  })

  it('are found all at once in one document', async () => {
    let body = before
    const starts = faults.map(({ xml }) => {
      const start = paragraphsIn(body) + 1
      body += xml
      return start
    })
    const findings = await inspect({ body, links })
    const missed = faults.filter((fault, index) => matching(fault, findings, starts[index] ?? 0) === undefined)
    expect(missed.map(({ name }) => name)).toEqual([])
  })

  it.each([
    ['Header 1', { header: p('x') + p('{total | uper}') }],
    ['Header 1, first page', { firstHeader: p('x') + p('{total | uper}') }],
    ['Footer 1', { footer: p('x') + p('{total | uper}') }],
    ['Footnotes', { footnotes: `<w:footnote w:id="1">${p('x')}${p('{total | uper}')}</w:footnote>` }],
    ['Endnotes', { endnotes: `<w:endnote w:id="1">${p('x')}${p('{total | uper}')}</w:endnote>` }],
    ['Comments', { comments: `<w:comment w:id="1">${p('x')}${p('{total | uper}')}</w:comment>` }],
  ] as const)('are found in %s', async (part, parts) => {
    const findings = await inspect({ body: p('x'), ...parts })
    expect(findings).toMatchObject([
      {
        code: 'unknown_formatter',
        location: { part, paragraph: 2, start: 9, end: 13, excerpt: { start: 9, end: 13 } },
      },
    ])
  })

  it('that lie in two parts name each other', async () => {
    const findings = await inspect({ body: p('{/items}'), header: p('{#items}') })
    expect(findings.map(({ code, location }) => [code, location?.part, location?.related])).toEqual([
      ['unopened_section', 'Body', '{#items} in Header 1, paragraph 1'],
      ['unclosed_section', 'Header 1', '{/items} in Body, paragraph 1'],
    ])
  })

  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  it.each([
    [
      'Settings',
      'word/settings.xml',
      `${word}.settings+xml`,
      '<w:settings><w:docVars><w:docVar w:name="a" w:val="x {b}"/></w:docVars></w:settings>',
      'document variable',
      2,
    ],
    [
      'Building blocks',
      'word/glossary/document.xml',
      `${word}.document.glossary+xml`,
      `<w:glossaryDocument>${p('x {b}')}</w:glossaryDocument>`,
      'text of building blocks',
      2,
    ],
    ['Custom XML', 'customXml/item1.xml', 'application/xml', '<root><name>{b}</name></root>', 'text of custom xml', 0],
  ])('are found in %s, which is not filled', async (part, file, type, xml, place, start) => {
    const bytes = docx({ body: p('{a}'), files: { [file]: xml } })
    const types = `<Types><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/${file}" ContentType="${type}"/></Types>`
    expect(bytes.length).toBeGreaterThan(0)
    const findings = await inspect({ body: p('{a}'), files: { [file]: xml, '[Content_Types].xml': types } })
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'tag_not_filled',
        location: expect.objectContaining({ part, field: place, tag: '{b}', start, end: start + 3 }),
      }),
    )
  })

  it('of the package are found: parts without a content type, relations to nothing', async () => {
    const files = {
      'word/odd.bin': 'x',
      '_rels/.rels': '<Relationships/>',
      'word/_rels/document.xml.rels': `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="gone.xml"/><Relationship Id="b" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/package" Target="odd.bin"/></Relationships>`,
    }
    const findings = await inspect({ body: p('x'), files })
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['missing_part', 'error'],
      ['missing_relation', 'error'],
      ['missing_content_type', 'error'],
    ])
  })

  it.each([
    ['an element that is not closed', '<w:p><w:r><w:t>x</w:t></w:r>', 2],
    ['elements that cross', `${p('y')}<w:p><w:r><w:t>x</w:r></w:t></w:p>`, 3],
    ['a bare angle bracket', `${p('y')}<w:p><w:r><w:t>a < b</w:t></w:r></w:p>`, 3],
    ['an attribute that is not closed', '<w:p w:rsidR="1><w:r><w:t>x</w:t></w:r></w:p>', 1],
  ])('of XML are found: %s', async (_, xml, paragraph) => {
    const findings = await inspect({ body: p('first') + xml })
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'malformed_xml',
        severity: 'error',
        location: expect.objectContaining({ part: 'Body', paragraph }),
      }),
    )
  })

  it('are the same for a fill', async () => {
    const parts = { body: before + p('{x | uper}') + '<w:tbl><w:tr><w:tc/></w:tr></w:tbl>' }
    const errors = (await inspect(parts)).filter(({ severity }) => severity === 'error')
    const request = { ...context, data: {}, missing: 'blank' } as const
    await expect(templates.fill(vettedForTest(docx(parts), 'docx'), request, { signal })).rejects.toMatchObject({
      code: 'template_invalid',
      violations: errors.map(({ code, location }) => ({ code, location })),
    })
    expect(errors.map(({ code }) => code).sort()).toEqual(['cell_without_paragraph', 'unknown_formatter'])
  })
})

/** Faults between template and data, or a schema: the code, its path, and the tag that meets it. */
const dataFaults: readonly (readonly [
  name: string,
  body: string,
  data: JsonObject,
  code: string,
  path: string,
  tag: string,
  hint: string,
])[] = [
  ['a text given to a loop', p('x {#items}{price}{/items}'), { items: 'none' }, 'wrong_kind', 'items', '{#items}', ''],
  ['a list given to a text', p('x {names}'), { names: ['a', 'b'] }, 'wrong_kind', 'names', '{names}', ''],
  ['an object given to a text', p('x {client}'), { client: { name: 'a' } }, 'wrong_kind', 'client', '{client}', ''],
  ['a text given to a date', p('x {when | date}'), { when: 'soon' }, 'wrong_kind', 'when', '{when | date}', ''],
  ['a text given to a number', p('x {sum | currency}'), { sum: 'much' }, 'wrong_kind', 'sum', '{sum | currency}', ''],
  [
    'a path that is missing',
    p('x {client.name}'),
    { client: { nmae: 'a' } },
    'missing_value',
    'client.name',
    '{client.name}',
    'client.nmae',
  ],
  [
    'a path of a loop that is missing',
    p('x {#items}{price}{/items}'),
    { items: [{ pirce: 1 }] },
    'missing_value',
    'items.price',
    '{price}',
    'pirce',
  ],
]

describe('seeded faults of data', () => {
  it.each(dataFaults)('%s is found at its tag', async (_, body, data, code, path, tag, hint) => {
    const findings = await inspect({ body: p('first') + body }, { data })
    const found = findings.find((each) => each.code === code)
    expect(found?.location).toMatchObject({ part: 'Body', paragraph: 2, path, tag })
    const { excerpt } = found?.location ?? {}
    expect(excerpt?.text.slice(excerpt.start, excerpt.end)).toBe(tag)
    expect(found?.hint ?? '').toContain(hint)
  })

  it('tells data that no tag reads', async () => {
    const findings = await inspect({ body: p('{a.b}') }, { data: { a: { b: 1, c: 2 }, d: 3 } })
    expect(findings.map(({ code, location }) => [code, location?.path])).toEqual([
      ['unused_data', 'a.c'],
      ['unused_data', 'd'],
    ])
  })

  it('tells one path in two uses that no value fits', async () => {
    const findings = await inspect({ body: p('{#each items}{price}{/each}') + p('{items | date}') })
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'conflicting_use', location: expect.objectContaining({ part: 'Body' }) }),
    )
  })

  it('compares with a JSON Schema: kinds, nesting, references, formats, values, what is required', async () => {
    const schema = {
      type: 'object',
      properties: {
        client: { $ref: '#/$defs/client' },
        items: {
          type: 'array',
          items: { type: 'object', properties: { price: { type: 'boolean' } }, required: ['price'] },
        },
        mail: { type: 'string', format: 'email' },
        status: { enum: ['paid', 'open'] },
        spare: {},
      },
      required: ['client', 'items', 'mail', 'status'],
      additionalProperties: false,
      $defs: { client: { type: 'object', properties: { name: { type: 'array' }, city: { type: 'string' } } } },
    }
    const body = [
      '{client.name}',
      '{client.city}',
      '{#items}{price | currency}{/items}',
      '{mail | date}',
      '{#status == "payed"}x{/}',
      '{staus}',
    ]
    const findings = await inspect({ body: body.map((text) => p(text)).join('') }, { schema })
    const told = findings.map(({ code, severity, location }) => [code, severity, location?.path, location?.paragraph])
    for (const expected of [
      ['wrong_kind', 'error', 'client.name', 1],
      ['optional_value', 'warning', 'client.city', 2],
      ['wrong_kind', 'error', 'items.price', 3],
      ['wrong_kind', 'error', 'mail', 4],
      ['unknown_value', 'warning', 'status', 5],
      ['missing_value', 'error', 'staus', 6],
      ['unused_data', 'info', 'spare', undefined],
    ])
      expect(told).toContainEqual(expected)
    expect(findings.find(({ code }) => code === 'unknown_value')?.hint).toContain('paid')
    expect(findings.find(({ code }) => code === 'missing_value')?.hint).toContain('status')
  })
})
