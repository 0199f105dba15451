import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortedJson, sortedJsonPieces } from './sorted-json.ts'

const joined = (value: unknown): string => [...sortedJsonPieces(value)].join('')

it('writes what sortedJson writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(joined(value)).toBe(sortedJson(value))
    }),
  )
  const odd = { b: undefined, a: [undefined, { d: 1, c: '\ud800' }], __proto__: null, 10: 1, 9: 2 }
  expect(joined(odd)).toBe(sortedJson(odd))
})

it.each([0, 1, 2])('cuts a text of megabytes into pieces, and no letter into halves (%j)', (units) => {
  const value = { html: `${'x'.repeat(units)}${'👩"\n'.repeat(100_000)}`, text: 'x' }
  const pieces = [...sortedJsonPieces(value)]
  expect(pieces.join('')).toBe(sortedJson(value))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_500_000)
  expect(pieces.length).toBeGreaterThan(1)
})

it('sorts the keys of every object, and nothing else', () => {
  expect(sortedJson({ b: [2, { z: 1, y: null }, 1], a: 'x', c: 1 })).toBe('{"a":"x","b":[2,{"y":null,"z":1},1],"c":1}')
})
