import type { Finding } from '@chancery/core'
import { createHarness } from '@chancery/harness'
import { afterAll, describe, expect, it } from 'vitest'
import { rawZip } from './hostile/raw-zip.ts'

const office = 'http://schemas.openxmlformats.org'
const word = `${office}/wordprocessingml/2006/main`
const relation = `${office}/officeDocument/2006/relationships`
const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const names = { body: 'word/document.xml', header: 'word/header1.xml', relations: 'word/_rels/document.xml.rels' }

/** A template with a fault of its own in the header, so that it shows what is still found beside broken XML. */
const whole: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${type}.header+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="a" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
  [names.relations]: `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="h" Type="${relation}/header" Target="header1.xml"/><Relationship Id="s" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  [names.body]: `<w:document xmlns:w="${word}" xmlns:r="${relation}"><w:body><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Terms</w:t></w:r></w:p>${p('{name}')}<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc>${p('Hello')}</w:tc></w:tr></w:tbl>${p('{#list}x{/list}')}<w:sectPr><w:headerReference w:type="first" r:id="h"/></w:sectPr></w:body></w:document>`,
  [names.header]: `<w:hdr xmlns:w="${word}">${p('{when | uper}')}</w:hdr>`,
  'word/styles.xml': `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>`,
}

type Changes = Readonly<Record<string, string | null | ((xml: string) => string)>>

/** The template with parts changed, or left out. */
function changed(changes: Changes): Uint8Array {
  const parts = Object.entries({ ...whole, ...changes }).flatMap(([name, change]) => {
    const content = typeof change === 'function' ? change(whole[name] ?? '') : change
    return content === null ? [] : [{ name, content }]
  })
  return rawZip(parts)
}

const data = { name: 'a', when: 'b', list: [], odd: 1 }
const harness = createHarness()
afterAll(() => harness.close())

async function findingsOf(template: Uint8Array): Promise<readonly Finding[]> {
  const source = { content: template, filename: 'a.docx' }
  const { data: report } = await harness.call('validate-document-template', { template: source, data })
  expect(report.valid).toBe(report.findings.every(({ severity }) => severity !== 'error'))
  return report.findings as readonly Finding[]
}

const fill = (template: Uint8Array) =>
  harness.call('pre-filling', { template: { content: template }, data: {}, missing: 'blank' })

const header = 'Header 1, first page'
const replace =
  (text: string, by: string) =>
  (xml: string): string => {
    expect(xml).toContain(text)
    return xml.replace(text, by)
  }
const inBody = (by: string): Changes => ({ [names.body]: replace('Hello', by) })

describe('a template whose XML is broken is not valid, and not filled', () => {
  const where = { part: 'Body', paragraph: 4, table: 1, row: 1, column: 2, heading: 'Terms' }
  const cases: readonly (readonly [name: string, changes: Changes, marked: string])[] = [
    ['elements that cross', inBody('Hello</w:r>'), '</w:r>'],
    ['an end too many', inBody('Hello</w:t></w:r></w:p></w:tc></w:tr></w:p>'), '</w:p>'],
    ['a bare angle bracket', inBody('a < b'), '< b</w:t>'],
    ['a comment without an end', inBody('<!-- Hello'), '<!-- Hello</w:t>'],
    ['a section without an end', inBody('<![CDATA[Hello'), '<![CDATA[Hello</w:t>'],
    ['an attribute without an end', inBody('</w:t><w:t x="1>Hello'), '<w:t x="1>'],
    ['a tag without an end', inBody('<w:b Hello'), '<w:b Hello</w:t>'],
    ['a part that is cut off', { [names.body]: (xml) => xml.slice(0, xml.indexOf('Hello')) }, ''],
    ['an entity that is not there', inBody('a&nbsp;b'), '&nbsp;'],
    ['a bare ampersand', inBody('a & b'), '&'],
    ['a control character', inBody('a\u0002b'), '\u0002'],
    ['an attribute twice', inBody('</w:t><w:t a="1" a="2">Hello'), '<w:t a="1" a="2">'],
    ['an attribute without quotation marks', inBody('</w:t><w:t a=1>Hello'), '<w:t a=1>'],
  ]
  it.each(cases)('%s', async (_, changes, marked) => {
    const template = changed(changes)
    const findings = await findingsOf(template)
    const found = findings.find(({ code }) => code === 'malformed_xml')
    expect(found).toMatchObject({ severity: 'error', location: { ...where, field: 'XML of word/document.xml' } })
    expect(found?.hint).toMatch(/\w/)
    const { text, start, end } = found!.location!.excerpt!
    expect(text.slice(start, end)).toBe(marked)
    expect(found!.location!.caret?.split('\n')[1]).toMatch(/^ +\^+$/)
    // All that is found, and nothing that only comes of a part that ends too soon.
    const other = findings.find(({ code }) => code === 'unknown_formatter')
    expect(other?.location?.part).toMatch(/^Header/)
    expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(2)
    expect(findings.map(({ code }) => code)).not.toContain('unused_data')
    await expect(fill(template)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:document_corrupt|template_invalid)$/),
    })
  })
})

describe('broken parts are told all at once, by their names', () => {
  const cut = (xml: string): string => xml.slice(0, xml.lastIndexOf('</'))
  const cases: readonly (readonly [name: string, changes: Changes, errors: readonly (readonly [string, string])[]])[] =
    [
      [
        'body and header',
        { [names.body]: cut, [names.header]: cut },
        [
          ['malformed_xml', 'Body'],
          ['malformed_xml', header],
          ['unknown_formatter', header],
        ],
      ],
      [
        'what tells about the others',
        { '[Content_Types].xml': cut, '_rels/.rels': cut, [names.relations]: cut, 'word/styles.xml': cut },
        [
          ['malformed_xml', 'Content types'],
          ['malformed_xml', 'Relations of the package'],
          ['malformed_xml', 'Relations of: Body'],
          ['malformed_xml', 'Styles'],
          ['unknown_formatter', header],
        ],
      ],
      [
        'relations that are no XML',
        { [names.relations]: 'Dear Ada' },
        [
          ['malformed_xml', 'Relations of: Body'],
          ['unknown_formatter', 'Header'],
        ],
      ],
      [
        'no main part',
        { [names.body]: null },
        [
          ['missing_main_part', 'Body'],
          ['unknown_formatter', 'Header'],
        ],
      ],
      [
        'a main part that nothing names',
        { '[Content_Types].xml': replace('document.main', 'odd') },
        [
          ['missing_main_part', 'Body'],
          ['unknown_formatter', header],
        ],
      ],
      [
        'a main part of something else',
        { [names.body]: '<html/>' },
        [
          ['wrong_root', 'Body'],
          ['unknown_formatter', 'Header'],
        ],
      ],
      [
        'a main part of another namespace',
        { [names.body]: replace(word, 'urn:other') },
        [
          ['wrong_root', 'Body'],
          ['unknown_formatter', header],
        ],
      ],
      [
        'an empty main part',
        { [names.body]: '' },
        [
          ['malformed_xml', 'Body'],
          ['unknown_formatter', 'Header'],
        ],
      ],
      ['a header that is not there', { [names.header]: null }, [['missing_part', 'Body']]],
      [
        'no content types',
        { '[Content_Types].xml': null },
        [
          ['missing_content_types', 'Package'],
          ['unknown_formatter', header],
        ],
      ],
    ]
  it.each(cases)('%s', async (_, changes, errors) => {
    const template = changed(changes)
    const found = (await findingsOf(template)).filter(({ severity }) => severity === 'error')
    expect(found.map(({ code, location }) => [code, location?.part]).sort()).toEqual([...errors].sort())
    await expect(fill(template)).rejects.toMatchObject({ code: expect.stringMatching(/^\w+$/) })
  })

  it('without a copy with comments, which would have lost what stands behind the fault', async () => {
    const template = { content: changed({ [names.header]: cut }), filename: 'a.docx' }
    const { data } = await harness.call('validate-document-template', { template, annotate: true })
    expect(data.annotated).toBeUndefined()
  })

  it('and not where the package is hostile, or none', async () => {
    const doctype = `<!DOCTYPE w:document [<!ENTITY a "b">]>${whole[names.body]}`
    for (const bytes of [changed({ [names.body]: doctype }), changed({}).subarray(0, 900)]) {
      await expect(findingsOf(bytes)).rejects.toMatchObject({ code: 'document_corrupt' })
    }
  })
})
