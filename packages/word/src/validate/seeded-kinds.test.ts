import type { JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { p } from '../testing/docx-builder.ts'
import { inspect, isUsuallySplit, seededKinds, shapes } from './seeded-kinds.test-support.ts'

// `seeded-kinds.deep.test.ts` has each in a second template, split where it is whole here.
seededKinds(isUsuallySplit)

it('prefers of the values that a missing name may mean the one that no tag reads, and hints at that', async () => {
  const hint = async (text: string, data: JsonObject) =>
    (await inspect({ body: p('{sender.name} {sender.city}') + p(text) }, data)).find(
      ({ code }) => code === 'missing_value',
    )?.hint
  expect(await hint('{name}', { borrower: { name: 'A' } })).toBe('Did you mean "borrower.name"?')
  expect(await hint('{addr.city}', { address: { city: 'A' } })).toBe('Did you mean "address.city"?')
})

it('says how a formatter and what it takes are written, whatever stands in their place', async () => {
  for (const [text, hint] of [
    ['{fee | currency;"EUR"}', '{fee | currency:"EUR"}'],
    ['{fee | currency="EUR"}', '{fee | currency:"EUR"}'],
    ['{fee ¦ currency}', '{fee | currency}'],
    ['{fee \\ currency}', '{fee | currency}'],
    ['{title | default:`none`}', '{title | default:"none"}'],
  ] as const)
    expect((await inspect({ body: p('{name}') + p(text) }))[0]?.hint, text).toContain(hint)
})

it('asks the data whether a word or a name of several is meant, where there is data', async () => {
  const told = async (text: string, data: JsonObject) =>
    (await inspect({ body: p(text) }, data))
      .filter(({ code }) => code === 'foreign_statement')
      .map(({ location }) => location?.tag)
  expect(await told('{#if kind == sale}x{/if}', { kind: 'a' })).toEqual(['{#if kind == sale}'])
  expect(await told('{#if kind == sale}x{/if}', { kind: 'a', sale: 'a' })).toEqual([])
  expect(await told('{fee} {currency fee}', { fee: 1 })).toEqual(['{currency fee}', '{currency fee}'])
  expect(await told('{fee} {currency fee}', { fee: 1, 'currency fee': 2 })).toEqual([])
})

it('says which operator is written, which value stands in a longer name, and which a name was short for', async () => {
  const hints: readonly (readonly [text: string, hint: string, data?: JsonObject])[] = [
    ['{#if kind <> "sale"}x{/if}', 'Write {#if kind != "sale"}.'],
    ['{#if fee => 100}x{/if}', 'Write {#if fee >= 100}.'],
    ['{#if fee =< 100}x{/if}', 'Write {#if fee <= 100}.'],
    ['{sender.name} {Mr sender.name}', 'Write {sender.name} alone'],
    ['{#deeds}{number}{/deeds} {deed.number}', '{deeds[0].number}'],
    ['{#deeds}{fee}{/deeds}{deeds.fee | sum | currency}', '{deeds | sum:"fee"}'],
    ['{#deeds}{title}{/deeds}{deeds.title | join}', '{deeds | map:"title" | join}'],
    ['By {prtnr.fullName}', 'Did you mean "partner.fullName"?', { partner: { fullName: 'A' } }],
  ]
  for (const [text, hint, data] of hints)
    expect((await inspect({ body: p(text) }, data)).map((finding) => finding.hint).join(' '), text).toContain(hint)
})

it('takes names of several words, of which some are names too, for names', async () => {
  for (const text of [
    '{client} and {Client name}, {client address}',
    '{fee} {fee net} {Terms and Conditions} {Vor-/Nachname}',
    '{net.amount / 12} {net.amount - tax.amount} {client.hasAnnex and client.isLong}',
    '{largo} {largeo} {due} {du}',
    '{#deeds}{number}{/deeds} {deed.date} {#if deed.number == 3}{deed}{/if}',
    '{#if due > "2026-01-31" and fee > 100}x{/if} {startDate | addDays:14} {count + 1}',
    '{#deeds}{= half: number / 2}{half}{/deeds} {= half: 1 * fee}{half}',
    '${summary | number} [[1]]',
    '{#if date of birth}x{/if} {#if frais et dépens}x{/if} {#if Grund und Boden}x{/if}',
  ])
    expect(
      (await inspect({ body: p(text) })).filter(
        ({ code }) => code === 'foreign_statement' || code === 'other_delimiters',
      ),
      text,
    ).toEqual([])
})

it('compares with the data what may be the same, without a word', async () => {
  for (const [text, data] of [
    ['{#if paid == true}x{/if}', { paid: false }],
    ['{#if rooms == "3"}x{/if}', { rooms: 3 }],
    ['{#if kind == 3}x{/if}', { kind: '4' }],
    ['{#if kind == ""}x{/if}', { kind: 0 }],
    ['{#if kind == "sale"}x{/if}', { kind: null }],
  ] as const)
    expect(
      (await inspect({ body: p(text) }, data)).filter(({ code }) => code === 'wrong_kind'),
      text,
    ).toEqual([])
})

it('tells of a text that is an object too where the rarer of the two stands', async () => {
  const [finding] = await inspect({ body: p('{sender.name} {sender.city}') + p('Dear {sender},') })
  expect(finding).toMatchObject({ code: 'conflicting_use', location: { paragraph: 2 } })
})

it('finds what is wrong with tags in double braces', async () => {
  const faults: readonly (readonly [text: string, code: string])[] = [
    ['{{{name}}}', 'duplicate_open'],
    ['{{#each items}}{{@index}}{{name}}{{/each}}', 'foreign_statement'],
    ['{% for a in b %}', 'foreign_statement'],
    ['{# a comment #}', 'foreign_statement'],
    ['{{ x if y else z }}', 'foreign_statement'],
    ['{{r terms}}', 'foreign_statement'],
    ['${x} {y}', 'mixed_delimiters'],
    ['{{name}', 'unclosed_tag'],
    ['{{> header}}', 'unsupported_tag'],
    ['{{ range .Items }}', 'foreign_statement'],
    ['«first_name»', 'other_delimiters'],
  ]
  for (const [text, code] of faults) {
    const findings = await inspect({ body: p('Dear {{name}}, {{total}}') + p(text) })
    expect(
      findings.filter(({ location }) => location?.paragraph === 2).map((each) => each.code),
      text,
    ).toContain(code)
  }
})

it('finds none in the templates themselves, and with the data that they want', async () => {
  for (const shape of shapes) {
    const { parts } = shape(p('As agreed {sender.name}.'))
    expect((await inspect(parts)).filter(({ severity }) => severity !== 'info')).toEqual([])
    const told = (await inspect(parts, {})).filter(({ code }) => code !== 'unused_data')
    expect(told).toEqual([])
  }
})

it.each([
  '#a.b',
  '[a b="',
  '<<[a]',
  '</a-',
  '@Aa_',
  '$$a.',
  '[a|',
  '" & ',
  '\\\\(a.',
  '[[a|',
  '[[Aa ',
  '{[a|',
  '{#if a <> ',
  '%%Aa ',
  '{!a:',
  '<Aa',
  '{a ? "',
  '{#if a AND ',
])('takes time in proportion to texts of %s', async (sign) => {
  const make = (count: number): string => p('{name} {client.name}') + p(sign.repeat(count))
  await expectLinearTime(500, make, (body) => inspect({ body }))
})

it('finds none in prose, code and citations beside tags', async () => {
  const prose = [
    'As shown [1], [2, 3] and [Smith 2020], "the work [sic] was [...] done" [emphasis added]; see [RFC2119], [x], [ ], [Client].',
    'Fees of $5, $10,000.00 and US$ 3; ${price} each, ${total | number:2} in all; invoice #{number}, 19 %, 5%-10%.',
    'vector<string> x; if (a < b && c > d) { return; } <x> </x> <b>bold</b> a[i] items[0] list[name](url)',
    'El «Cliente» y la «Empresa»; il «Fornitore»; #hashtag and @handle, ada@example.com, 50% off, C# and F#.',
    'x_{i} + \\frac{a}{b} = x^{2n}, \\textbf{bold}, {1, 2}, {"a": 1}',
    'Reach @{twitter}, [{refNo}], <{email}>, *{remark}, [if applicable], [end of text], «_____», at @home, «Nota: bene», {Amount in words}; at 10:30_ or :-) and :thumbs_up: = 5, «Nota bene» <a@b.de> {Else}, {Upper floor}; R&D&I, 5% discount, # for $5, x=F(y), 100% sure, [Note], [ yes ] [ no ].',
    'Terms {Address 1} {Client’s name} {Tel. Nr.} {Amount (EUR)} {2nd}',
  ]
  const findings = await inspect({ body: p('Dear {name},') + prose.map((text) => p(text)).join('') })
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
})
