import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSequences } from './sequence-match.ts'

const unbounded = { afford: () => true, leave: () => {} }

const match = (left: string, right: string): string =>
  matchSequences(left.length, right.length, (i, j) => (left[i] === right[j] ? 1 : 0), {
    bonus: 0.1,
    keys: [{ left: (i) => left[i]!, right: (j) => right[j]! }],
    ...unbounded,
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
          keys: [{ left: (i) => left[i]!, right: (j) => right[j]! }],
          ...unbounded,
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
      keys: [],
      ...unbounded,
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

  it('cuts what is not afforded at what is common, by one key after the other, and tells what it left', () => {
    const left = 'xA-Bx1y'
    const right = 'zA+B2zz1'
    const tell = (most: number) => {
      let spent = 0
      let leaves = 0
      const kind = (character: string): string => character.replace(/[-+]/, '?')
      const pairs = matchSequences(left.length, right.length, (i, j) => (left[i] === right[j] ? 1 : 0), {
        bonus: 0,
        keys: [
          { left: (i) => left[i]!, right: (j) => right[j]! },
          { left: (i) => kind(left[i]!), right: (j) => kind(right[j]!) },
        ],
        afford: (cells) => spent + cells <= most && (spent += cells) > 0,
        leave: () => void (leaves += 1),
      })
      expect(spent).toBeLessThanOrEqual(most)
      return { matched: pairs.map(([i, j]) => `${left[i]}${right[j]}`).join(' '), leaves }
    }
    expect(tell(1000)).toEqual({ matched: 'AA BB 11', leaves: 0 })
    expect(tell(0)).toEqual({ matched: 'AA -+ BB 11', leaves: 2 })
    expect(tell(1)).toEqual({ matched: 'AA -+ BB 11', leaves: 1 })
  })
})
