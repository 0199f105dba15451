import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinAnswer, partAnswer } from './parted-answer.ts'

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** As it arrives: of each part a copy. */
const sentAndJoined = (value: unknown): unknown => joinAnswer(structuredClone(partAnswer(value)))

describe('an answer in pieces', () => {
  const table = { cells: many(5001).map((row) => ({ row, text: `${row}` })), rows: 5001 }
  const value = {
    ok: true,
    value: { tables: [{ cells: [] }, table], lines: many(2001), text: 'a', bytes: new Uint8Array(3000) },
  }

  it('has no long array in any of them', () => {
    const { value: rest, arrays, pieces } = partAnswer(value)
    expect(rest).toMatchObject({ value: { tables: [{ cells: [] }, { cells: [], rows: 5001 }], lines: [], text: 'a' } })
    expect(arrays).toEqual([
      { path: ['value', 'tables', 1, 'cells'], pieces: 3 },
      { path: ['value', 'lines'], pieces: 2 },
    ])
    expect(pieces.map(({ length }) => length)).toEqual([2000, 2000, 1001, 2000, 1])
    expect(table.cells).toHaveLength(5001)
  })

  it('is the same once it is joined', () => {
    expect(sentAndJoined(value)).toEqual(value)
    for (const plain of [undefined, 5, 'text', null, [], many(2000), many(2001)])
      expect(sentAndJoined(plain)).toEqual(plain)
    const anything = fc.anything({ withTypedArray: true, withMap: true, withDate: true })
    fc.assert(
      fc.property(anything, fc.nat(6000), (rest, count) => {
        const both = { rest, list: [{ items: many(count) }] }
        expect(sentAndJoined(both)).toEqual(structuredClone(both))
      }),
    )
  })

  it('stays as it is where nothing of it is long', () => {
    const short = { blocks: many(2000), nested: [{ a: [1] }] }
    expect(partAnswer(short)).toEqual({ value: short, arrays: [], pieces: [] })
    expect(partAnswer(short).value).toBe(short)
  })

  it('is refused where a piece has no place', () => {
    expect(() => joinAnswer({ value: {}, arrays: [{ path: ['a', 'b'], pieces: 1 }], pieces: [[1]] })).toThrow(TypeError)
  })
})
