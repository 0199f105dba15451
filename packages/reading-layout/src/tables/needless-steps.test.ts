import { expect, it } from 'vitest'
import { needlessSteps } from './needless-steps.ts'

const text = (start: number, length: number, acrossStart: number) => ({ start, length, acrossStart, acrossLength: 1 })

it('tells rows that no two texts part', () => {
  // A label over two drawn rows, beside one with a text in the first alone.
  expect(needlessSteps([text(0, 2, 0), text(0, 1, 1), text(2, 1, 0)], 3)).toEqual([false, true, false])
})

it('keeps rows where a column has a text in each, and rows that nothing goes over', () => {
  expect(needlessSteps([text(0, 2, 0), text(0, 1, 1), text(1, 1, 1)], 2)).toEqual([false, false])
  expect(needlessSteps([text(0, 1, 0), text(1, 1, 1)], 2)).toEqual([false, false])
})
