import type { Finding, JsonSchema } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, type DocxParts, p } from '../testing/docx-builder.ts'
import { field, mergeField } from '../testing/field-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

const inspect = async (parts: DocxParts | string, schema?: JsonSchema): Promise<readonly Finding[]> => {
  const request = schema === undefined ? context : { ...context, schema }
  const { signal } = new AbortController()
  const { findings } = await templates.inspect(vettedForTest(docx(parts), 'docx'), request, { signal })
  return findings.filter(({ severity }) => severity !== 'info')
}
const told = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code, location }) => `${code} ${location?.tag}`)

it.each([
  ['{client.name | upper | | trim}', 'bad_expression'],
  ['{upper | client.name}', 'bad_expression'],
  ['{client.name!"n/a"}', 'bad_expression'],
  ['{client.city[:4]}', 'bad_expression'],
  ['{signedOn | date:"%d %B %Y"}', 'wrong_argument'],
])('tells of %s once, and not of the names in it', async (tag, code) => {
  const body = p('Dear {client.name} of {client.city}, on {signedOn | date}') + p(`As agreed with ${tag} here`)
  expect(told(await inspect({ body }))).toEqual([`${code} ${tag}`])
})

it.each([
  ['a tag {client.name is open', 'unclosed_tag'],
  ['a tag client.name} is closed', 'unopened_tag'],
])('tells of %s once', async (text, code) => {
  const findings = await inspect({ body: p('Dear {client.name} of {client.city}') + p(text) })
  expect(findings.map((each) => each.code)).toEqual([code])
})

it.each([
  ['{client.name | lenght}', 'unknown_formatter'],
  ['{client.name | upper | trimm}', 'unknown_formatter'],
  ['{client.name:upper}', 'bad_expression'],
])('tells of %s once, also where the data alone has the name', async (tag, code) => {
  const request = { ...context, data: { client: { name: 'Ann' } } }
  const { signal } = new AbortController()
  const { findings } = await templates.inspect(vettedForTest(docx({ body: p(`Dear ${tag}`) }), 'docx'), request, {
    signal,
  })
  const ofTemplate = findings.filter(({ severity, code: each }) => severity !== 'info' && each !== 'unused_data')
  expect(told(ofTemplate)).toEqual([`${code} ${tag}`])
})

it('takes the name of two for the slip, of whose object less is read', async () => {
  const body = p('{clients.name}') + p('Dear {client.name} of {client.city}, {client.street}')
  expect(told(await inspect({ body }))).toEqual(['similar_name {clients.name}'])
})

it.each([
  '{#items | limit:"3"}{what}; {/}',
  '{#items | bla}{what}; {/items}',
  '{#if status in ["a", "b"]}x{else}y{/if}',
  '{#if 1 < total < 10}x{else if late}y{/if}',
  '{#each items | limt:3}{#if what}{what}; {/if}{/each}',
])('tells of the opening tag of %s alone, and not of what closes it', async (text) => {
  const findings = await inspect({ body: p('Dear {name},') + p(text) + p('{#x}see {y}{/x}') })
  expect(findings).toHaveLength(1)
  expect(text.startsWith(findings[0]?.location?.tag ?? '-')).toBe(true)
})

it('takes sections for no deeper where many before them cannot be read', async () => {
  const findings = await inspect({ body: p('{#x | bla} '.repeat(100)) + p('{#a}see {b}{/a}') })
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['unknown_formatter']))
})

it('tells of a section that stays open beside one that cannot be read', async () => {
  const findings = await inspect({ body: p('{#a}{#b | bla}x{/b}') })
  expect(told(findings)).toEqual(['unclosed_section {#a}', 'unknown_formatter {#b | bla}'])
})

it('says what is written instead', async () => {
  const hints: readonly (readonly [text: string, hint: string])[] = [
    ['{#paid}x{#else}y{/paid}', 'Write {else}.'],
    ['{#paid}x{#end}', 'A section is closed by {/}'],
    ['{#paid}x{else}y{/else}{/paid}', 'an else ends with its section'],
    ['{# ask the partner #}', 'A remark is {!text}.'],
    ['{client->name}', '{client.name}'],
    ['{client::name}', '{client.name}'],
    ['{client．name}', '{client.name}'],
    ['{total │ currency}', '{total | currency}'],
    ['{*pageBreak}', '{pageBreak}'],
    ['{#if rate > 5%}x{/if}', '0.05'],
    ['{#if kind in ["a"]}x{/if}', '{#if kind == "a"}'],
  ]
  for (const [text, hint] of hints)
    expect((await inspect({ body: p('{name}') + p(text) })).map((each) => each.hint).join(' '), text).toContain(hint)
})

it('finds page breaks where no page begins, which run into no text', async () => {
  const findings = await inspect({ body: p('{pageBreak}{name}'), header: p('{firm.name}{pageBreak}') })
  expect(findings).toMatchObject([
    { code: 'formatter_position_invalid', severity: 'warning', location: { part: 'Header 1', tag: '{pageBreak}' } },
  ])
})

it('says with each difference from a schema what can be done, and where', async () => {
  const text = { type: 'string' }
  const properties = {
    client: { type: 'object', properties: { name: text, address: { type: 'object', properties: { street: text } } } },
    items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
    paid: { type: 'boolean' },
    status: { enum: ['open', 'settled'] },
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const hints: readonly (readonly [text: string, hint: string])[] = [
    ['{client.vatNumber}', 'The schema has: name, address.'],
    ['{items}', '{#items}…{/items}'],
    ['{client.address}', '{client.address.street}'],
    ['{#each paid}x{/each}', '{#if paid}'],
    ['{paid | date}', 'Change its type'],
    ['{#if status == "void"}x{/if}', 'The schema has: open, settled.'],
    ['{items | sum:"weight"}', 'The schema has: price.'],
    ['{items | sort:"colour" | sum:"price"}', 'The schema has: price.'],
  ]
  for (const [tag, hint] of hints) {
    const findings = await inspect({ body: p('As agreed') + p(tag) }, schema)
    const own = findings.filter(({ code }) => /^(?:missing_value|wrong_kind|unknown_value)$/.test(code))
    expect(own, tag).toMatchObject([{ hint: expect.stringContaining(hint), location: { paragraph: 2 } }])
  }
})

const next = field([' NEXT '], '«Next Record»')
const label = (goesOn: boolean): string =>
  `<w:tc><w:p>${goesOn ? next : ''}${mergeField('Name')}${mergeField('City')}</w:p></w:tc>`
const sheet = (...rows: readonly (readonly boolean[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map(label).join('')}</w:tr>`).join('')}</w:tbl>${p('')}`

it('finds labels that leave out a record, or show one twice', async () => {
  const found = async (body: string) => (await inspect({ body })).filter(({ code }) => code === 'label_record')
  expect(await found(sheet([false, true], [true, true]))).toEqual([])
  // A record takes a row: its cells are no labels of their own.
  expect(await found(sheet([false, false], [true, false], [true, false]))).toEqual([])
  expect(await found(sheet([false, true], [false, true]))).toMatchObject([{ location: { row: 2, column: 1 } }])
  expect(await found(sheet([true, true], [true, true]))).toMatchObject([{ location: { row: 1, column: 1 } }])
})
