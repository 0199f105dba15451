import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortJson } from './short-json.ts'

it('is the JSON of a short value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(shortJson(value)).toBe(JSON.stringify(value))
    }),
  )
})

it.each([
  ['a list of many items', Array.from({ length: 501 }, () => 0)],
  ['many lists', Array.from({ length: 300 }, () => [1, 2])],
  ['a text', 'x'.repeat(300_000)],
  ['texts that are long together', Array.from({ length: 400 }, () => 'x'.repeat(1000))],
  [
    'names that are long together',
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}${'x'.repeat(1000)}`, 0])),
  ],
])('is nothing of a long one: %s', (_, value) => {
  expect(shortJson(value)).toBeUndefined()
  expect(shortJson({ data: { value } })).toBeUndefined()
})
