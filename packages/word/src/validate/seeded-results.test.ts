import type { JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, p, run } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

/** A fault that is seen in the filled document, or in what a name or test says: what it is, its text, its code. */
type Kind = readonly [kind: string, text: string, code: string, data?: JsonObject]

const kinds: readonly Kind[] = [
  // Texts beside tags.
  ['no space before a tag', 'Dear{sender.name},', 'glued_text'],
  ['no space behind a tag', 'The buyer {sender.name}agrees', 'glued_text'],
  ['no space between tags', '{sender.name}{sender.city}', 'glued_text'],
  ['items in a line', 'By {#heirs}{surname}{/heirs}.', 'glued_text'],
  ['an ending behind an ending', 'on the {day | ordinal}th day', 'glued_text'],
  ['a sign of a currency twice', 'Of € {fee | currency:"EUR"}', 'doubled_text'],
  ['a sign and another of a currency', 'Of ${fee | currency:"EUR"}', 'doubled_text'],
  ['a code of a currency', 'Of {fee | currency:"EUR"} EUR', 'doubled_text'],
  ['a percentage sign twice', 'Of {rate | percent} %', 'doubled_text'],
  ['a tag twice', 'Dear {sender.name} {sender.name},', 'doubled_text'],
  ['a title twice', 'Dear Mr {who},', 'doubled_text', { who: 'Mr Smith' }],
  ['two full stops', 'by {firm}.', 'doubled_text', { firm: 'Smith Ltd.' }],
  ['a unit twice', 'of {area} m² in', 'doubled_text', { area: '120 m²' }],
  // Values.
  ['a date as programs have it', 'On {due} in', 'odd_value', { due: '2026-03-01' }],
  ['an instant', 'On {due} in', 'odd_value', { due: '2026-03-01T09:30:00Z' }],
  ['a word of a program', 'Is {married}', 'odd_value', { married: true }],
  ['all decimals', 'Of {share}', 'odd_value', { share: 0.1 + 0.2 }],
  ['HTML as text', 'By {terms}', 'odd_value', { terms: '<p>All <b>due</b></p>' }],
  ['signs of HTML', 'By {firm}', 'odd_value', { firm: 'Smith &amp; Sons' }],
  ['what programs write for nothing', 'By {who}', 'odd_value', { who: 'undefined' }],
  ['an error of a spreadsheet', 'Of {fee}', 'odd_value', { fee: '#REF!' }],
  ['a tag in a value', 'By {who}', 'odd_value', { who: '{client.name}' }],
  ['broken letters', 'By {who}', 'odd_value', { who: 'MÃ¼ller' }],
  ['nothing but space', 'By {who},', 'odd_value', { who: '  ' }],
  ['a percentage of a whole number', 'Of {rate | percent}', 'odd_value', { rate: 19 }],
  ['a day of a spreadsheet', 'On {due | date}', 'odd_value', { due: 46082 }],
  ['a text in another case', '{#if kind == "Sale"}x{/if}', 'wrong_kind', { kind: 'sale' }],
  ['a comparison with nothing', '{#if kind == selected}x{/if}', 'wrong_kind', { kind: 'sale' }],
  ['a place for a value', 'By {who}', 'odd_value', { who: 'TBD' }],
  ['a moment of a data base', 'On {due}', 'odd_value', { due: '2026-03-01 00:00:00' }],
  ['milliseconds', 'On {due}', 'odd_value', { due: 1_772_323_200_000 }],
  ['an exponent', 'Of {fee}', 'odd_value', { fee: '1.2E+05' }],
  ['JSON', 'By {who}', 'odd_value', { who: '["Anna","Ben"]' }],
  ['Markdown', 'By {terms}', 'odd_value', { terms: 'All **due** now' }],
  ['an encoded letter', 'By {who}', 'odd_value', { who: 'M%C3%BCller' }],
  ['an escaped line', 'At {place}', 'odd_value', { place: String.raw`Main St 1\nBerlin` }],
  ['bytes as text', 'By {sign}', 'odd_value', { sign: 'data:image/png;base64,iVBORw0KGgo=' }],
  ['an element of XML', 'By {who}', 'odd_value', { who: '<name>Smith</name>' }],
  ['a formula', 'Of {fee}', 'odd_value', { fee: '=SUM(A1:A3)' }],
  ['a field that was not merged', 'By {who}', 'odd_value', { who: '«Name»' }],
  ['nothing twice', 'By {who}', 'odd_value', { who: 'null null' }],
  ['nothing beside a word', 'By {who}', 'odd_value', { who: 'Mr undefined' }],
  ['brackets twice', 'x ({note}) y', 'doubled_text', { note: '(see above)' }],
  ['quotation marks twice', 'x “{quote}” y', 'doubled_text', { quote: '“so”' }],
  ['a year twice', 'On {due | date:"long"} 2026', 'doubled_text', { due: '2026-03-01' }],
  // Tests that have one outcome.
  ['a text that is no number', '{#if fee > "5,000"}x{/if}', 'foreign_statement'],
  ['a day that there is not', '{#if due < "2026-13-01"}x{/if}', 'foreign_statement'],
  ['a side that is false', '{#if paid == true or false}x{/if}', 'foreign_statement'],
  ['a list as a number', '{#each heirs}{share} {/each}{#if heirs > 1}x{/if}', 'conflicting_use'],
  ['two values at once', '{#if kind == "sale" and kind == "lease"}x{/if}', 'foreign_statement'],
  ['neither of two', '{#if kind != "sale" or kind != "lease"}x{/if}', 'foreign_statement'],
  ['bounds the wrong way round', '{#if fee > 500 and fee < 100}x{/if}', 'foreign_statement'],
  ['a test and its opposite', '{#if paid and not paid}x{/if}', 'foreign_statement'],
  ['the opposite inside', '{#if paid}{#unless paid}x{/unless}{/if}', 'foreign_statement'],
  ['the same test once more', '{#if kind == "a"}x{else if kind == "a"}y{/if}', 'foreign_statement'],
  ['a test and its opposite in numbers', '{#if kind == "a" and kind != "a"}x{/if}', 'foreign_statement'],
  ['a choice in itself', '{paid ? "yes" : paid ? "no" : "?"}', 'foreign_statement'],
  ['a choice of one', '{paid ? "yes" : "yes"}', 'foreign_statement'],
  ['a space in a text', '{#if kind == "sale "}x{/if}', 'foreign_statement'],
  ['a date of a country', '{#if due > "31.12.2026"}x{/if}', 'foreign_statement'],
  // Names that are written otherwise than the others.
  ['a test in words', '{#if fee over 5000}x{/if}', 'foreign_statement'],
  ['a remark as a name', 'By {to be confirmed}', 'foreign_statement'],
  ['a name as people say it', 'By {name of the sender}', 'foreign_statement'],
  ['an object twice', 'By {sender.sender.name}', 'foreign_statement'],
  ['no object', 'By {phone}', 'foreign_statement'],
  ['space before a dot', 'By {sender .name}', 'foreign_statement'],
  ['a field of an item outside', 'By {.sender.name}', 'outside_loop'],
  ['letters that look alike', '{invoice.date} {invoice.date} {lnvoice.date}', 'similar_name'],
  ['a name of one letter', 'By {XXX}', 'foreign_statement'],
  ['a formatter alone', 'By {upper}', 'foreign_statement'],
  ['a first letter twice', '{guardianName} {gguardianName}', 'similar_name'],
  ['an object with a slip', '{lender.name} {lender.city} {lendre.zip}', 'similar_name'],
  ['an object in the plural', '{lender.name} {lender.city} {lenders.zip}', 'similar_name'],
  ['a text as a list, where the rarer use stands', 'By {sender.name | join:", "}', 'conflicting_use'],
  ['a minus before a name', 'By {-sender.name}', 'foreign_statement'],
  ['an amount in braces', 'Of {1.250,00}', 'literal_braces'],
  ['a date in braces', 'On {12.03.2026}', 'literal_braces'],
  ['an else without its space', '{#if paid}x{elseif signed}y{/if}', 'foreign_statement'],
  ['signs of Perl', 'By [% client.name %]', 'other_delimiters'],
  ['stars around a name', 'By **client_name**', 'other_delimiters'],
  ['carets around a name', 'By ^client_name^', 'other_delimiters'],
  ['a page that was typed', 'Page { PAGE }', 'typed_field'],
  ['a variable of a server', 'By <!--#echo var="name" -->', 'other_delimiters'],
  ['angles around a tag', 'By <{sender.name}>', 'other_delimiters'],
]

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: Date.UTC(2026, 10, 28) }

const inspect = async (body: string, data?: JsonObject) => {
  const request = { ...context, ...(data === undefined ? {} : { data }) }
  return (await templates.inspect(vettedForTest(docx(body), 'docx'), request, { signal })).findings
}

const others = p('{sender.name}, {sender.city}, {sender.phone}')
const sender = { name: 'A', city: 'B', phone: 'C' }

for (const [kind, text, code, data] of kinds)
  it(`finds ${kind}`, async () => {
    const findings = await inspect(others + p(text), data === undefined ? undefined : { sender, ...data })
    expect(findings).toContainEqual(
      expect.objectContaining({
        code,
        severity: 'warning',
        hint: expect.stringMatching(/\S/),
        location: expect.objectContaining({ part: 'Body', paragraph: 2 }),
      }),
    )
  })

const sound: readonly (readonly [text: string, data?: JsonObject])[] = [
  ['{count}x, {number}th, {street} {houseNo}/{flat}, No.{number}, INV{number}, https://x.test/file{number}, ({city})'],
  ['{paid ? "un" : ""}paid, {prefix}{number}, {#heirs}{surname}, {/heirs}{#heirs}{surname} {/heirs}'],
  ['€ {fee | number:2}, {fee | currency:"EUR"} net, {rate | percent} of it, {day | ordinal} day'],
  ['by {firm}, and {firm}. Of Mr {who}…', { firm: 'Smith Ltd', who: 'Smith' }],
  ['in {place}, {title} {who}', { place: 'Inn', title: '', who: 'None' }],
  ['On {due | date:"long"}, {rate | percent}, {n}', { due: '2026-03-01', rate: 0.19, n: 12.5 }],
  ['{area} ({note}), «{quote}»', { area: '5 (net)', note: 'so', quote: 'a' }],
  ['Order {no} of {year}, **bold** {code}', { no: 2026, year: 2026, code: 'A*B**C, 100% of 20 %, x_y, [1], {}' }],
  ['{a} < {b} & {c}', { a: 'x < y', b: 'R&D', c: 'São Paulo, SÃO, Â' }],
  ['{#if kind == "sale" or kind == "lease"}x{/if}{#if kind != "sale" and kind != "lease"}x{/if}{#if kind}{kind}{/if}'],
  ['{#if fee > 100 and fee < 500}x{/if}{#if paid}{#if signed}x{/if}{/if}{#if kind == "a"}x{else if kind == "b"}y{/if}'],
  ['{#if a or b}x{/if}{#if paid}x{/if}{#unless paid}y{/unless}{#each heirs}{#unless paid}y{/unless} {/each}'],
]

for (const [text, data] of sound)
  it(`says nothing of ${text}`, async () => {
    const findings = await inspect(others + p(text), data === undefined ? undefined : { sender, ...data })
    const odd = findings.filter(({ code }) =>
      /^(?:glued_text|doubled_text|odd_value|foreign_statement|wrong_kind)$/.test(code),
    )
    expect(odd).toEqual([])
  })

it('takes names of several words for names where others have them, and where the data has them', async () => {
  expect(await inspect(p('{First Name} {Last Name} {client.id} {matter_no}'))).toEqual([])
  const data = { sender, 'First Name': 'A' }
  expect(await inspect(others + p('By {First Name}.'), data)).toEqual([])
})

it('tells of a loop that begins in the heading of its table', async () => {
  const row = (cells: readonly string[], properties = ''): string =>
    `<w:tr>${properties}${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`
  const heading = '<w:trPr><w:tblHeader/></w:trPr>'
  const body = `<w:tbl>${row(['{#fees}Item', 'Sum'], heading)}${row(['{what}', '{sum}{/fees}'])}</w:tbl>`
  expect(await inspect(body)).toMatchObject([{ code: 'loop_position_invalid', location: { paragraph: 1 } }])
  const right = `<w:tbl>${row(['Item', 'Sum'], heading)}${row(['{#fees}{what}', '{sum}{/fees}'])}</w:tbl>`
  expect(await inspect(right)).toEqual([])
})

it('leaves a date as it is where a country has it so', async () => {
  const bytes = docx(p('{due}'))
  const request = { ...context, locale: 'sv-SE', data: { due: '2026-03-01' } }
  expect((await templates.inspect(vettedForTest(bytes, 'docx'), request, { signal })).findings).toEqual([])
})

it.each([
  'a ',
  '{a}',
  '{a }',
  '{a .',
  '{1.',
  '[% ',
  '&amp;',
  'Ã¼',
  '<p ',
  '{{a',
  '**a',
  '<!--#',
  '<a>',
  '«a',
  'null ',
  '^a.',
  '["',
  '{"a',
  '%C3',
  'A ',
])('takes time in proportion to texts and values of %s', async (piece) => {
  await expectLinearTime(
    400,
    (count) => piece.repeat(count),
    (text) => inspect(`<w:p>${run('{sender.name} {long} ')}${run(text)}</w:p>`, { sender, long: text }),
  )
})

it.each(['a_', 'a.', 'a ', '_'])('takes time in proportion to names of %s', async (piece) => {
  const name = (count: number): string => `{x${piece.repeat(count)}y}`
  await expectLinearTime(100, name, (tag) => inspect(others + p(tag).repeat(20)))
})
