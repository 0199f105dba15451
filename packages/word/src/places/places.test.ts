import type { FillRequest, JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { signs } from '../template/carried-tags.ts'
import { docx, type DocxParts, p, run, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'
import { linkTarget } from './link-target.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const fill = (parts: DocxParts | string, data: JsonObject, more: Partial<FillRequest> = {}) =>
  templates.fill(vettedForTest(docx(parts), 'docx'), { ...context, data, missing: 'error', ...more }, { signal })
const xmlOf = (bytes: Uint8Array, name = 'word/document.xml'): string => new PizZip(bytes).file(name)?.asText() ?? ''
const relations = 'word/_rels/document.xml.rels'
const link = (text: string, id = 'link0'): string => `<w:p><w:hyperlink r:id="${id}">${run(text)}</w:hyperlink></w:p>`
const drawing = (attributes: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" ${attributes}/></wp:inline></w:drawing></w:r></w:p>`

describe('tags in attributes', () => {
  it.each<readonly [string, string, string]>([
    [
      'alternative texts',
      drawing('descr="Photo of {n}{#y}!{/y}" title="{n | upper}"'),
      'descr="Photo of a &quot;b&quot; &amp; &lt;c&gt;!" title="A &quot;B&quot; &amp; &lt;C&gt;"',
    ],
    [
      'watermarks',
      '<w:p><w:r><w:pict><v:shape id="s"><v:textpath string="{n}"/></v:shape></w:pict></w:r></w:p>',
      'string="a &quot;b&quot; &amp; &lt;c&gt;"',
    ],
    [
      'screen tips',
      `<w:p><w:hyperlink w:anchor="x" w:tooltip="{n}">${run('y')}</w:hyperlink></w:p>`,
      'w:tooltip="a &quot;b&quot; &amp; &lt;c&gt;"',
    ],
  ])('are filled in %s', async (_, body, expected) => {
    const {
      content: { bytes },
      filled,
      unused,
    } = await fill(body, { n: 'a "b" & <c>', y: true })
    expect(xmlOf(bytes)).toContain(expected)
    expect(xmlOf(bytes)).not.toMatch(/[\ufdd0-\ufdef]/)
    expect([filled.includes('n'), unused.includes('n')]).toEqual([true, false])
  })

  it('follow the loop that they stand in, and the policy for what is missing', async () => {
    const body = p('{#l}') + drawing('descr="{n}"') + p('{/l}')
    expect(
      [...xmlOf((await fill(body, { l: [{ n: 'x' }, { n: 'y' }] })).content.bytes).matchAll(/descr="(.)"/g)].map(
        ([, n]) => n,
      ),
    ).toEqual(['x', 'y'])
    await expect(fill(drawing('descr="{n}"'), {})).rejects.toMatchObject({ code: 'data_incomplete' })
    expect(xmlOf((await fill(drawing('descr="{n}"'), {}, { missing: 'highlight' })).content.bytes)).toContain(
      'descr="[n]"',
    )
    expect(xmlOf((await fill(drawing('descr="{n}"'), {}, { missing: 'keep' })).content.bytes)).toContain('descr="{n}"')
  })

  it.each<readonly [string, DocxParts | string, string]>([
    ['alternative texts', drawing('descr="{~h} {u | link:&quot;a link&quot;}"'), 'descr="Hello &lt;you&gt; a link"'],
    ['addresses', { body: link('x'), links: ['https://a.example/{~h}'] }, ''],
    [
      'codes of fields',
      `<w:p><w:fldSimple w:instr=" TC &quot;{~h}&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`,
      'TC &quot;Hello &lt;you&gt;&quot;',
    ],
  ])('have the text of a value that is more than text, in %s, and tell it', async (_, template, expected) => {
    const data = { h: '<p>Hello <b>&lt;you&gt;</b></p>', u: 'https://b.example' }
    const { content, findings } = await fill(template, data)
    if (expected === '') expect(xmlOf(content.bytes, relations)).toContain('https://a.example/Hello%20%3Cyou%3E')
    else expect(xmlOf(content.bytes)).toContain(expected)
    expect(findings.map(({ code }) => code)).toContain('rich_value_as_text')
  })

  it('leave what is no tag', async () => {
    const body = drawing('descr="{1, 2} &amp; {{"') + p('{a}')
    expect(xmlOf((await fill(body, { a: 1 })).content.bytes)).toContain('descr="{1, 2} &amp; {{"')
  })
})

describe('tags in the addresses of links', () => {
  const to = 'https://x.test/%7Bid%7D'
  const linked = (text: string): string => `<w:hyperlink r:id="link0">${run(text)}</w:hyperlink>`
  it.each([
    ['ends in the link', `${run('see {na')}${linked('me} here')}`, 'see N here'],
    ['goes over the link', `${run('see {na')}${linked('m')}${run('e}!')}`, 'see N!'],
    ['begins with two braces', `${run('see  {{na')}${linked('me}} here')}`, 'see  N here'],
    ['stands in a loop of the same run', `${run('{#l}see {na')}${linked('me}')}${run('{/l}')}`, 'see N'],
  ])('are filled where a tag that begins before the link %s', async (_, inner, text) => {
    const body = `<w:p>${inner}</w:p>`
    const address = inner.includes('{{') ? 'https://x.test/{{id}}' : to
    const { content } = await fill({ body, links: [address] }, { l: [{}], id: 7, name: 'N' })
    expect(textOf(content.bytes)).toBe(text)
    expect(xmlOf(content.bytes, relations)).toContain('https://x.test/7')
  })

  it('are filled and encoded, a relation for each address', async () => {
    const body = p('{#l}') + link('{n}') + p('{/l}') + link('fixed', 'link1')
    const {
      content: { bytes },
      findings,
    } = await fill(
      { body, links: ['https://x.test/%7Bn%7D?q=%7Bq%20%7C%20upper%7D', 'https://fixed.test'] },
      {
        l: [
          { n: 'a/b', q: 'ä&' },
          { n: 'c', q: '' },
          { n: 'c', q: '' },
        ],
      },
    )
    expect(findings).toEqual([])
    expect(xmlOf(bytes, relations)).not.toContain('%7B')
    const targets = new Map(
      [...xmlOf(bytes, relations).matchAll(/Id="([^"]*)"[^>]*Target="([^"]*)"/g)].map(([, id, to]) => [id, to]),
    )
    expect([...xmlOf(bytes).matchAll(/r:id="([^"]*)"/g)].map(([, id]) => targets.get(id))).toEqual([
      'https://x.test/a%2Fb?q=%C3%84%26',
      'https://x.test/c?q=',
      'https://x.test/c?q=',
      'https://fixed.test',
    ])
  })

  it('never become code', async () => {
    const {
      content: { bytes },
      findings,
    } = await fill({ body: link('x'), links: ['{u}'] }, { u: 'JavaScript:alert(1)' })
    expect(xmlOf(bytes)).toContain('<w:hyperlink><w:r>')
    expect(xmlOf(bytes, relations)).not.toMatch(/script/i)
    expect(findings).toEqual([expect.objectContaining({ code: 'unsafe_address', severity: 'warning' })])
  })

  const v = (value: string): string => signs.value + value + signs.value
  it.each<readonly [string, string | undefined]>([
    [v('https://x.test/a b?c=d'), 'https://x.test/a%20b?c=d'],
    [v('www.x.test'), 'https://www.x.test'],
    [v('a@x.test'), 'mailto:a@x.test'],
    [`mailto:${v('a+b@x.test')}?subject=${v('x & y')}`, 'mailto:a+b@x.test?subject=x%20%26%20y'],
    [`https://${v('x.test:8080')}/${v('../a')}`, 'https://x.test:8080/..%2Fa'],
    [`tel:${v('+49 30 12')}`, 'tel:+493012'],
    [v('java\nscript:x'), undefined],
    [` ${v('vbscript')}:x`, undefined],
    [v('data:text/html,x'), undefined],
    [v('file:///etc/passwd'), undefined],
    [v('#chapter'), '#chapter'],
    ['', ''],
  ])('%j', (given, expected) => {
    expect(linkTarget(given)).toBe(expected)
  })

  it('are never scripts, whatever the value', () => {
    const piece = fc.constantFrom(
      'java',
      'script',
      ':',
      '\t',
      '\u0000',
      ' ',
      'JAVA',
      'data',
      'x',
      '\ufeff',
      '//',
      '%3A',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = linkTarget(v(pieces.join('')))
        // oxlint-disable-next-line no-control-regex -- as browsers read it
        expect(target?.replaceAll(/[\0-\u0020]/g, '') ?? '').not.toMatch(/^(?:javascript|data):/i)
      }),
    )
  })
})

const typesWith = (...overrides: readonly (readonly [string, string])[]): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${overrides.map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`).join('')}</Types>`

it.each<readonly [string, (size: number) => DocxParts]>([
  ...['="{', 'instr', '%7B'].map((piece): [string, (size: number) => DocxParts] => [
    `a field of ${piece}`,
    (size) => ({
      body: p(`MERGEFIELD ${piece.repeat(size)}`) + '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      links: ['{a}'],
    }),
  ]),
  ['an address of {%7B', (size) => ({ body: link('x'), links: ['{%7B'.repeat(size)] })],
])('%s over and over costs no more than its length', async (_, make) => {
  await expectLinearTime(5000, make, (parts) => fill(parts, {}).catch(() => undefined))
})

describe('tags in other parts', () => {
  it.each([
    ['word/charts/chart1.xml', 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'],
    ['word/diagrams/data1.xml', 'application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml'],
    ['word/diagrams/drawing1.xml', 'application/vnd.ms-office.drawingml.diagramDrawing+xml'],
  ])('are filled in %s, split over runs too', async (name, type) => {
    const xml =
      '<x:root xmlns:x="x" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p><a:r><a:t>Sales {ye</a:t></a:r><a:r><a:t>ar}</a:t></a:r></a:p></x:root>'
    const {
      content: { bytes },
    } = await fill(
      { body: p('{a}'), files: { '[Content_Types].xml': typesWith([name, type]), [name]: xml } },
      { a: 1, year: '<2026>' },
    )
    expect(xmlOf(bytes, name).replaceAll(/<[^>]*>/g, '')).toBe('Sales &lt;2026&gt;')
  })
})

describe('content from elsewhere', () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relationsXml = (own: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${own}</Relationships>`

  it('is taken out with what refers to it; links stay', async () => {
    const external = (id: string, type: string, target: string): string =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}" TargetMode="External"/>`
    const {
      content: { bytes },
      findings,
    } = await fill(
      {
        body: `${p('{a}')}${link('x', 'l')}<w:altChunk r:id="c"/><w:subDoc r:id="s"/><w:p><w:r><w:drawing><a:blip r:link="p"/></w:drawing></w:r></w:p>`,
        files: {
          [relations]: relationsXml(
            external('l', 'hyperlink', 'mailto:a@x.test') +
              external('p', 'image', 'https://evil.test/x.png') +
              external('s', 'subDocument', 'https://evil.test/x.docx') +
              `<Relationship Id="c" Type="${office}/aFChunk" Target="chunk.html"/>`,
          ),
          'word/chunk.html': '<script>x</script>',
        },
      },
      { a: 1 },
    )
    expect(xmlOf(bytes)).not.toMatch(/altChunk|subDoc|r:link/)
    expect(xmlOf(bytes)).toContain('<a:blip/>')
    expect(xmlOf(bytes, relations)).not.toContain('evil')
    expect(xmlOf(bytes, relations)).toContain('mailto:a@x.test')
    expect(new PizZip(bytes).file('word/chunk.html')).toBeNull()
    expect(findings).toEqual([expect.objectContaining({ code: 'external_content_removed', severity: 'warning' })])
  })

  it('is the data source of a mail merge too', async () => {
    const settings = 'application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml'
    const {
      content: { bytes },
      findings,
    } = await fill(
      {
        body: p('{a}'),
        files: {
          '[Content_Types].xml': typesWith(['word/settings.xml', settings]),
          'word/settings.xml': `<w:settings xmlns:w="w" xmlns:r="r"><w:mailMerge><w:connectString w:val="secret"/><w:dataSource r:id="d"/></w:mailMerge><w:zoom/></w:settings>`,
          'word/_rels/settings.xml.rels': relationsXml(
            `<Relationship Id="d" Type="${office}/mailMergeSource" Target="file:///C:/x.csv" TargetMode="External"/>`,
          ),
        },
      },
      { a: 1 },
    )
    expect(xmlOf(bytes, 'word/settings.xml')).toBe('<w:settings xmlns:w="w" xmlns:r="r"><w:zoom/></w:settings>')
    expect(xmlOf(bytes, 'word/_rels/settings.xml.rels')).not.toContain('x.csv')
    expect(findings).toEqual([expect.objectContaining({ code: 'mail_merge_removed' })])
  })

  it('are told where a chart keeps a value', async () => {
    const [name, type] = ['word/charts/chart1.xml', 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml']
    const xml = '<c:x xmlns:c="c"><c:pt><c:v>{year}</c:v></c:pt><c:pt><c:v>5</c:v></c:pt></c:x>'
    const files = { '[Content_Types].xml': typesWith([name, type]), [name]: xml }
    const { findings } = await fill({ body: p('{a}'), files }, { a: 1 })
    expect(findings.map(({ code, location }) => [code, location?.part, location?.field, location?.tag])).toEqual([
      ['tag_not_filled', 'Chart', 'value that a chart keeps', '{year}'],
    ])
  })
})
