import type { Finding } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, type DocxParts, p, run, table, textBox } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

const inspect = async (
  parts: DocxParts | string,
  data?: Record<string, string | number>,
): Promise<readonly Finding[]> => {
  const request = data === undefined ? context : { ...context, data }
  return (await templates.inspect(vettedForTest(docx(parts), 'docx'), request, { signal })).findings
}

/** Before every seeded fault: two paragraphs that are right, so that the fault is in the third. */
const before = p('Terms', 'Heading1') + p('Dear {client.name},')

const faults: readonly (readonly [name: string, xml: string, code: string])[] = [
  ['a tag that is not closed', p('Total {total'), 'unclosed_tag'],
  ['a tag closed in the next paragraph', p('Total {total') + p('x'), 'unclosed_tag'],
  ['a tag that is not opened', p('Total total}'), 'unopened_tag'],
  ['two opening delimiters', p('{ {total}'), 'duplicate_open'],
  ['two opening delimiters without space', p('{{total}'), 'duplicate_open'],
  ['two closing delimiters', p('{total}}'), 'duplicate_close'],
  ['an empty tag', p('{}'), 'empty_tag'],
  ['a blank tag', p('{  }'), 'empty_tag'],
  ['a section that is not closed', p('{#items} x'), 'unclosed_section'],
  ['a condition that is not closed', p('{^paid} x'), 'unclosed_section'],
  ['a section that is not opened', p('x {/items}'), 'unopened_section'],
  ['a closing tag of another name', p('{#items} x {/itmes}'), 'section_mismatch'],
  ['crossing sections', p('{#a}{#b}{/a}{/b}'), 'crossing_sections'],
  ['a section half in a table', p('{#items}') + table(['{/items}']), 'loop_position_invalid'],
  ['a section over two tables', table(['{#items}']) + p('') + table(['{/items}']), 'loop_position_invalid'],
  ['a section half in a text box', p('{#items}') + textBox(p('{/items}')), 'loop_position_invalid'],
  ['an unknown formatter', p('{total | curency}'), 'unknown_formatter'],
  ['an unknown formatter in a row of pipes', p('{total | trim | uper}'), 'unknown_formatter'],
  ['an argument too many', p('{name | upper:2}'), 'wrong_argument'],
  ['an argument too few', p('{name | truncate}'), 'wrong_argument'],
  ['an argument of another kind', p('{total | number:"two"}'), 'wrong_argument'],
  ['a currency that is none', p('{total | currency:"EURO"}'), 'wrong_argument'],
  ['a date pattern that is none', p('{when | date:"QQ/bb"}'), 'wrong_argument'],
  ['a formatter after one that gives text', p('{total | currency | number}'), 'wrong_argument'],
  ['a comparison without its right side', p('{#total > }x{/}'), 'bad_expression'],
  ['a single equals sign', p('{#status = "paid"}x{/}'), 'bad_expression'],
  ['a pipe to nothing', p('{total | }'), 'bad_expression'],
  ['a path that ends in a dot', p('{client.}'), 'bad_expression'],
  ['a bracket that is not closed', p('{(a or b}'), 'bad_expression'],
  ['a ternary without its other side', p('{a ? "x"}'), 'bad_expression'],
  ['a text that is not closed', p('{name | default:"x}'), 'unclosed_text'],
  ['a formatter with a colon', p('{total:currency}'), 'bad_expression'],
  ['an else of no section', p('{else}'), 'misplaced_else'],
  ['a dangerous name', p('{client.__proto__.x}'), 'forbidden_name'],
  [
    'a tag in deleted text',
    `<w:p><w:del><w:r><w:delText>{gone}</w:delText></w:r></w:del>${run('x')}</w:p>`,
    'tag_in_deleted_text',
  ],
  ['a tag in a moved-away text', `<w:p><w:moveFrom>${run('{gone}')}</w:moveFrom></w:p>`, 'tag_in_deleted_text'],
  [
    'a tag in a field code',
    '<w:p><w:r><w:instrText> HYPERLINK "https://x.test/{id}" </w:instrText></w:r></w:p>',
    'tag_not_filled',
  ],
  ['a name in another case', p('{client.Name}'), 'similar_name'],
  ['a name with a letter too few', p('{clent.name}'), 'similar_name'],
]

describe('checkTemplate', () => {
  it.each(faults)('finds %s, with its paragraph', async (_, xml, code) => {
    const findings = await inspect(before + xml)
    const found = findings.find((each) => each.code === code)
    expect(findings.map((each) => each.code)).toContain(code)
    expect(found?.location).toMatchObject({ part: 'Body', paragraph: 3, heading: 'Terms' })
    expect(found?.message).toBeTruthy()
  })

  it('finds all of them together', async () => {
    const seeded = faults.filter(
      ([, , code]) =>
        !['unclosed_section', 'unopened_section', 'crossing_sections', 'loop_position_invalid'].includes(code),
    )
    const codes = (await inspect(before + seeded.map(([, xml]) => xml).join(''))).map(({ code }) => code)
    for (const [, , code] of seeded) expect(codes).toContain(code)
    expect(codes.length).toBeGreaterThanOrEqual(seeded.length)
  })

  it('names parts as people do, and finds faults in each', async () => {
    const fault = p('{x | uper}')
    const findings = await inspect({
      body: table(['a', '{x | uper}']),
      header: fault,
      firstHeader: fault,
      footer: fault,
      footnotes: `<w:footnote w:id="1">${fault}</w:footnote>`,
      endnotes: `<w:endnote w:id="1">${fault}</w:endnote>`,
      comments: `<w:comment w:id="1">${fault}</w:comment>`,
      title: '{x | uper}',
      links: ['https://x.test/%7Bid%7D'],
    })
    expect(findings.map(({ location }) => location?.part)).toEqual([
      'Body',
      'Body',
      'Header 1',
      'Header 1, first page',
      'Footer 1',
      'Footnotes',
      'Endnotes',
      'Comments',
      'Document properties',
    ])
    expect(findings.find(({ code }) => code === 'unknown_formatter')?.location).toMatchObject({
      table: 1,
      row: 1,
      column: 2,
      tag: '{x | uper}',
      start: 5,
      end: 9,
      text: '{x | uper}',
    })
    expect(findings[0]).toMatchObject({ code: 'tag_not_filled' })
  })

  it('tells a fault in a text box once, though the drawing is written twice', async () => {
    expect((await inspect(textBox(p('{x | uper}')))).map(({ code }) => code)).toEqual(['unknown_formatter'])
  })

  it.each([
    ['{"a": {"b": 1}}'],
    ['function f() {'],
    ['}'],
    ['{ }'],
    ['{}'],
    ['set {1, 2, 3}'],
    ['a { color: red; }'],
    ['{x ∈ A}'],
  ])('takes %s in a document without tags as text', async (text) => {
    expect((await inspect(p(text))).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('reports data of the wrong kind at the tag that meets it', async () => {
    const findings = await inspect(p('{#items}{price} {/items}') + p('{when | date}'), { items: 'none', when: 'soon' })
    expect(findings.map(({ code, location }) => [code, location?.path, location?.paragraph])).toEqual([
      ['wrong_kind', 'items', 1],
      ['missing_value', 'price', 1],
      ['wrong_kind', 'when', 2],
    ])
  })

  it('calls XML that is not well-formed by its name', async () => {
    expect(await inspect('<w:p><w:r><w:t>{a}</w:r></w:p>')).toEqual([
      expect.objectContaining({
        code: 'malformed_xml',
        location: expect.objectContaining({ part: 'Body', paragraph: 1, field: 'XML of word/document.xml' }),
      }),
    ])
  })
})
