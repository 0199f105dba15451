import {
  ChanceryError,
  type FillRequest,
  type InspectRequest,
  type JsonObject,
  type VettedDocument,
} from '@chancery/core'
import { writePng } from '@chancery/formats/raster'
import { readZip, stored, zipArchive } from '@chancery/formats/zip'
import { scanXml } from '@chancery/formats/xml'
import { documentTemplatesContract } from '@chancery/port-contracts/document-templates'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { processorMs } from '@chancery/port-contracts/processor-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOdtTemplates } from './odt-templates.ts'
import { list, odt, type OdtParts, p, partOf, span, table, textsOf } from './testing/odt-builder.ts'

documentTemplatesContract('createOdtTemplates', () => ({
  templates: createOdtTemplates(),
  make: (...paragraphs) => odt(paragraphs.map(p).join('')),
  read: textsOf,
  type: 'odt',
  merges: false,
}))

const templates = createOdtTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

async function fill(parts: OdtParts | string, data: object, more: Partial<FillRequest> = {}) {
  const outcome = await templates.fill(
    vettedForTest(odt(parts), 'odt'),
    { ...context, data: data as JsonObject, missing: 'error', ...more },
    { signal },
  )
  const { bytes } = outcome.content
  for (const name of readZip(bytes).keys())
    if (name.endsWith('.xml')) expect(scanXml(partOf(bytes, name), { open() {}, close() {} }), name).toBeUndefined()
  return { ...outcome, bytes, xml: partOf(bytes), texts: textsOf(bytes) }
}

const inspect = (parts: OdtParts | string, more: Partial<InspectRequest> = {}) =>
  templates.inspect(vettedForTest(odt(parts), 'odt'), { ...context, annotate: true, ...more }, { signal })

describe('values', () => {
  it('stand where their tag stood, in the format of its beginning, however it was split', async () => {
    const body = `<text:p>Dear ${span('{na')}${span('me}', 'T2')}, ${span('{a &amp; "x"}'.replace('&amp;', '+'))}</text:p>`
    const { xml, texts } = await fill(body, { name: 'Ada', a: 1 })
    expect(texts).toEqual(['Dear Ada, 1x'])
    expect(xml).toContain('<text:span text:style-name="T1">Ada</text:span><text:span text:style-name="T2"></text:span>')
  })

  it('keep their spaces, tabs and lines, and lose what XML cannot hold', async () => {
    const { xml, texts, findings } = await fill(p('{a}|{b}'), { a: ' x  y\tz\r\nnext ', b: 'o\u0001dd' })
    expect(texts).toEqual([' x  y\tz\nnext |odd'])
    expect(xml).toContain(
      '<text:s text:c="1"/>x<text:s text:c="2"/>y<text:tab/>z<text:line-break/>next<text:s text:c="1"/>',
    )
    expect(findings).toMatchObject([{ code: 'characters_removed' }])
  })

  it('stand in headers, properties, frames, notes and cells too', async () => {
    const frame = (text: string) =>
      `<text:p>{a}<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>{b}</text:p>`
    const note = `<text:p>{a}<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('{b}')}</text:note-body></text:note></text:p>`
    const { texts, bytes } = await fill(
      { body: frame('{b}') + note + table(['{a}', '{b}']), header: p('{a}'), title: 'T {a}\n' },
      { a: 'A', b: 'B\nC' },
    )
    expect(texts.join('|')).toContain('B\nC')
    expect(partOf(bytes)).not.toContain('{')
    expect(textsOf(bytes, 'styles.xml')).toEqual(['A'])
    expect(partOf(bytes, 'meta.xml')).toContain('<dc:title>T A')
  })

  it('can be links and pictures, and have a color or a style', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mM4AAAAwgDB/9Yt3AAAAABJRU5ErkJggg=='
    const { xml, bytes, texts } = await fill(
      p('{url | link:"here"} {%logo} {x | textColor:"red" | textStyle:"bold"} {none}') + p('{%logo}'),
      { url: 'https://example.org/?a=1&b=2', logo: { source: png, width: '20mm', alt: 'A <logo>' }, x: 'X' },
      { missing: 'highlight' },
    )
    expect(xml).toContain('<text:a xlink:type="simple" xlink:href="https://example.org/?a=1&amp;b=2">here</text:a>')
    expect(xml).toContain('svg:width="20.00mm" svg:height="20.00mm"><draw:image xlink:href="Pictures/')
    expect(xml).toContain('<svg:desc>A &lt;logo&gt;</svg:desc>')
    expect(xml).toMatch(
      /<style:style style:name="Chancery1" style:family="text"><style:text-properties fo:color="#FF0000" fo:font-weight="bold"\/>/,
    )
    expect(texts[0]).toContain('[none]')
    const pictures = [...readZip(bytes).keys()].filter((name) => name.startsWith('Pictures/'))
    expect(pictures).toHaveLength(1)
    expect(partOf(bytes, 'META-INF/manifest.xml')).toContain(
      `manifest:full-path="${pictures[0]}" manifest:media-type="image/png"`,
    )
  })

  it('have the size of a picture by its density, as in Word, and its broken ones are refused', async () => {
    const png = writePng(300, 150, new Uint8Array(300 * 150 * 4))
    // pHYs stands before the pixels: 11811 dots to the metre are 300 to the inch.
    const density = Buffer.from('000000097048597300002e2300002e230178a53f76', 'hex')
    const dense = Buffer.concat([png.subarray(0, 33), density, png.subarray(33)])
    const { xml } = await fill(p('{%logo}'), { logo: dense.toString('base64') })
    expect(xml).toContain('svg:width="25.40mm" svg:height="12.70mm"')
    const cut = Buffer.from(png.subarray(0, 40)).toString('base64')
    await expect(fill(p('{%logo}'), { logo: cut })).rejects.toMatchObject({
      violations: [{ code: 'invalid_value', message: expect.stringContaining('cut off') }],
    })
  })

  it('that are no picture are refused with their place', async () => {
    await expect(fill(p('{%logo}'), { logo: { content: 'AAAA' } })).rejects.toMatchObject({
      code: 'data_incomplete',
      violations: [{ pointer: '/data/logo', code: 'invalid_value', location: { tag: '{%logo}' } }],
    })
  })
})

describe('sections', () => {
  const data = {
    l: [
      { n: 'a', i: ['x', 'y'] },
      { n: 'b', i: [] },
    ],
    on: true,
    off: false,
  }

  it.each<readonly [string, string, readonly string[]]>([
    ['in a text', p('x {#l}{n}, {/l}y'), ['x a, b, y']],
    ['over spans', `<text:p>${span('x {#l}')}${span('{n}', 'T2')}${span('{/l} y')}</text:p>`, ['x ab y']],
    ['over paragraphs', p('{#l}') + p('{n}') + p('-') + p('{/l}') + p('end'), ['a', '-', 'b', '-', 'end']],
    ['from one paragraph into the next', p('x {#l}{n}') + p('and{/l} y'), ['x a', 'anda'.slice(0, 3) + 'b', 'and y']],
    ['in one another', p('{#l}') + p('{n}:{#i} {.}{/i}') + p('{/l}'), ['a: x y', 'b:']],
    ['over rows', table(['H', 'I'], ['{#l}{n}', '{$number}{/l}']), ['H', 'I', 'a', '1', 'b', '2']],
    [
      'over rows, with tags beside them',
      table(['{n}', '{#l}x', '{$number}{/l}', '{on}']),
      ['a', 'x', '1', 'true', 'b', 'x', '2', 'true'],
    ],
    ['over entries of a list', list(p('{#l}{n}{/l}'), p('end')), ['a', 'b', 'end']],
    ['between entries of a list', list(p('{#l}'), p('{n}'), p('{/l}'), p('end')), ['a', 'b', 'end']],
    ['with else in a text', p('{#if off}1{else if on}2{else}3{/if}'), ['2']],
    [
      'with else between paragraphs',
      p('{#if off}') + p('1') + p('{else if off}') + p('2') + p('{else}') + p('3') + p('{/if}'),
      ['3'],
    ],
    ['with else between rows', table(['{#if off}1'], ['2{else}'], ['{#l}{n}{/l}'], ['3{/if}']), ['ab', '3']],
    ['with else at the beginning of a row', table(['{#if on}1'], ['{else}2'], ['3{/if}']), ['1']],
    ['inverted', p('{^off}none{/off}{^on}some{/on}'), ['none']],
  ])('%s', async (_, body, texts) => expect((await fill(body, data)).texts).toEqual(texts))

  it('leave no table without rows and no list without entries', async () => {
    const { xml, texts } = await fill(table(['{#none}{n}', 'x{/none}']) + list(p('{#none}{n}{/none}')) + p('end'), {
      none: [],
    })
    expect(texts).toEqual(['end'])
    expect(xml).not.toMatch(/<table:table|<text:list/)
  })

  it('repeat no ids', async () => {
    const body = `${p('{#l}')}<text:p xml:id="p1">{n}</text:p>${p('{/l}')}`
    expect((await fill(body, data)).xml).not.toContain('xml:id')
  })

  it('that begin and end in places that do not belong together are faults with both ends', async () => {
    const { findings } = await inspect(p('{#l}') + table(['{n}{/l}', '{#l}x'], ['{/l}']) + p('{#a}{#b}x{/a}{/b}'))
    expect(findings.map(({ code, severity, location }) => [code, severity, location?.paragraph])).toEqual([
      ['loop_position_invalid', 'error', 1],
      ['crossing_sections', 'error', 5],
    ])
  })

  it('stay whole where their path is missing and the policy is to keep', async () => {
    const body = p('{#l}') + table(['{x}', '{y}']) + p('{/l}') + p('{z} {#m}{n}{/m}')
    const { texts, missing } = await fill(body, { z: 1 }, { missing: 'keep' })
    expect(texts).toEqual(['{#l}', '{x}', '{y}', '{/l}', '1 {#m}{n}{/m}'])
    expect(missing).toEqual(['l', 'm'])
  })
})

describe('a validation', () => {
  it('tells what these templates cannot do, with place and hint', async () => {
    const body = ['{~a}', '{a | html}', '{@a}', '{pageBreak}', '{a | qr}', '{#columns a}{/columns}', '{a | footnote}']
      .map(p)
      .join('')
    const { findings } = await inspect(body)
    expect(
      findings
        .filter(({ code }) => code === 'unsupported_in_odt')
        .map(({ location, hint }) => [location?.paragraph, hint !== undefined]),
    ).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => [number, true]))
  })

  it('tells signs of other engines that stay as they are', async () => {
    const signs = [
      '${client}',
      '<<client>>',
      '[first_name]',
      '«firstName»',
      '{ MERGEFIELD x }',
      '｛client｝',
      '{[list Items]}',
    ]
    const { findings } = await inspect(p('{client}') + signs.map(p).join(''))
    expect(findings.map(({ code, location }) => [code, location?.paragraph, location?.tag])).toEqual([
      ['other_delimiters', 2, '${client}'],
      ['other_delimiters', 3, '<<client>>'],
      ['other_delimiters', 4, '[first_name]'],
      ['other_delimiters', 5, '«firstName»'],
      ['look_alike_delimiters', 7, '｛client｝'],
      ['literal_braces', 8, '{[list Items]}'],
    ])
    const alone = (await inspect(p('See [first_name] and 5 << 6'))).findings
    expect(alone.map(({ severity, location }) => [severity, location?.tag])).toEqual([['info', '[first_name]']])
  })

  it('looks at pictures in the data, and at names of the data in the text', async () => {
    const data = { photo: 'data:image/png;base64,iVBORw0KGgo=', seal: '<svg/>', logo: 'stored/logo.png', grossRent: 1 }
    const body = ['{%photo}', '{%seal}', '{%logo}', 'of grossRent', '{#if a == b}x{/if}'].map(p).join('')
    const { findings } = await inspect(body, { data: { ...data, a: 1, b: 1 } })
    expect(findings.map(({ code, location }) => [code, location?.paragraph])).toEqual([
      ['other_delimiters', 4],
      ['invalid_value', 1],
      ['invalid_value', 2],
      ['unused_data', undefined],
    ])
  })

  it('tells tags that can be filled, and hardly say what was meant', async () => {
    const odd = ['{a[$index]}', '{FOR x IN list}', '{#empty}{/empty}', '{#list}{x}{/list}', '{n | default:“n/a„}']
    const { findings } = await inspect(odd.map(p).join(''))
    expect(findings.map(({ code, location }) => [code, location?.paragraph])).toEqual([
      ['outside_loop', 1],
      ['foreign_statement', 2],
      ['empty_section', 3],
      ['unlike_quotes', 5],
    ])
    expect((await inspect(p('{#list}{$index} {n | default:“n/a”}{/list}'))).findings).toMatchObject([
      { code: 'typographic_quotes', severity: 'info' },
    ])
  })

  it('gives a copy with a comment at each finding, which is no part of the template', async () => {
    const { annotated, findings } = await inspect({ body: p('First') + p('x {a | uper} y'), header: p('{b') })
    expect(findings.map(({ code, location }) => [code, location?.part])).toEqual([
      ['unknown_formatter', 'Body'],
      ['unclosed_tag', 'Headers and footers'],
    ])
    const xml = partOf(annotated?.bytes ?? new Uint8Array())
    expect(xml).toMatch(
      /<text:p>x \{a \| <office:annotation><dc:creator>Chancery<\/dc:creator>.*<text:p>unknown_formatter<\/text:p><\/office:annotation>uper\} y/,
    )
    const again = await templates.inspect(vettedForTest(annotated?.bytes ?? '', 'odt'), context, { signal })
    expect(again.findings).toEqual(findings)
  })

  it('counts, and gives sample data that fills the template', async () => {
    const body =
      table(['{#items}{name}', '{price | currency}{/items}']) + p('{when | date:"long"} {%logo} {#if vip}VIP{/if}')
    const { sampleData, statistics, schema } = await inspect(body)
    expect(statistics).toMatchObject({ tables: 1, loops: 1, conditions: 1, formatters: { currency: 1, date: 1 } })
    expect(schema).toMatchObject({ required: ['items', 'when', 'logo'] })
    expect((await fill(body, sampleData)).missing).toEqual([])
  })

  it('says what keeps a fill from being made at once, and where a schema differs', async () => {
    const template = p('{a | uper} {n | number:1} {client.name}')
    await expect(fill(template, { n: 'x', client: { name: 'Ada' } })).rejects.toMatchObject({
      code: 'template_invalid',
      violations: [
        { pointer: '/template', code: 'unknown_formatter', location: { tag: 'uper' } },
        { pointer: '/data/n', code: 'wrong_kind', location: { tag: '{n | number:1}', paragraph: 1 } },
      ],
    })
    const properties = { n: { type: 'number' }, client: { type: 'string' } }
    const schema = { type: 'object', properties, required: ['n', 'client'] }
    const document = vettedForTest(odt(p('{n} {client.name}')), 'odt')
    const { findings } = await templates.inspect(document, { ...context, schema }, { signal })
    expect(findings).toMatchObject([
      { code: 'wrong_kind', location: { path: 'client', tag: '{client.name}', part: 'Body', paragraph: 1 } },
    ])
  })

  it('leaves tags in deleted text and in comments of its own alone', async () => {
    const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('{a')}</text:deletion></text:changed-region></text:tracked-changes>`
    expect((await inspect(deleted + p('{b}'))).findings).toEqual([])
  })
})

describe('hostile templates', () => {
  it('have no macros and nothing from elsewhere when they are filled', async () => {
    const body = `<text:p><draw:frame><draw:image xlink:href="https://example.org/x.png"/></draw:frame><draw:frame><draw:image xlink:href="Pictures/own.png"/></draw:frame>{a}<text:a xlink:href="https://example.org">l</text:a></text:p><text:section><text:section-source xlink:href="file:///etc/passwd"/></text:section>`
    const { xml, bytes, findings } = await fill(
      { body, files: { 'Basic/Standard/Module1.xml': '<script/>' } },
      { a: 1 },
    )
    expect(xml).not.toMatch(/example\.org\/x|passwd/)
    expect(xml).toContain('Pictures/own.png')
    expect(xml).toContain('<text:a xlink:href="https://example.org">')
    expect([...readZip(bytes).keys()].some((name) => name.startsWith('Basic/'))).toBe(false)
    expect(partOf(bytes, 'META-INF/manifest.xml')).not.toContain('Basic')
    expect(findings.map(({ code }) => code)).toEqual(['macros_removed', 'external_content_removed'])
  })

  it('of many tags, deep spans and long rows are answered in bounds', async () => {
    const many = p('{a} '.repeat(2500))
    const deep = `<text:p>${'<text:span>'.repeat(500)}{#l}x{/l}${'</text:span>'.repeat(500)}</text:p>`
    const rows = table(...Array.from({ length: 1000 }, () => ['{#l}{.}', '{/l}']))
    for (const body of [many, deep, rows, p('{#l}'.repeat(1000)), p('{'.repeat(20_000))]) {
      const refused = (error: unknown): void => {
        if (!ChanceryError.is(error)) throw error
      }
      const used = await processorMs(async () => {
        await fill(body, { a: 1, l: [1, 2] }).catch(refused)
        await inspect(body).catch(refused)
      })
      expect(used).toBeLessThan(10_000)
    }
  })

  it.each<readonly [string, number, (size: number) => string]>([
    ['tags in one text', 300, (size) => p('{a} '.repeat(size))],
    ['sections in one text', 300, (size) => p('{#l}{.}{/l} '.repeat(size))],
    ['rows', 100, (size) => table(...Array.from({ length: size }, () => ['{a}', '{#none}{b}', '{/none}']))],
    ['entries', 200, (size) => list(...Array.from({ length: size }, () => p('{#l}{.}{/l}')))],
    ['sections that are kept', 200, (size) => p('{#none}{a}{/none} {a}').repeat(size)],
    ['elses', 200, (size) => p('{#if a}1{else if a}2{else}3{/if}').repeat(size)],
    ['spans', 500, (size) => `<text:p>{a}${span('x').repeat(size)}</text:p>`],
  ])('of many %s take time in proportion', async (_, size, make) => {
    const request = { ...context, data: { a: 1, l: [1], b: 1 }, missing: 'keep' } as const
    await expectLinearTime(
      size,
      (count) => vettedForTest(odt(make(count)), 'odt'),
      async (template) => {
        await templates.inspect(template, context, { signal })
        await templates.fill(template, request, { signal })
      },
    )
  })

  it('of which a part breaks off are told of it, with what stands before', async () => {
    const content = partOf(odt(p('{a | uper}'))).replace(
      '</office:text></office:body></office:document-content>',
      '</office:text>',
    )
    const excerpt = { text: '</office:text>', start: 0, end: 14 }
    const vetted = {
      ...vettedForTest(
        odt({ body: '', files: { 'content.xml': `${content}</office:body></office:document-content>` } }),
        'odt',
      ),
      faults: [{ part: 'content.xml', reason: 'unclosed_element', start: 0, end: 1, excerpt }],
    } as VettedDocument
    const { findings, annotated } = await templates.inspect(vetted, { ...context, annotate: true }, { signal })
    expect(findings.map(({ code, location }) => [code, location?.part])).toEqual([
      ['malformed_xml', 'Body'],
      ['unknown_formatter', 'Body'],
    ])
    expect(annotated).toBeUndefined()
  })

  it('that are no XML are refused', async () => {
    const broken = { body: '', files: { 'content.xml': '<a><b></a>' } }
    await expect(fill(broken, {})).rejects.toMatchObject({ code: 'document_corrupt' })
    const none = zipArchive([stored('mimetype', Buffer.from('x'))]).bytes
    await expect(
      templates.fill(vettedForTest(none, 'odt'), { ...context, data: {}, missing: 'error' }, { signal }),
    ).rejects.toMatchObject({ code: 'document_corrupt' })
  })

  it('give well-formed documents with all the text, whatever spans the tags are split over', async () => {
    const texts = fc.constantFrom('{a}', '{#l}', '{/l}', '{n}', 'x', ' ', '{#if on}', '{else}', '{/if}')
    const paragraph = fc.array(texts, { maxLength: 6 }).chain((parts) => {
      const whole = parts.join('')
      return fc.array(fc.nat(Math.max(0, whole.length)), { maxLength: 3 }).map((cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
        return at.slice(1).map((end, index) => whole.slice(at[index], end))
      })
    })
    await fc.assert(
      fc.asyncProperty(fc.array(paragraph, { maxLength: 5 }), async (paragraphs) => {
        const split = paragraphs
          .map((pieces) => `<text:p>${pieces.map((piece) => span(piece)).join('')}</text:p>`)
          .join('')
        const plain = paragraphs.map((pieces) => p(pieces.join(''))).join('')
        const data = { a: 'A', on: true, l: [{ n: 1 }, { n: 2 }] }
        const outcome = (body: string) =>
          fill(body, data).then(
            ({ texts: found }) => found,
            (error: unknown) => {
              if (!ChanceryError.is(error)) throw error
              return error.violations.map(({ code }) => code)
            },
          )
        expect(await outcome(split)).toEqual(await outcome(plain))
      }),
      { numRuns: 50 },
    )
  })
})

it('keeps what it does not change as it was packed, and begins with its type', async () => {
  const template = odt({ body: p('{a}'), title: 'x' })
  const { bytes } = await fill({ body: p('{a}'), title: 'x' }, { a: 1 })
  expect([...readZip(bytes).keys()][0]).toBe('mimetype')
  expect(readZip(bytes).get('meta.xml')?.data).toEqual(readZip(template).get('meta.xml')?.data)
  expect(Buffer.from(bytes.subarray(30, 38)).toString()).toBe('mimetype')
})

describe('addresses of links', () => {
  const linked = (href: string, text = '{n}'): string =>
    `<text:p><text:a xlink:type="simple" xlink:href="${href}">${text}</text:a></text:p>`
  const hrefs = (xml: string): readonly (string | undefined)[] =>
    [...xml.matchAll(/xlink:href="([^"]*)"/g)].map(([, href]) => href)

  it.each<readonly [string, object, string]>([
    [
      'https://x.test/%7Bid%7D?q=%7Bq%20%7C%20upper%7D&amp;z=1',
      { id: 'a b', q: 'é&' },
      'https://x.test/a%20b?q=%C3%89%26&amp;z=1',
    ],
    ['{site}', { site: 'www.x.test' }, 'https://www.x.test'],
    ['mailto:{mail}', { mail: 'a@x.test' }, 'mailto:a@x.test'],
    ['{site}', { site: 'javascript:alert(1)' }, ''],
    ['https://x.test/#plain', {}, 'https://x.test/#plain'],
  ])('%s are filled', async (href, data, expected) => {
    const { xml, texts, unused, findings } = await fill(linked(href), { n: 'N', ...data })
    expect([texts, hrefs(xml), unused]).toEqual([['N'], [expected], []])
    expect(findings.map(({ code }) => code)).toEqual(expected === '' ? ['unsafe_address'] : [])
  })

  it('follow loops and policies, and take no sections', async () => {
    const each = await fill(p('{#l}') + linked('https://x.test/{n}') + p('{/l}'), { l: [{ n: 1 }, { n: 2 }] })
    expect(hrefs(each.xml)).toEqual(['https://x.test/1', 'https://x.test/2'])
    expect(hrefs((await fill(linked('https://x.test/{id}', 'x'), {}, { missing: 'keep' })).xml)).toEqual([
      'https://x.test/%7Bid%7D',
    ])
    await expect(fill(linked('https://x.test/{id}'), { n: 1 })).rejects.toMatchObject({ code: 'data_incomplete' })
    const { findings } = await inspect(p('a') + linked('https://x.test/{#if a}b{/if}', 'x'))
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'unsupported_in_odt', location: { paragraph: 2 } },
      { code: 'unsupported_in_odt' },
    ])
  })
})

it('gives what a section repeats names of its own', async () => {
  const body =
    p('{#l}') +
    `<text:section text:name="S &amp; T">${table(['{.}'])}</text:section>` +
    '<text:p><draw:frame draw:name="F"><draw:text-box><text:p>{.}</text:p></draw:text-box></draw:frame>' +
    '<text:bookmark-start text:name="b"/>x<text:bookmark-end text:name="b"/>' +
    '<text:note text:id="ftn1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p>' +
    p('{/l}')
  const { xml } = await fill(body, { l: [1, 2] })
  const names = [...xml.matchAll(/(?:text:name|draw:name|table:name|text:id)="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual(['S &amp; T', 'T', 'F', 'b', 'b', 'ftn1', 'S &amp; T 2', 'T 2', 'F 2', 'b 2', 'b 2', 'ftn1-2'])
})

it('tells nothing of a section that is the whole of a list entry', async () => {
  const template = vettedForTest(odt(list(p('{#parts}{text}{/parts}'), p('By {#parts}{text}{/parts}'))), 'odt')
  const { findings } = await templates.inspect(template, context, { signal })
  expect(findings.map(({ code, location }) => [code, location?.paragraph])).toEqual([['glued_text', 2]])
})
