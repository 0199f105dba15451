import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ChanceryError, type FillRequest, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docx, type DocxParts, p, table, textBox } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

export const { signal } = new AbortController()
const megabyte = 1024 * 1024
/** Little of what is attacked with stays: the cache is bounded, and nothing else may keep a thing. */
const cacheBytes = 4 * megabyte
export const templates = createWordTemplates({ cacheBytes })

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapUsed = (): number => {
  collectGarbage()
  const { heapUsed: heap, external } = process.memoryUsage()
  return heap + external
}

export const request = (data: object, missing: FillRequest['missing']): FillRequest => ({
  data: data as JsonObject,
  missing,
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  now: 0,
})

/** The code that a fill ends with, `filled` where it does not; all else is a fault. */
export async function outcome(
  bytes: Uint8Array,
  data: object,
  missing: FillRequest['missing'] = 'blank',
): Promise<string> {
  const error: unknown = await templates.fill(vettedForTest(bytes, 'docx'), request(data, missing), { signal }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return 'filled'
  if (!ChanceryError.is(error)) throw error
  return error.code
}

const nested = (depth: number, name: (level: number) => string): string =>
  Array.from({ length: depth }, (_, level) => `{#${name(level)}}`).join('') +
  'x' +
  Array.from({ length: depth }, (_, level) => `{/${name(depth - 1 - level)}}`).join('')
export const million = Array.from({ length: 1_000_000 }, () => 1)
const large = 'x'.repeat(100 * megabyte)
const fourTimes = <T>(item: T): readonly T[] => [item, item, item, item]
/** Four branches at each of its levels, and all of them the same object. */
const tree = (depth: number): readonly unknown[] => (depth === 0 ? [1] : fourTimes({ a: tree(depth - 1) }))

const attacks: readonly (readonly [name: string, parts: () => DocxParts | string, data: () => object, code: string])[] =
  [
    ['a million opening braces', () => p('{'.repeat(1_000_000)), () => ({}), 'payload_too_large'],
    ['a million closing braces', () => p('}'.repeat(1_000_000)), () => ({}), 'payload_too_large'],
    [
      'braces in runs of their own',
      () => p(Array.from({ length: 50_000 }, () => '{')),
      () => ({}),
      'payload_too_large',
    ],
    ['100,000 tags', () => p('{a}'.repeat(100_000)), () => ({ a: 1 }), 'payload_too_large'],
    [
      '100,000 tags over all parts',
      () => ({ body: p('{a}'.repeat(30_000)), header: p('{a}'.repeat(70_000)) }),
      () => ({}),
      'payload_too_large',
    ],
    ['9,000 tags', () => p('{a}'.repeat(9_000)), () => ({ a: 1 }), 'filled'],
    [
      '5,000 names that differ by little',
      () => p(Array.from({ length: 5_000 }, (_, n) => `{name${n}}`).join('')),
      () => ({}),
      'filled',
    ],
    ['20,000 nested sections', () => p(nested(20_000, () => 'a')), () => ({ a: true }), 'payload_too_large'],
    ['5,000 nested sections', () => p(nested(5_000, (level) => `a${level}`)), () => ({}), 'template_invalid'],
    ['9,000 sections that never end', () => p('{#a}'.repeat(9_000)), () => ({}), 'template_invalid'],
    ['9,000 ends without a beginning', () => p('{/a}'.repeat(9_000)), () => ({}), 'template_invalid'],
    ['4,000 crossing sections', () => p('{#a}{#b}{/a}{/b}'.repeat(2_000)), () => ({}), 'template_invalid'],
    ['4 to the power of 10', () => p(nested(10, () => 'a')), () => ({ a: tree(10) }), 'payload_too_large'],
    ['a loop in itself', () => p(nested(20, () => 'a')), () => ({ a: [1, 1, 1, 1] }), 'payload_too_large'],
    ['a million items', () => p('{#a}{.}{/a}'), () => ({ a: million }), 'payload_too_large'],
    ['a million rows', () => table(['{#a}{.}', '{/a}']), () => ({ a: million }), 'payload_too_large'],
    ['a million items to join', () => p('{a | join}'), () => ({ a: million }), 'filled'],
    ['a value of 100 MB', () => p('{a}'), () => ({ a: large }), 'payload_too_large'],
    [
      'a value of 100 MB through formatters',
      () => p('{a | upper | title | trim}'),
      () => ({ a: large }),
      'payload_too_large',
    ],
    ['a value of 100 MB that no tag reads', () => p('{a}'), () => ({ b: large }), 'filled'],
    ['a tag of a million characters', () => p(`{a}{${'b'.repeat(1_000_000)}}`), () => ({}), 'template_invalid'],
    [
      'an expression of parentheses',
      () => p(`{a}{${'('.repeat(4_000)}a${')'.repeat(4_000)}}`.slice(0, 4_900)),
      () => ({}),
      'template_invalid',
    ],
    ['a text padded to a billion', () => p('{a | pad:1000000000}'), () => ({ a: 1 }), 'template_invalid'],
    [
      'elements 100,000 deep',
      () => p('{a}') + '<w:sdt>'.repeat(100_000) + '</w:sdt>'.repeat(100_000),
      () => ({}),
      'template_invalid',
    ],
    ['elements that never end', () => p('{a}') + '<w:p>'.repeat(100_000), () => ({}), 'template_invalid'],
    [
      '50 text boxes with loops',
      () => textBox(p('{#a}{.}{/a}')).repeat(50),
      () => ({ a: million.slice(0, 5_000) }),
      'payload_too_large',
    ],
    [
      'an HTML value a hundred thousand deep',
      () => p('{~a}'),
      () => ({ a: '<div>'.repeat(100_000) }),
      'data_incomplete',
    ],
    ['19 million line breaks', () => p('{a}'), () => ({ a: '\n'.repeat(19_000_000) }), 'payload_too_large'],
    [
      'much XML without text, often',
      () => p('{#a}') + '<w:p/>'.repeat(50_000) + p('{/a}'),
      () => ({ a: million.slice(0, 100_000) }),
      'payload_too_large',
    ],
    [
      '9,000 empty tags, 150,000 times',
      () => p(`{#a}${'{b}'.repeat(9_000)}{/a}`),
      () => ({ a: million.slice(0, 150_000) }),
      'payload_too_large',
    ],
  ]

/** That a fill ends as it should for each of these attacks, and that nothing of all that a file tries is kept. */
export function attacked(isTried: (attack: string) => boolean): void {
  let before = 0
  beforeAll(async () => {
    await outcome(docx(p('{~a}') + p('{a | upper}')), { a: 'x' })
    before = heapUsed()
  })
  afterAll(() => expect(heapUsed() - before).toBeLessThan(64 * megabyte + cacheBytes))

  describe('a template or data that attacks', () => {
    it.each(attacks.filter(([name]) => isTried(name)))('%s', async (_, parts, data, code) => {
      expect(await outcome(docx(parts()), data())).toBe(code)
    })
  })
}

/** What takes longest, of which others try the same with less. */
const dear = new Set([
  '5,000 names that differ by little',
  '4,000 crossing sections',
  '50 text boxes with loops',
  'much XML without text, often',
  '9,000 empty tags, 150,000 times',
])

/** What `npm test` tries. */
export const isUsual = (attack: string): boolean => !dear.has(attack)
