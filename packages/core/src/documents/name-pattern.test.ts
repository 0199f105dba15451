import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namePattern } from './name-pattern.ts'

const fits = (pattern: string, name: string): boolean => namePattern(pattern)(name)

it.each([
  ['a.txt', 'a.txt', true],
  ['a.txt', 'A.TXT', true],
  ['A.Txt', 'a.txt', true],
  ['a.txt', 'a.txt2', false],
  ['a.txt2', 'a.txt', false],
  ['?', 'a', true],
  ['?', '', false],
  ['?', 'ab', false],
  ['?', '😀', true],
  ['a?', 'a', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['**', '', true],
  ['*.txt', '.txt', true],
  ['*.txt', 'a.txt.txt', true],
  ['*.txt', 'a.txt.pdf', false],
  ['a*', 'a', true],
  ['a*', 'ba', false],
  ['a*b*c', 'a1b2b3c', true],
  ['a*b*c', 'a1c2b', false],
  ['a*bb', 'abab', false],
  ['*ab', 'aab', true],
  ['*a?c', 'abxaxc', true],
  ['e\u0301', '\u00e9', true],
  ['x', '*', false],
  ['a*', 'a*', true],
])('%j and %j: %s', (pattern, name, expected) => expect(fits(pattern, name)).toBe(expected))

it('says what an expression of the same meaning says', () => {
  const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 7 })
  fc.assert(
    fc.property(word('ab*?'), word('ab'), (pattern, name) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`)
      expect(fits(pattern, name)).toBe(expression.test(name))
    }),
    { numRuns: 500 },
  )
})
