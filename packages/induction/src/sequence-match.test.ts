import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSequences } from './sequence-match.ts'

const match = (left: string, right: string): string =>
  matchSequences(left.length, right.length, (i, j) => (left[i] === right[j] ? 1 : 0), {
    bonus: 0.1,
    leftKey: (i) => left[i]!,
    rightKey: (j) => right[j]!,
    spend: () => {},
  })
    .map(([i]) => left[i])
    .join('')

/** Length of the longest common subsequence, by the textbook. */
const longest = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, () => 0)
  for (const character of left) {
    const next = [0]
    for (let j = 1; j <= right.length; j += 1)
      next[j] = character === right[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!)
    row = next
  }
  return row[right.length]!
}

describe('laying sequences over each other', () => {
  it('finds a longest common subsequence, rising on both sides', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, (left, right) => {
        const pairs = matchSequences(left.length, right.length, (i, j) => (left[i] === right[j] ? 1 : 0), {
          bonus: 0,
          leftKey: (i) => left[i]!,
          rightKey: (j) => right[j]!,
          spend: () => {},
        })
        expect(pairs).toHaveLength(longest(left, right))
        for (const [index, [i, j]] of pairs.entries()) {
          expect(left[i]).toBe(right[j])
          if (index > 0) expect(i > pairs[index - 1]![0] && j > pairs[index - 1]![1]).toBe(true)
        }
      }),
    )
  })

  it('prefers what stands together', () => {
    const pairs = matchSequences(2, 4, (i, j) => ('ab'[i] === 'axab'[j] ? 1 : 0), {
      bonus: 0.1,
      leftKey: (i) => i,
      rightKey: (j) => j,
      spend: () => {},
    })
    expect(pairs).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  it('stays bounded for long sequences, and still finds what is unique', () => {
    const long = 'x'.repeat(40_000)
    expect(match(`${long}A${long}`, `${long}${long}A`)).toContain('A')
  })
})
