import { expect, it } from 'vitest'
import { firstDifference } from './first-difference.ts'
import type { SampleGroup } from './sample.ts'

const documentOf = (...lines: string[]): SampleGroup => ({
  kind: 'group',
  shape: 'd',
  hint: '',
  role: 'block',
  origin: 0,
  children: lines.map((line, origin) => ({ kind: 'leaf', shape: 'p', hint: '', slots: [line], origin })),
})

it.each([
  [['a', 'b c'], ['a', 'b  c'], 2, 'other spaces'],
  [['a', 'Net'], ['a', 'net'], 2, 'other large and small letters'],
  [['a', 'Net'], ['a', 'Gross'], 2, 'another text'],
  [['a', 'Net'], ['a', ''], 2, 'a text that is not there'],
  [['a', 'Net'], ['a'], 2, 'a paragraph that is not there'],
  [['a'], ['a', 'Net'], 2, 'a paragraph too many'],
])('%j filled as %j', (wanted, got, paragraph, kind) => {
  expect(firstDifference(documentOf(...wanted), documentOf(...got))).toMatchObject({ paragraph, kind })
})

it('shows both texts around the first character that differs', () => {
  const long = 'x'.repeat(100)
  expect(firstDifference(documentOf(`${long}one`), documentOf(`${long}two`))).toMatchObject({
    wanted: `${'x'.repeat(30)}one`,
    got: `${'x'.repeat(30)}two`,
  })
})

it('finds nothing where all texts are the same', () => {
  expect(firstDifference(documentOf('a', ''), documentOf('a', ''))).toBeUndefined()
})
