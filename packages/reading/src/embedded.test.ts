import { expect, it } from 'vitest'
import { readForTest } from './reading-for-test.ts'

it('tells the looks of so many stretches, and of the rest what is struck out', async () => {
  const many = '<b>a</b> b '.repeat(200_000)
  const { text, runs, warnings } = await readForTest(`${many}<b>c</b> d <s>e</s> <i>f</i>`, 'html')
  expect(runs).toHaveLength(200_001)
  const last = runs.at(-1)
  expect(text.slice(last?.span.start, last?.span.end)).toBe('e')
  expect(warnings.map(({ code }) => code)).toEqual(['looks_left_out'])
})
