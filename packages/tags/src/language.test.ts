import type { FillRequest, JsonObject } from '@chancery/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkData } from './fill/check-data.ts'
import { fillText } from './fill/fill-text.ts'
import { parseTemplate } from './template/parse-template.ts'
import { singleBraces } from './template/scan-text.ts'

const request = {
  missing: 'error',
  locale: 'en-GB',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  now: Date.UTC(2026, 10, 21, 12),
} as const

const fill = (text: string, data: unknown, more: Partial<FillRequest> = {}): string =>
  fillText(text, { ...request, data: data as JsonObject, ...more }).text

const items = [
  { name: 'b', price: 10, kind: 'x', ok: true },
  { name: 'a', price: '9.5', kind: 'y', ok: false },
  { name: 'ä', price: 2, kind: 'x', ok: true },
]

describe('the language', () => {
  const cases: readonly (readonly [tag: string, data: unknown, text: string, locale?: string])[] = [
    ['{\u200bfirst\u00adname\ufeff} {\u2060#a}{.}{/a\u200b}', { firstname: 'x', a: [1, 2] }, 'x 12'],
    ['{\u200fname\u200e} {\u2067#a\u2069}{.}{/\u202ba\u202c}', { name: 'x', a: [1, 2] }, 'x 12'],
    ['{نام\u200cخانوادگی}', { 'نام\u200cخانوادگی': 'x' }, 'x'],
    ['{a[0].b}{a[1]["c d"]}', { a: [{ b: 1 }, { 'c d': 2 }] }, '12'],
    [
      '{#a}{name}{../name}{$parent.name}{$root.name} {/a}',
      { name: 'o', a: [{ name: 'i' }, { name: 'j' }] },
      'iooo jooo ',
    ],
    ['{#a}{#b}{.}{../n}{../../n}{$root.n}{$parent.$index};{/b}{/a}', { n: 0, a: [{ n: 1, b: [5] }] }, '51000;'],
    ['{#a}{#$even}e{/}{#$odd}o{/}{/a}', { a: [1, 2, 3] }, 'eoe'],
    ['{#if a == 1}x{else if a == 2}y{elseif a == 3}w{else}z{/if}', { a: 3 }, 'w'],
    ['{#a}x{else if b}{#c}{.}{/c}{/a}', { a: 0, b: 1, c: [1, 2] }, '12'],
    ['{#a}{.}{else}none{/a}', { a: [] }, 'none'],
    ['{d | default:“x”}{d | default:‘y’}{d | default:„z“}', {}, 'xyz'],
    [
      '{1 + 2 * 3 - 4 / 8} {(1 + 2) * 3} {0.1 + 0.2} {-a} {a - b} {a – b} {net-price}',
      { a: 5, b: 2, 'net-price': 7 },
      '6.5 9 0.3 -5 3 3 7',
    ],
    ['{a * b > 100 ? "yes" : "no"} {first + " " + last}', { a: '10.5', b: 10, first: 'A', last: 'B' }, 'yes A B'],
    [
      '{n / 3} {n | divide:3 | round:2} {n | add:0.1 | subtract:"0.2" | multiply:-2} {m | abs} {m | floor} {m | ceil}',
      { n: 1, m: -2.5 },
      '0.33333333333333333333 0.33 -1.8 2.5 -3 -2',
    ],
    [
      '{i | min:"price"} {i | max:"price"} {i | avg:"price"} {i | sum:"price"}',
      { i: items },
      '2 10 7.16666666666666666667 21.5',
    ],
    ['{#i | sort:"name"}{name}{/i} {#i | sort:"price":"desc"}{name}{/}', { i: items }, 'aäb baä'],
    [
      '{i | map:"name" | sort:"desc" | join:""} {i | reverse | map:"name" | join:""} {i | limit:1:1 | map:"name" | join}',
      { i: items },
      'bäa äab a',
    ],
    ['{i | map:"name" | sort | join}', { i: [{ name: 'z' }, { name: 'ä' }, { name: 'a' }] }, 'a, z, ä', 'sv'],
    [
      '{i | filter:"kind":"x" | count}{i | filter:"ok" | count}{i | filter:"ok":false | count}{i | filter:"price":">=":9.5 | count}{i | filter:"name":"contains":"A" | count}',
      { i: items },
      '22121',
    ],
    [
      '{#i | groupBy:"kind"}{key}{count}{#items}{name}{/items};{/i}{i | map:"kind" | unique | join}',
      { i: items },
      'x2bä;y1a;x, y',
    ],
    [
      '{i | iban} {p | phone} {p | phone:"national"} {q | phone} {n | pad:5}',
      { i: 'de89370400440532013000', p: '+49 (0)30/901820', q: '020 7946 0123', n: 42 },
      'DE89 3704 0044 0532 0130 00 +49 30 901820 030 901820 +44 20 7946 0123 00042',
    ],
    [
      '{d | age} {d | addMonths:1} {d | endOfMonth} {d | addDays:-1} {d | week} {d | quarter} {d | addWorkdays:5}',
      { d: '2000-01-31' },
      '26 2000-02-29 2000-01-31 2000-01-30 5 1 2000-02-07',
    ],
    [
      '{a | duration:b} {a | duration:b:"days"} {s | duration} {a | relative}',
      { a: '2026-11-22', b: '2027-01-01', s: 3660 },
      '1 month, 10 days 40 days 1 hour, 1 minute tomorrow',
    ],
    [
      '{t | datetime:"yyyy-MM-dd HH:mm":"America/New_York"} {t | datetime:"yyyy-MM-dd HH:mm"}',
      { t: '2026-01-31T23:30:00Z' },
      '2026-01-31 18:30 2026-02-01 00:30',
    ],
    [
      '{t | words:"EUR"} {t | words} {m | words}',
      { t: 21, m: { amount: '1', currency: 'GBP' } },
      'veintiún euros veintiuno una libra esterlina',
      'es',
    ],
  ]
  it.each(cases.map(([tag, data, text, locale]) => ({ tag, data, text, locale })))(
    '$tag',
    ({ tag, data, text, locale }) => {
      expect(fill(tag, data, { locale: locale ?? 'en-GB' }).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
    },
  )

  it.each([
    ['{a / b}', { a: 1, b: 0 }],
    ['{a - b}', { a: 'x', b: 1 }],
    ['{a | iban}', { a: 'DE89370400440532013001' }],
    ['{a | phone}', { a: 'call me' }],
    ['{a | sort | join}', { a: 'x' }],
    ['{a | link:"x"}', { a: 'https://example.com' }],
    ['{%a}', { a: 'x.png' }],
    ['{@a}', { a: '<w:p/>' }],
    ['{pageBreak}', {}],
    ['{a | words}', { a: 'many' }],
  ])('%s is a fault of the data', (tag, data) => {
    expect(() => fill(tag, data)).toThrow(expect.objectContaining({ code: 'data_incomplete' }))
  })

  it.each([
    '{a +}',
    '{* a}',
    '{#a}{else}{else if b}{/a}',
    '{else if a}',
    '{a | link | upper}',
    '{../}{#x}',
    '{a | sort:"x":"up"}',
  ])('%s is a fault of the template', (tag) => {
    expect(() => fill(tag, { a: 1 })).toThrow(expect.objectContaining({ code: 'template_invalid' }))
  })

  it('says how formatters take what they need where brackets are written', () => {
    const { faults } = parseTemplate("{a | date('long')}{(a) (b)}", singleBraces)
    expect(faults).toMatchObject([
      { code: 'bad_expression', message: 'A formatter takes no brackets.', hint: expect.stringContaining('| date:') },
      { code: 'bad_expression', message: 'The tag goes on where it should end.' },
    ])
  })

  it('bounds what formatters are given', () => {
    const data = { l: Array.from({ length: 20_000 }, (_, index) => index) }
    expect(() => fill('{#l}{l | sort | first}{/l}', data)).toThrow(
      expect.objectContaining({ code: 'payload_too_large' }),
    )
    expect(() => fill('{t | replace:"a":t | replace:"a":t}', { t: 'a'.repeat(4000) })).toThrow(
      expect.objectContaining({ code: 'payload_too_large' }),
    )
  })
})

describe('hostile data', () => {
  it('runs nothing and prints nothing of it', () => {
    const run = (): never => {
      throw new Error('code was run')
    }
    const cycle: { self?: unknown; name: string } = { name: 'c' }
    cycle.self = cycle
    const list: unknown[] = [1]
    list[2] = 3
    Object.defineProperty(list, 3, { get: run, enumerable: true })
    class Texts extends Array<unknown> {
      override map = run
      override [Symbol.iterator] = run
    }
    const data = {
      ...(JSON.parse('{"__proto__": {"x": 1}, "constructor": {"name": "y"}}') as object),
      getter: Object.defineProperty({}, 'x', { get: run, enumerable: true }),
      text: { toString: run, valueOf: run, toJSON: run, [Symbol.toPrimitive]: run },
      date: Object.assign(new Date(0), { getTime: run, toISOString: run }),
      noDate: Object.create(Date.prototype) as unknown,
      map: new Map([['x', 1]]),
      set: new Set([1]),
      symbol: Symbol('s'),
      code: run,
      cycle,
      list,
      texts: new Texts('a', 'b'),
      big: 12345678901234567890n,
      nan: Number.NaN,
    }
    expect(fill('{big} {date} {cycle.self.self.name} {#texts}{.}{/texts} {big + 1} {big | number}', data)).toBe(
      '12345678901234567890 1970-01-01T00:00:00.000Z c ab 12345678901234567891 12,345,678,901,234,567,890',
    )
    const nodes = (tag: string) => parseTemplate(tag, singleBraces).nodes
    for (const tag of [
      '{text}',
      '{noDate}',
      '{map}',
      '{set}',
      '{symbol}',
      '{code}',
      '{cycle}',
      '{nan}',
      '{getter.x}',
      '{map.x}',
      '{list | join}',
      '{texts | sort | upper}',
      '{#list}{.}{/list}',
      '{text + 1}',
      '{symbol | date}',
      '{noDate | date}',
      '{list | table}',
      '{text | words}',
      '{cycle | groupBy:"x" | count}',
      '{map | link}',
      '{code | image}',
      '{gettr.x}',
    ]) {
      const report = checkData(nodes(tag), data as unknown as JsonObject, request)
      expect(JSON.stringify(report)).not.toMatch(/undefined|\[object|NaN|code was run/)
    }
  })

  it('never prints what is no text, whatever the tag and the data', () => {
    const value = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
      fc.constantFrom<unknown>(
        '2026-03-05',
        '12.50',
        'x',
        [],
        [1, 'b', null],
        [{ name: 'n', price: 2 }],
        { amount: 1, currency: 'EUR' },
        -0,
        1e21,
      ),
      fc.string({ unit: 'binary' }),
    )
    const tag = fc.constantFrom(
      '{a}',
      '{a.b}',
      '{#a}{.}{/a}',
      '{#a}{name}{else}-{/a}',
      '{a + b}',
      '{a * b}',
      '{a == b}',
      '{a ? b : "c"}',
      '{a | upper}',
      '{a | number}',
      '{a | currency}',
      '{a | words:"EUR"}',
      '{a | date}',
      '{a | addDays:3}',
      '{a | relative}',
      '{a | duration:b}',
      '{a | age}',
      '{a | join}',
      '{a | list}',
      '{a | sum}',
      '{a | avg}',
      '{a | min}',
      '{a | sort | join}',
      '{a | sort:"name" | map:"name" | join}',
      '{a | filter:"price":">":b | count}',
      '{#a | groupBy:"name"}{key}{count}{/a}',
      '{a | unique | join}',
      '{a | limit:2 | join}',
      '{a | phone}',
      '{a | iban}',
      '{a | pad:b}',
      '{a | plural:"x":"y"}',
      '{a | ordinal}',
      '{a | percent}',
      '{a | round:b}',
      '{a | week}',
      '{a | truncate:b}',
      '{a | replace:b:"z"}',
      '{a | default:b}',
    )
    fc.assert(
      fc.property(tag, value, value, (text, a, b) => {
        const data = { a, b }
        let filled = ''
        try {
          filled = fill(text, data, { missing: 'blank' })
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^(?:data_incomplete|payload_too_large)$/) })
        }
        const own = JSON.stringify(data, (_, each: unknown) =>
          typeof each === 'bigint' ? `${each}` : each,
        ).toLowerCase()
        for (const bad of ['undefined', '[object', 'nan', 'invalid', 'infinity'])
          if (!own.includes(bad)) expect(filled.toLowerCase()).not.toContain(bad)
      }),
      { numRuns: 1000 },
    )
  })

  it('refuse a field that no item has, where they have one of nearly the same name', () => {
    const items = [{ price: 1 }, { price: 2 }]
    for (const tag of ['{items | sum:"prise"}', '{items | map:"Price" | join}', '{items | max:"pirce"}']) {
      expect(() => fill(tag, { items })).toThrow(/data_incomplete|does not fit/)
    }
    expect(fill('{items | sum:"discount"}', { items })).toBe('0')
    expect(fill('{items | sum:"prise"}', { items: [{ price: 1 }, { prise: 4 }] })).toBe('4')
    expect(fill('{items | sum:"prise"}', { items: [] })).toBe('0')
  })
})
