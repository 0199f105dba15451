import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonBytes } from './json-bytes.ts'
import { jsonPieces } from './json-pieces.ts'

const written = (value: unknown): number => {
  let bytes = 0
  for (const piece of jsonPieces(value)) bytes += Buffer.byteLength(piece)
  return bytes
}

it('counts what is written', async () => {
  const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true })
  await fc.assert(
    fc.asyncProperty(anything, fc.string({ unit: 'binary' }), async (rest, text) => {
      const value = { data: [rest, text, { [text]: rest }] }
      expect(await jsonBytes(value, Infinity)).toBe(written(value))
    }),
  )
})

it('counts long lists and texts as well', async () => {
  for (const part of ['a', '"', '\u{1F600}', '\u0001é']) {
    const value = { text: `x${part.repeat(200_000)}`, rows: Array.from({ length: 30_000 }, (_, id) => ({ id, part })) }
    expect(await jsonBytes(value, Infinity)).toBe(written(value))
  }
})

it('counts no further than it must', async () => {
  let reads = 0
  const rows = Array.from({ length: 100_000 }, () => ({
    get cell() {
      reads++
      return 'x'.repeat(98)
    },
  }))
  expect(await jsonBytes(rows, 1_000_000)).toBeGreaterThan(1_000_000)
  expect(reads).toBeLessThan(30_000)
})

it('gives others their turn', async () => {
  for (const value of [Array(500_000).fill(1), '"'.repeat(30_000_000)]) {
    let turns = 0
    let ended = false
    const count = (): void => {
      turns++
      if (!ended) setImmediate(count)
    }
    setImmediate(count)
    await jsonBytes(value, Infinity)
    ended = true
    expect(turns).toBeGreaterThan(10)
  }
})
