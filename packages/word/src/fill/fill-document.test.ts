import type { FillRequest, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, type DocxParts, p, run, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()

const fill = (parts: DocxParts | string, data: JsonObject, more: Partial<FillRequest> = {}) =>
  templates.fill(
    vettedForTest(docx(parts), 'docx'),
    {
      data,
      missing: 'error',
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      now: Date.UTC(2026, 10, 21, 23, 30),
      ...more,
    },
    { signal },
  )
const text = async (...given: Parameters<typeof fill>): Promise<string> => textOf((await fill(...given)).content.bytes)

describe('fillDocument', () => {
  it('fills every part, endnotes, text boxes and properties too', async () => {
    const note = (id: string): string => `<w:${id} w:id="1">${p('{n}')}</w:${id}>`
    const parts = {
      body: textBox(p('{n}')),
      header: p('{n}'),
      firstHeader: p('{n}'),
      footer: p('{n}'),
      footnotes: note('footnote'),
      endnotes: note('endnote'),
      comments: note('comment'),
      title: '{n}',
    }
    const {
      content: { bytes },
    } = await fill(parts, { n: 'Ö' })
    const zip = new PizZip(bytes)
    for (const name of [
      'word/document.xml',
      'word/header1.xml',
      'word/header2.xml',
      'word/footer1.xml',
      'word/footnotes.xml',
      'word/endnotes.xml',
      'word/comments.xml',
      'docProps/core.xml',
    ]) {
      expect(textOf(bytes, name)).toBe('Ö')
      expect(zip.file(name)?.asText()).not.toContain('{n}')
    }
  })

  it('takes the spaces beside a section alone in its paragraph away, and not those of cells', async () => {
    const body = p('A') + p('{#list} ') + p('{.}') + p('\u00a0{/list}\u200b') + p('B')
    expect(await text(body, { list: ['x', 'y'] })).toBe('A\nx\ny\nB')
    const { content } = await fill(table(['{#list} ', '{/list}']), { list: ['x'] })
    expect(new PizZip(content.bytes).file('word/document.xml')?.asText()).toContain('> </w:t>')
  })

  it('repeats a list entry that is one section, with its bullet', async () => {
    const entry = (inner: string): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(inner)}</w:p>`
    const body = p('List') + entry('{#list}{a}{#b}, {.}{/b}{/list}') + p('{#list}{a};{/list}', 'Normal')
    const filled = await fill(body, {
      list: [
        { a: 1, b: ['x', 'y'] },
        { a: 2, b: [] },
      ],
    })
    expect(textOf(filled.content.bytes)).toBe('List\n1, x, y\n2\n1;2;')
    expect(new PizZip(filled.content.bytes).file('word/document.xml')?.asText().split('<w:numPr>')).toHaveLength(3)
    expect(await text(body, { list: [] })).toBe('List')
    const inCell = `<w:tbl><w:tr><w:tc>${entry('{#list}{a}{/list}')}</w:tc></w:tr></w:tbl>`
    const empty = new PizZip((await fill(inCell, { list: [] })).content.bytes).file('word/document.xml')?.asText()
    expect(empty).toMatch(/<w:tc><w:p ?[^>]*(?:\/>|><\/w:p>)<\/w:tc>/)
    expect(await text(p('{#a}{.}{/a}', 'ListBullet') + p('{^a}none{/a}', 'ListNumber'), { a: ['x', 'y'] })).toBe('x\ny')
    expect(await text(p('{#a}{.};{/a} end', 'ListBullet'), { a: ['x', 'y'] })).toBe('x;y; end')
  })

  it('reads tags that Word split over runs, and keeps what stands around them', async () => {
    expect(
      await text(p(['a {', 'cl', 'ient.na', 'me} b {', 'x | upper', '} & <c>']), { client: { name: 'N' }, x: 'y' }),
    ).toBe('a N b Y & <c>')
  })

  it('repeats table rows and paragraphs, and drops what has no items', async () => {
    const body =
      table(['Item', 'Price'], ['{#items}{name}', '{price | number:2}{/items}']) +
      p('{#none}') +
      p('gone') +
      p('{/none}')
    expect(
      await text(body, {
        items: [
          { name: 'a', price: 1 },
          { name: 'b', price: '2.5' },
        ],
        none: [],
      }),
    ).toBe('Item\nPrice\na\n1,00\nb\n2,50')
  })

  it('breaks lines inside the run, and keeps its format', async () => {
    const {
      content: { bytes },
    } = await fill(`<w:p>${run('{a}', '<w:rPr><w:b/></w:rPr>')}</w:p>`, { a: 'x\r\ny' })
    expect(new PizZip(bytes).file('word/document.xml')?.asText()).toContain(
      '<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">x</w:t><w:br/><w:t xml:space="preserve">y</w:t></w:r>',
    )
  })

  it('leaves out characters that XML cannot hold, and says so', async () => {
    const outcome = await fill(p('{a}'), { a: 'x\u0000\u0001\ud800y' })
    expect(textOf(outcome.content.bytes)).toBe('x\ufffdy')
    expect(outcome.findings).toEqual([expect.objectContaining({ code: 'characters_removed', severity: 'warning' })])
  })

  it('shows today in the time zone of the call, and never shifts a date', async () => {
    expect(
      await text(
        p('{today | date:"dd.MM.yyyy"} {d | date:"long"}'),
        { d: '2026-03-05' },
        { timeZone: 'Pacific/Honolulu' },
      ),
    ).toBe('21.11.2026 5. März 2026')
  })

  it('keeps a whole section whose path has no value, so that it can be filled later', async () => {
    const first = await fill(p('{a} {#items}{name}{/items} {#b}x{/b}'), { b: true }, { missing: 'keep' })
    expect(textOf(first.content.bytes)).toBe('{a} {#items}{name}{/items} x')
    const again = await templates.fill(
      vettedForTest(first.content.bytes, 'docx'),
      {
        data: { a: 1, items: [{ name: 2 }] },
        missing: 'error',
        locale: 'en',
        timeZone: 'UTC',
        currency: 'EUR',
        now: 0,
      },
      { signal },
    )
    expect(textOf(again.content.bytes)).toBe('1 2 x')
  })

  it('takes double braces where the template uses them', async () => {
    expect(await text(p('{{a}} { b } {"c"} {{#l}}{{.}}{{^$last}}, {{/}}{{/l}}'), { a: 1, l: [1, 2] })).toBe(
      '1 { b } {"c"} 1, 2',
    )
  })

  it('leaves other entries as they are', async () => {
    const image = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251)
    const {
      content: { bytes },
    } = await fill({ body: p('{a}'), files: { 'word/media/image1.png': image } }, { a: 1 })
    expect(new PizZip(bytes).file('word/media/image1.png')?.asUint8Array()).toEqual(image)
  })

  it('gives large parts that it does not change as views of the template, under the same bytes as joined', async () => {
    let state = 1
    const picture = Uint8Array.from({ length: 100_000 }, () => (state = (state * 48_271) % 2_147_483_647) >>> 8)
    const template = vettedForTest(docx({ body: p('{a}'), files: { 'word/media/image1.png': picture } }), 'docx')
    const before = template.bytes.slice()
    const request = {
      data: { a: 1 },
      missing: 'error',
      locale: 'en',
      timeZone: 'UTC',
      currency: 'EUR',
      now: 0,
    } as const
    const [one, two] = [
      await templates.fill(template, request, { signal }),
      await templates.fill(template, { ...request, data: { a: 2 } }, { signal }),
    ]
    expect(one.content.chunks.some(({ buffer }) => buffer === template.bytes.buffer)).toBe(true)
    const own = one.content.chunks.filter(({ buffer }) => buffer !== template.bytes.buffer)
    expect(own.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(20_000)
    expect(Buffer.concat(one.content.chunks).equals(one.content.bytes)).toBe(true)
    // Neither another fill nor the joining changes what the first one has.
    expect([textOf(one.content.bytes), textOf(two.content.bytes)]).toEqual(['1', '2'])
    expect(new PizZip(one.content.bytes).file('word/media/image1.png')?.asUint8Array()).toEqual(picture)
    expect(template.bytes).toEqual(before)
  })

  it('never hands out a document whose XML is broken', async () => {
    const half = `<w:p><w:ins w:id="1">${run('{#a}')}</w:ins>${run('x{/a}')}</w:p>`
    await expect(fill(half, { a: [1, 2] })).rejects.toMatchObject({
      code: 'template_invalid',
      violations: [{ code: 'loop_position_invalid' }],
    })
  })

  it.each([
    ['a million braces', p('{'.repeat(1_000_000)), {}, 'payload_too_large'],
    ['thousands of nested sections', p('{#a}'.repeat(5000) + '{/a}'.repeat(5000)), { a: true }, 'template_invalid'],
    ['a text of many megabytes', p('{a}{a}{a}'), { a: 'x'.repeat(8_000_000) }, 'payload_too_large'],
    ['nested lists', p('{#a}{#a}{#a}x{/a}{/a}{/a}'), { a: Array.from({ length: 500 }, () => 1) }, 'payload_too_large'],
  ])('refuses %s', async (_, body, data, code) => {
    await expect(fill(body, data)).rejects.toMatchObject({ code })
  })

  it('fills what inspect gives as sample data, and changes nothing around the tags', async () => {
    const name = fc.constantFrom('name', 'client.name', 'total', 'größe', 'First Name', 'items.0.x')
    const literal = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '<', '&', '"', '名', '.') })
    const value = fc.oneof(
      name.map((path) => `{${path}}`),
      name.map((path) => `{${path} | default:"x" | upper}`),
      fc.constantFrom(
        '{d | date:"long"}',
        '{n | currency}',
        '{flag ? "a" : "b"}',
        '{#flag}ja{/flag}',
        '{#list}{.}, {/list}',
        '{#rows}{cell} {$number}{/rows}',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(literal, value), { maxLength: 6 }), async (pieces) => {
        const body = pieces.map(([before, tag]) => p(`${before}${tag}|`)).join('')
        const vetted = vettedForTest(docx(body), 'docx')
        const context = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }
        const { sampleData, findings } = await templates.inspect(vetted, context, { signal })
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
        const lines = textOf(
          (await templates.fill(vetted, { ...context, data: sampleData, missing: 'error' }, { signal })).content.bytes,
        )
        for (const [before] of pieces) expect(lines).toContain(before.trim())
      }),
      { numRuns: 25 },
    )
  })
})

describe('what is missing', () => {
  it('is marked in yellow with its path, in the format of its run', async () => {
    const body = `<w:p><w:r><w:rPr><w:b/><w:highlight w:val="red"/><w:u w:val="single"/></w:rPr><w:t>Dear {client.name},</w:t></w:r></w:p>`
    const {
      content: { bytes },
      missing,
    } = await fill(body, {}, { missing: 'highlight' })
    expect(missing).toEqual(['client.name'])
    expect(new PizZip(bytes).file('word/document.xml')?.asText()).toContain(
      '<w:t xml:space="preserve">Dear </w:t></w:r><w:r><w:rPr><w:b/><w:highlight w:val="yellow"/><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">[client.name]</w:t></w:r><w:r><w:rPr><w:b/><w:highlight w:val="red"/><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">,</w:t></w:r>',
    )
    expect(
      textOf(
        (await fill({ body: p('x'), title: '{title}' }, {}, { missing: 'highlight' })).content.bytes,
        'docProps/core.xml',
      ),
    ).toBe('[title]')
  })

  it('is decided by the tag, else by its path, else by the call', async () => {
    const body = p('{a}{b | missing:"keep"}{c | upper | missing:"highlight"}{d | missing:"blank"}')
    expect(await text(body, {}, { missing: 'error', missingPaths: { a: 'blank' } })).toBe('{b | missing:"keep"}[c]')
    await expect(
      fill(p('{a | missing:"blank"}{a}'), {}, { missing: 'keep', missingPaths: { a: 'error' } }),
    ).rejects.toMatchObject({ code: 'data_incomplete', violations: [{ location: { tag: '{a}' } }] })
  })

  it('refuses faults of the template and of the data together', async () => {
    await expect(fill(p('{a | uper} {b} {#c}{d | date}{/c}'), { c: [{ d: 'soon' }] })).rejects.toMatchObject({
      code: 'template_invalid',
      violations: [
        { pointer: '/template', code: 'unknown_formatter', location: { tag: '{a | uper}' } },
        { pointer: '/data/b', code: 'missing_value', location: { tag: '{b}' } },
        { pointer: '/data/c/0/d', code: 'wrong_kind' },
      ],
    })
    const list = Array.from({ length: 1000 }, () => 1)
    await expect(fill(p('{#a}{#b}{#c}{.}{/c}{/b}{/a}{x | uper}'), { a: list, b: list, c: list })).rejects.toMatchObject(
      { code: 'template_invalid', violations: [{ pointer: '/template' }] },
    )
  })
})
