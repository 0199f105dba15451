import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutLeaders } from './leaders.ts'
import { escapedText, escapeText } from './markdown-escape.ts'
import { unitsOfStretch } from './text-stretches.ts'

const signs = [
  'a',
  'word ',
  ' ',
  '\n',
  '\r\n',
  '\u2028',
  '-',
  '=',
  '|',
  '#',
  '# ',
  '1.',
  '*',
  '`',
  '&',
  '&amp;',
  '7',
  '. . . . 7',
  '.',
  '\ud83d\ude00',
]
/** Some signs alone, each of them many times: that is what makes lines which nothing ends. */
const longText = fc
  .array(
    fc.record({ some: fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 4 }), times: fc.nat(20_000) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.map(({ some, times }) => some.join('').repeat(times)).join(''))

it('writes a long text in stretches as it would be written at once', () => {
  fc.assert(
    fc.property(longText, fc.boolean(), (text, isLineStart) => {
      // Compared as a whole: of a difference in megabytes, no message is wanted.
      expect([...escapedText(text, isLineStart)].join('') === escapeText(withoutLeaders(text), isLineStart)).toBe(true)
    }),
    { numRuns: 25 },
  )
})

it('writes no stretch that is long', () => {
  for (const sign of ['>', '&', 'a&', '*\n', '. ', '-x', '&#1;']) {
    const pieces = [...escapedText(sign.repeat(200_000), true)]
    expect(Math.max(...pieces.map(({ length }) => length)), sign).toBeLessThan(6 * unitsOfStretch)
  }
})
