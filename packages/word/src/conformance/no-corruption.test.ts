import type { FillRequest, JsonObject } from '@chancery/core'
import { readZip } from '@chancery/formats/zip'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import validate from '@ooxml-tools/validate'
import { describe, expect, it } from 'vitest'
import { openPackage, relationsOf } from '../package/open-package.ts'
import { scanXml } from '../xml/scan-xml.ts'
import { docx, type DocxParts, p, table, textBox } from '../testing/docx-builder.ts'
import { control, mergeField } from '../testing/field-builder.ts'
import { bodies, data } from '../testing/template-bodies.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

/** What Microsoft's Open XML SDK finds, by kind: its place moves with the text. */
async function sdkFaults(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const found = await validate(bytes, 'docx', 'Microsoft365')
  return new Set(found.map(({ id, description, path }) => `${path.partUri} ${id} ${description}`))
}

const ownFaults = async (bytes: Uint8Array): Promise<ReadonlySet<string>> => {
  const { findings } = await templates.inspect(vettedForTest(bytes, 'docx'), context, { signal })
  return new Set(findings.map(({ code, location }) => `${location?.part ?? ''} ${code}`))
}

const packedBytes = (bytes: Uint8Array) =>
  new Map([...readZip(bytes)].map(([name, entry]) => [name, Buffer.from(entry.data).toString('latin1')]))

/** Fills, and holds the document against its template by everything that knows what Word opens. */
async function fillUnharmed(
  template: Uint8Array,
  given: JsonObject,
  more: Partial<FillRequest> = {},
): Promise<Uint8Array> {
  const asked = { ...context, data: given, missing: 'blank', ...more } as const
  const {
    content: { bytes },
  } = await templates.fill(vettedForTest(template, 'docx'), asked, { signal })
  const once = await createWordTemplates().fill(vettedForTest(template, 'docx'), asked, { signal })
  expect(Buffer.from(once.content.bytes).equals(bytes), 'the same bytes').toBe(true)

  const file = openPackage(vettedForTest(bytes, 'docx'))
  for (const name of file.names) {
    if (name !== '[Content_Types].xml') expect(file.types.get(name), name).not.toBe('')
    if (!/\.(?:xml|rels)$/.test(name)) continue
    expect(scanXml(file.xml(name), { open() {}, close() {} }), name).toBeUndefined()
    for (const { target, isExternal } of relationsOf(file, name)) {
      if (!isExternal) expect(file.names, `${name} leads to ${target}`).toContain(target)
    }
  }
  const known = await ownFaults(template)
  expect([...(await ownFaults(bytes))].filter((fault) => !known.has(fault))).toEqual([])
  expect([...(await sdkFaults(bytes))]).toEqual([])
  return bytes
}

/** The short XML of fixtures with all that its schema wants, so that a template has no faults to hide others. */
const whole = (xml: string): string =>
  xml
    .replaceAll('<w:tbl><w:tr', '<w:tbl><w:tblPr/><w:tblGrid/><w:tr')
    .replaceAll('<wp:inline><wp:docPr', '<wp:inline><wp:extent cx="9" cy="9"/><wp:docPr')
    .replaceAll('name="Logo"/>', `name="Logo"/><a:graphic><a:graphicData uri="x"/></a:graphic>`)
    .replaceAll('<a:graphicData><wps:wsp>', `<a:graphicData uri="${shapes}"><wps:wsp><wps:cNvSpPr/><wps:spPr/>`)
    .replaceAll('</wps:txbx>', '</wps:txbx><wps:bodyPr/>')
    .replaceAll('<w:pict><v:textbox>', '<w:pict><v:shape><v:textbox>')
    .replaceAll('</v:textbox></w:pict>', '</v:textbox></v:shape></w:pict>')
    .replaceAll(' a="b"', '')
    .replaceAll(/ w:rsidR="(\w{4})"/g, ' w:rsidR="0000$1"')
const shapes = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'
/** All fixtures fit into one document, which the validator reads but once. */
const together = whole(Object.values(bodies).join(''))
const picture = data['logo']

const rich: Readonly<Record<string, readonly [DocxParts, JsonObject]>> = {
  'HTML of every kind': [
    { body: p('{~a}') + table(['{~a}', '{~b}']) + textBox(p('{~b}')), header: p('{~b}'), footer: p('{~c}') },
    {
      a: '<h1>One</h1><p>a <b>b</b><i>c</i><u>d</u> <a href="https://example.org/?a=1&b=2">e</a><br>f</p><ul><li>x<ol><li>y</li></ol></li></ul><table><tr><th colspan="2">h</th></tr><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table><blockquote>q</blockquote><pre>code\n two</pre><hr>',
      b: '<p style="text-align:center;color:#f00">x</p><ol start="3"><li>three</li></ol>',
      c: 'plain & simple',
    },
  ],
  markdown: [
    { body: p('{a | markdown}') },
    {
      a: '# One\n\n- a\n- b\n  1. c\n\n> quote\n\n| h | i |\n|---|--:|\n| 1 | 2 |\n\n`code` **bold** [link](https://example.org)',
    },
  ],
  'pictures, codes, links and tables in every part': [
    {
      body:
        p('{%logo}{"x" | qr}{"4006381333931" | barcode:"ean13"}{url | link:"here"}') +
        p('{#list}') +
        p('{%logo} {n}') +
        p('{/list}') +
        table(['{#list}{%logo}', '{n}{/list}']) +
        p('{rows | table:"header"}') +
        p('{pageBreak}'),
      header: p('{%logo}'),
      footer: p('{url | link}'),
    },
    {
      logo: picture ?? '',
      url: 'https://example.org/?a=1&b="2"',
      list: [{ n: 1 }, { n: 2 }],
      rows: [
        ['a', 'b'],
        [1, 2],
      ],
    },
  ],
  'fields and controls': [
    {
      body:
        `<w:p>${mergeField('name', '\\* Upper')}</w:p>` +
        control('<w:tag w:val="name"/><w:id w:val="5"/><w:text/>', p('old')) +
        p('{#list}') +
        `<w:p>${mergeField('n')}</w:p>` +
        p('{/list}'),
    },
    { name: 'A & <B>', list: [{ n: 1 }, { n: 2 }] },
  ],
}

describe('a filled document', () => {
  it('has nothing that its template has not: all fixtures of the differential suite', async () => {
    const template = docx({ body: together, header: p('{a}'), footer: p('{lines}'), title: '{a}' })
    expect([...(await sdkFaults(template))]).toEqual([])
    await fillUnharmed(template, data)
    await fillUnharmed(template, { ...data, list: [], a: '' }, { missing: 'highlight' })
    await fillUnharmed(template, {}, { missing: 'keep' })
  })

  it.each(Object.entries(rich))('has nothing that its template has not: %s', async (_, [parts, given]) => {
    const template = docx({ ...parts, body: whole(parts.body) })
    expect([...(await sdkFaults(template))]).toEqual([])
    await fillUnharmed(template, given)
  })

  it('has every entry that no tag changes as it was packed', async () => {
    const image = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)
    const template = docx({
      body: together,
      header: p('no tag'),
      footer: p('{a}'),
      comments: '',
      files: { 'word/media/image9.png': image, 'customXml/item1.xml': '<a> <b/></a>' },
    })
    const [before, after] = [
      packedBytes(template),
      packedBytes(await fillUnharmed(template, { ...data, logo: null, rows: null })),
    ]
    for (const name of [
      'word/header1.xml',
      'word/comments.xml',
      'word/media/image9.png',
      'customXml/item1.xml',
      '_rels/.rels',
    ])
      expect(after.get(name), name).toBe(before.get(name))
    expect(after.get('word/footer1.xml')).not.toBe(before.get('word/footer1.xml'))
    expect([...before.keys()].filter((name) => !after.has(name))).toEqual([])
  })

  it('would be found out by the SDK and by our rules if it were broken', async () => {
    expect((await sdkFaults(docx('<w:p><w:p/></w:p>'))).size).toBe(1)
    expect([...(await sdkFaults(docx('<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:p/></w:tr></w:tbl>')))]).toHaveLength(1)
    expect([...(await ownFaults(docx('<w:tbl><w:tr><w:tc></w:tc></w:tr></w:tbl>')))]).toEqual([
      'Body cell_without_paragraph',
    ])
  })
})
