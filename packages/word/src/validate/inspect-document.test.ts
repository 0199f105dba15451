import type { InspectRequest } from '@chancery/core'
import { processorMs } from '@chancery/port-contracts/processor-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, p, run, table, textBox } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates({ cacheBytes: 0 })
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const inspect = (body: string, more: Partial<InspectRequest> = {}) =>
  templates.inspect(vettedForTest(docx(body), 'docx'), { ...context, ...more }, { signal })

describe('inspectDocument', () => {
  it('counts no fault where a tag says itself what stands for a missing value, as the fill does', async () => {
    const body = p('{a | missing:"blank"}{b | missing:"keep" | upper}')
    const { findings } = await inspect(body, { data: {} })
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['missing_value', 'info'],
      ['missing_value', 'info'],
    ])
    const request = { ...context, data: {}, missing: 'error' } as const
    await expect(templates.fill(vettedForTest(docx(body), 'docx'), request, { signal })).resolves.toBeDefined()
  })

  it('says of raw XML that a call has to allow it, and of names in conditions what may have been meant', async () => {
    const body = p('{@xml}{#if clinet.vip}x{/if}{nmae | default:"D"}')
    const data = { xml: '<w:r/>', client: { vip: true }, name: 'N' }
    const { findings } = await inspect(body, { data })
    expect(findings.map(({ code, severity, hint, location }) => [code, severity, hint, location?.tag])).toEqual([
      ['raw_xml', 'warning', expect.stringContaining('rawXml'), '{@xml}'],
      ['similar_name', 'warning', 'Did you mean "client.vip"?', '{#if clinet.vip}'],
      ['similar_name', 'warning', 'Did you mean "name"?', '{nmae | default:"D"}'],
      ['unused_data', 'warning', undefined, undefined],
      ['unused_data', 'warning', undefined, undefined],
    ])
  })

  it('asks of a control or an optional field whose name is a slip away from a value that no tag reads', async () => {
    const control = (name: string): string =>
      `<w:sdt><w:sdtPr><w:tag w:val="${name}"/></w:sdtPr><w:sdtContent>${p('x')}</w:sdtContent></w:sdt>`
    const body = control('clientNmae') + control('Comments') + control('clientAddress')
    const { findings } = await inspect(body, { data: { clientName: 'A', client: { address: 'B' } } })
    expect(findings.map(({ code, location, hint }) => [code, location?.path, hint])).toEqual([
      ['similar_name', 'clientNmae', 'Did you mean "clientName"?'],
      ['unused_data', 'clientName', undefined],
    ])
  })

  it('warns of statements of other engines beside tags in double braces', async () => {
    const { findings } = await inspect(p('{{ name }} {% if a %}x{%p endif %} {%tr for x in y %}'))
    expect(findings.map(({ code, location }) => [code, location?.tag])).toEqual([
      ['foreign_statement', '{% if a %}'],
      ['foreign_statement', '{%p endif %}'],
      ['foreign_statement', '{%tr for x in y %}'],
    ])
  })

  it.each(['{§ 5}', '{–}', '{•}'])('leaves %s beside tags as text', async (text) => {
    expect((await inspect(p(`{name} ${text}`))).findings).toEqual([])
  })

  it('tells the tags as a tree, the data wanted, a sample that fills, and how much there is of what', async () => {
    const body =
      p('Dear {client.name | upper},') +
      table(['{#items}{title}', '{price | currency}{/items}']) +
      p('{#if vip}{level}{/if}{#status == "paid"}Thanks{/}') +
      textBox(p('Due {due | date}'))
    const report = await inspect(body)
    expect(report.findings).toEqual([])
    expect(report.tags.map(({ kind, path, children }) => [kind, path, children.map((child) => child.path)])).toEqual([
      ['value', 'client.name', []],
      ['loop', 'items', ['title', 'price']],
      ['condition', 'vip', ['level']],
      ['condition', 'status', []],
      ['value', 'due', []],
    ])
    expect(report.schema).toMatchObject({
      required: ['client', 'items', 'due'],
      properties: {
        items: { type: 'array', items: { properties: { price: {} }, required: ['title', 'price'] } },
        due: { type: 'string', format: 'date' },
        level: {},
        status: { type: 'string', examples: ['paid'] },
      },
    })
    expect(report.statistics).toEqual({
      parts: 1,
      paragraphs: 6,
      tables: 1,
      characters: 133,
      tags: 11,
      values: 5,
      loops: 1,
      conditions: 2,
      depth: 1,
      paths: 8,
      formatters: { currency: 1, date: 1, upper: 1 },
    })
    const request = { ...context, data: report.sampleData, missing: 'error' } as const
    await expect(templates.fill(vettedForTest(docx(body), 'docx'), request, { signal })).resolves.toBeDefined()
    expect((await inspect(body, { data: report.sampleData, schema: report.schema })).findings).toEqual([])
  })
})

it.each([
  '{party} of {party.country}',
  '{a} {a.b} {a.b.c}',
  '{landlords}: {#landlords}{fullName}{/landlords}',
  '{#items}{owner} {owner.city}{/items}',
])('has sample data for %s, which uses one path in two ways', async (text) => {
  const { findings, sampleData } = await inspect(p(text))
  expect(findings.map(({ code, severity }) => [code, severity])).toContainEqual(['conflicting_use', 'warning'])
  const request = { ...context, data: sampleData, missing: 'error' } as const
  await expect(templates.fill(vettedForTest(docx(p(text)), 'docx'), request, { signal })).resolves.toBeDefined()
})

it('tells which fixed texts the dictionaries of the locale lack', async () => {
  const translations = { 'en-GB': { Total: 'Sum' }, de: { 'Due date': 'Fällig' } }
  const { findings } = await inspect(p('{t "Total"} {t(Due date)} {t(Place)} {status | t}'), { translations })
  expect(findings.map(({ code, location, message }) => [code, location?.tag, / in (\S+);/.exec(message)?.[1]])).toEqual(
    [
      ['missing_translation', '{t(Due date)}', context.locale],
      ['missing_translation', '{t(Place)}', context.locale],
      ['missing_translation', '{t "Total"}', 'de'],
    ],
  )
})

it('places what a schema lacks at the first tag that reads something of it', async () => {
  const schema = { type: 'object', properties: { client: { type: 'object' } } }
  const { findings } = await inspect(p('x') + p('{clinet.address.city}'), { schema })
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'missing_value',
      location: expect.objectContaining({ path: 'clinet', part: 'Body', paragraph: 2 }),
    }),
  )
})

describe('hostile templates', () => {
  const tags = (count: number, make: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => make(index)).join('')
  const cases: readonly (readonly [
    name: string,
    body: string,
    code: string | undefined,
    delimiters?: InspectRequest['delimiters'],
  ])[] = [
    ['a million braces', p('{'.repeat(1_000_000)), 'payload_too_large'],
    ['200,000 given delimiters', p('<<'.repeat(200_000)), 'payload_too_large', { open: '<<', close: '>>' }],
    ['5,000 tags', tags(5000, (index) => p(`{name${index}}`)), undefined],
    ['19,000 tags without an end, and one far away', p(`${'{a '.repeat(19_000)}${'x'.repeat(2_000_000)}}`), undefined],
    ['20,000 ends, and a beginning far away', p(`${'a} '.repeat(20_000)}${'x'.repeat(2_000_000)}{`), undefined],
    ['5,000 nested sections', p('{#a}'.repeat(5000) + '{/a}'.repeat(5000)), undefined],
    ['a paragraph of 2 MB with faults', p(`${'word '.repeat(1100)}{x | uper}`.repeat(400)), undefined],
    [
      'an attribute of 300,000 tags',
      `<w:tbl><w:tblPr><w:tblCaption w:val="${'{alt}'.repeat(300_000)}"/></w:tblPr></w:tbl>`,
      undefined,
    ],
    ['elements nested 100,000 deep', '<w:sdt>'.repeat(100_000), undefined],
    [
      '3,000 tags half in tracked changes',
      `<w:p>${`<w:ins>${run('{na')}</w:ins>${run('me}')}`.repeat(3000)}</w:p>`,
      undefined,
    ],
    ['3,000 links to nothing', `<w:p><w:hyperlink r:id="no">${run('x')}</w:hyperlink></w:p>`.repeat(3000), undefined],
    ['100,000 cells without a paragraph', `<w:tbl><w:tr>${'<w:tc></w:tc>'.repeat(100_000)}</w:tr></w:tbl>`, undefined],
  ]

  it.each(cases.map(([name, ...rest]) => [name, rest] as const))(
    'of %s are answered within bounds',
    async (_, [body, code, delimiters]) => {
      const used = await processorMs(async () => {
        const answer = inspect(body, delimiters === undefined ? {} : { delimiters })
        if (code !== undefined) await expect(answer).rejects.toMatchObject({ code })
        else expect((await answer).findings.length).toBeLessThanOrEqual(500)
      })
      expect(used).toBeLessThan(5000)
    },
  )
})
