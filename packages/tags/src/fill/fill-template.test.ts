import type { FillRequest, JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { fillText } from './fill-text.ts'

const fill = (text: string, data: JsonObject, more: Partial<FillRequest> = {}): string =>
  fillText(text, {
    data,
    missing: 'error',
    locale: 'en-US',
    timeZone: 'America/New_York',
    currency: 'EUR',
    now: Date.UTC(2026, 10, 21),
    ...more,
  }).text

describe('tags', () => {
  const cases: readonly (readonly [tag: string, data: JsonObject, text: string, locale?: string])[] = [
    ['{a.b.0.c}{a["b"][0].c}', { a: { b: [{ c: 1 }] } }, '11'],
    ['{First Name} {größe} {client-no}', { 'First Name': 'A', größe: 2, 'client-no': 3 }, 'A 2 3'],
    ['{n}', { n: 1234567.5 }, '1234567.5'],
    ['{b}', { b: true }, 'true'],
    ['{a ?? b}{c | default:"–"}', { a: null, b: 'x' }, 'x–'],
    ['{a > 1 and not b ? "yes" : "no"}', { a: '2', b: false }, 'yes'],
    ['{#a == "x" or b}shown{/}', { a: 'y', b: 1 }, 'shown'],
    [
      '{#items}{$number}/{$length} {name} {outer}{#unless $last}; {/unless}{/items}',
      { items: [{ name: 'a' }, { name: 'b', outer: 'in' }], outer: 'out' },
      '1/2 a out; 2/2 b in',
    ],
    ['{#client}{name}{/client}{^none}-{/none}', { client: { name: 'x' } }, 'x-'],
    ['{{#if a}}{{a}}{{else}}none{{/if}} { b }', { a: 0 }, 'none { b }'],
    ['{d | date:“long”}', { d: '2026-03-05' }, '5. März 2026', 'de-DE'],
    ['{d | date:"d MMMM yyyy"}', { d: '2026-03-05' }, '5 марта 2026', 'ru-RU'],
    ['{d | date:"yyyy年MMMMd日"}', { d: '2026-03-05' }, '2026年3月5日', 'ja-JP'],
    ['{d | date:"yyyy年M月d日"}', { d: '2026-03-05' }, '2026年3月5日', 'zh-CN'],
    ['{d | date:"d MMMM yyyy г."}', { d: '2026-03-05' }, '5 марта 2026 г.', 'ru-RU'],
    ['{d | date:"MMM d"}', { d: '2026-03-05' }, '3월 5', 'ko-KR'],
    [
      '{d | date:"DD.MM.YYYY"} {d | date:"EEEE"} {d | date:"dddd"}',
      { d: '2026-03-05' },
      '05.03.2026 Thursday Thursday',
    ],
    ["{d | date:\"d 'de' MMMM 'de' yyyy\"}", { d: '2026-03-05' }, '5 de marzo de 2026', 'es-ES'],
    ['{d | datetime:"yyyy-MM-dd HH:mm"}', { d: '2026-03-05T03:30:00Z' }, '2026-03-04 22:30'],
    ['{d | datetime:"yyyy-MM-dd HH:mm"}', { d: '2026-03-05T03:30:00' }, '2026-03-05 03:30'],
    [
      '{n | currency} {n | currency:"JPY"}',
      { n: '1234567890123456.78' },
      '€1,234,567,890,123,456.78 ¥1,234,567,890,123,457',
    ],
    ['{n | currency} {n | number:2} {n | percent:0}', { n: -0.0004 }, '€0.00 0.00 0%'],
    ['{a | truncate:4}{b | truncate:3}', { a: 'x👩‍👧zzz', b: 'ae\u0301bcd' }, 'x…a…'],
    ['{m | currency}', { m: { amount: '5.5', currency: 'CHF' } }, 'CHF 5.50'],
    ['{n | number:2} {n | percent}', { n: 0.195 }, '0.20 19.5%'],
    [
      '{items | sum:"p"} {items | count} {items | map:"p" | join:"+"}',
      { items: [{ p: 0.1 }, { p: 0.2 }] },
      '0.3 2 0.1+0.2',
    ],
    ['{l | list} {l | list:"or"} {l | first}', { l: ['a', 'b', 'c'] }, 'a, b, and c a, b, or c a'],
    ['{n | plural:"# day":"# days"} {one | plural:"day":"days"}', { n: 3, one: 1 }, '3 days day'],
    ['{n | plural:"день":"дня":"дней":"дня"}', { n: 5 }, 'дней', 'ru'],
    ['{a | ordinal} {b | ordinal} {c | ordinal}', { a: 1, b: 12, c: 23 }, '1st 12th 23rd'],
    ['{a | ordinal} {b | ordinal}', { a: 1, b: 2 }, '1er 2e', 'fr'],
    [
      '{a | title} {b | capitalize} {c | truncate:4}',
      { a: 'JOHN mcDonald', b: 'abc', c: 'abcdef' },
      'John McDonald Abc abc…',
    ],
    ['{a | padStart:5:"0"} {a | padEnd:4:"."} {b | trim | upper}', { a: 42, b: ' i ' }, '00042 42.. I'],
    ['{a | replace:".":"-"}', { a: '1.2.3' }, '1-2-3'],
    ['{today} {today | date:"iso"}', {}, '2026-11-20 2026-11-20'],
  ]
  it.each(cases.map(([tag, data, text, locale = 'en-US']) => ({ tag, data, text, locale })))(
    '$tag',
    ({ tag, data, text, locale }) => {
      expect(fill(tag, data, { locale }).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
    },
  )

  it.each<readonly [tag: string, data: JsonObject]>([
    ['{a | date}', { a: '2026-02-30' }],
    ['{a | date}', { a: '05.03.2026' }],
    ['{a | number}', { a: '1,5' }],
    ['{a | join}', { a: 'x' }],
    ['{a | upper}', { a: { b: 1 } }],
    ['{#each a}x{/each}', { a: 'text' }],
    ['{a | currency:code}', { a: 1, code: 'EURO' }],
  ])('%s is a fault of the data, whatever the policy', (tag, data) => {
    expect(() => fill(tag, data, { missing: 'blank' })).toThrow(expect.objectContaining({ code: 'data_incomplete' }))
  })

  it('reads nothing but own, plain properties', () => {
    const data = Object.create({ inherited: 'x' }) as JsonObject
    Object.defineProperty(data, 'getter', { get: () => 'x', enumerable: true })
    expect(
      fill('[{inherited}{getter}{toString}{list.map}]', Object.assign(data, { list: [1] }), { missing: 'blank' }),
    ).toBe('[]')
    for (const name of ['__proto__', 'constructor', 'a.prototype', 'a["__proto__"]']) {
      expect(() => fill(`{${name}}`, {})).toThrow(expect.objectContaining({ code: 'template_invalid' }))
    }
  })
})

it('stops a text that doubles with each tag', () => {
  const doubling = (times: number): string =>
    `{= x0: "ab"}${Array.from({ length: times }, (_, at) => `{= x${at + 1}: x${at} + x${at}}`).join('')}{x${times}}`
  expect(fill(doubling(10), {})).toHaveLength(2048)
  expect(() => fill(doubling(25), {})).toThrow(
    expect.objectContaining({ code: 'payload_too_large', details: expect.objectContaining({ what: 'work' }) }),
  )
})
