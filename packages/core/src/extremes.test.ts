import { expect, it } from 'vitest'
import { largestOf, leastOf } from './extremes.ts'

it('finds the least and the largest, as Math does, of any number', () => {
  for (const numbers of [[], [3], [2, -1, 5], [1, NaN, 2]]) {
    expect(largestOf(numbers)).toBe(Math.max(...numbers))
    expect(leastOf(numbers)).toBe(Math.min(...numbers))
  }
  expect(largestOf(new Uint8Array(1_000_000).fill(7))).toBe(7)
})
