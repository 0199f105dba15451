import { expect, it } from 'vitest'
import { newVersion } from './new-version.ts'

it('versions sort in the order in which they were made, within a millisecond too', () => {
  const made = Array.from({ length: 1000 }, newVersion)
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(1000)
  expect(new Set(made.map(({ length }) => length))).toEqual(new Set([20]))
})
