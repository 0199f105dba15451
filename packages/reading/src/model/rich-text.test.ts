import { expect, it } from 'vitest'
import { readForTest } from '../reading-for-test.ts'

it.each([
  ['html', '<p>a ware&shy;house and <b>by&shy;laws</b>'],
  ['rtf', String.raw`{\rtf1 a ware\-house and {\b by\-laws}\par}`],
  ['markdown', 'a ware\u00adhouse and **by\u00adlaws**'],
] as const)('reads words of %s whole where they may be divided', async (type, document) => {
  const { text, runs } = await readForTest(document, type)
  expect(text).toBe('a warehouse and bylaws')
  expect(runs.map(({ span, bold }) => [text.slice(span.start, span.end), bold])).toEqual([['bylaws', true]])
})
