import { expect, it } from 'vitest'
import { hasLongPart, pieceItems, pieceUnits } from './long-parts.ts'

it.each<[string, unknown, boolean]>([
  ['a text of one piece', 'x'.repeat(pieceUnits), false],
  ['a text of more', 'x'.repeat(pieceUnits + 1), true],
  ['a list of one piece', Array(pieceItems).fill(0), false],
  ['a list of more', Array(pieceItems + 1).fill(0), true],
  ['one deep inside', { a: [{ b: { c: ['x'.repeat(pieceUnits + 1)] } }] }, true],
  ['one deeper than anything that is answered', [[[[[[[[['x'.repeat(pieceUnits + 1)]]]]]]]]], false],
  ['bytes, which are no tree', { bytes: new Uint8Array(pieceUnits * 2) }, false],
  ['nothing', { a: null, b: undefined, c: 5, d: true }, false],
])('sees long parts: %s', (_, value, expected) => {
  expect(hasLongPart(value)).toBe(expected)
})
