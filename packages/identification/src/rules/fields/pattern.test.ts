import { expect, it } from 'vitest'
import { compilePattern } from './pattern.ts'

const found = (pattern: string, text: string): string[] =>
  compilePattern(pattern, 0)
    .occurrences(text)
    .map(({ start, end }) => `${start} ${text.slice(start, end)}`)

it.each([
  ['[0-9]+', '12 345 6', ['0 12', '3 345', '7 6']],
  ['A-\\d{3}', 'A-100A-200, A-300', ['12 A-300']],
  // What stands before a match says whether it begins a word or a line, also where it follows another.
  ['\\B-', 'a -- b-', ['2 -', '3 -']],
  ['(?m)^\\d', '1\n2 3\n4', ['0 1', '2 2', '6 4']],
  ['^\\d{2}$', '12 345 67', ['0 12', '7 67']],
  ['x*', 'a xx b x', ['2 xx', '7 x']],
  ['zz', 'a xx b x', []],
  ['.+', '', []],
])('%s is found in %j', (pattern, text, expected) => {
  expect(found(pattern, text)).toEqual(expected)
})

it('is looked for to the end, behind thousands that are parts of words', () => {
  expect(found('\\d{3}', `${'1234 '.repeat(5000)}567`)).toEqual(['25000 567'])
})

it('occurs a few thousand times at most', () => {
  expect(found('\\d', '1 '.repeat(5000))).toHaveLength(2000)
})
