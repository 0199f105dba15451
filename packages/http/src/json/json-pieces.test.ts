import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

const pieces = (value: unknown): string[] => [...jsonPieces(value)]
const many = (count: number): object[] => Array.from({ length: count }, (_, row) => ({ row, text: `${row}` }))

it('writes what JSON.stringify writes', () => {
  const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true })
  fc.assert(
    fc.property(anything, fc.nat(6000), (rest, count) => {
      const value = { data: { rest, none: undefined, tables: [rest, { cells: many(count), rest }] }, meta: {} }
      expect(pieces(value).join('')).toBe(JSON.stringify(value))
    }),
  )
  for (const value of [{}, [], 'a', null, many(2001), { a: undefined, b: many(2001) }, [undefined, many(2001)]])
    expect(pieces(value).join('')).toBe(JSON.stringify(value))
})

it('writes no long piece', () => {
  const text = '"\n😀é'.repeat(100_000)
  const value = { data: { text, blocks: many(9000), tables: [{ cells: many(20_000) }] }, meta: { warnings: [] } }
  const written = pieces(value)
  expect(JSON.parse(written.join(''))).toEqual(value)
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(500_000)
})
