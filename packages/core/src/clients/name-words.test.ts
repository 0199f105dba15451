import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameWords, slips } from './name-words.ts'

/** The same count without bounds (optimal string alignment). */
function plainSlips(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, change, isTurned ? at(i - 2, j - 2) + 1 : Infinity))
    }
  }
  return at(a.length, b.length)
}

describe('slips', () => {
  it('are counted up to two', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 9 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(Math.min(slips(a, b), 3)).toBe(Math.min(plainSlips(a, b), 3))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('words of a name', () => {
  it.each([
    ['Dr. Anna-Maria  O’Neil 2nd', ['dr', 'anna', 'maria', 'o', 'neil', '2nd']],
    ["Anna O'Neil, Łódź", ['anna', 'o', 'neil', 'lodz']],
    ['Weiß', ['weiss']],
    ['', []],
  ])('%s', (name, words) => expect(nameWords(name)).toEqual(words))
})
