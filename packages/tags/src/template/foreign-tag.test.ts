import { expect, it } from 'vitest'
import { foreignTag } from './foreign-tag.ts'

it.each([
  ['a helper before a path', 'uppercase client.name'],
  ['a helper before a name of words', 'uppercase client_name'],
  ['a method', 'client.name.toUpperCase'],
])('knows %s', (_, tag) => {
  expect(foreignTag(tag)).toBeDefined()
})

it.each([
  ['x.a', 'A', '1'],
  ['x.a', 'Aa', '1'],
  ['x', '.a', '('],
  ['a b', '_', '(x)'],
  ['a b', '._', '(x)'],
  ['a b', '_a', '(x)'],
  ['a b', '.a', '(x)'],
  ['a', ' ', '('],
  ['SUM(', 'a.', ''],
  ['a ? ', ' b', ''],
  ['#if ', 'a ', '"'],
])('comes to an end for a long tag: %j, many times %j, %j', (begin, many, end) => {
  // Ways to divide them that double with each would take longer than there is time.
  expect(() => foreignTag(`${begin}${many.repeat(5000)}${end}`)).not.toThrow()
})
