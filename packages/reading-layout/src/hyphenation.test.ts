import { expect, it } from 'vitest'
import { Hyphenation } from './hyphenation.ts'
import type { TextLine } from './text-lines.ts'

it('joins parted words, and leaves hyphens that belong to the word', () => {
  const hyphenation = new Hyphenation()
  hyphenation.add({ text: 'a well-known state-of-the-art long-term plan' } as TextLine)
  const joins = (before: string, after: string) => hyphenation.joins(before, after)
  expect(joins('the infor-', 'mation of')).toBe(true)
  expect(joins('die Ver\u2010', 'fügung')).toBe(true)
  expect(joins('for a long-', 'term plan')).toBe(false)
  expect(joins('a self-', 'employed person')).toBe(false)
  expect(joins('Müller-', 'Lüdenscheidt')).toBe(false)
  expect(joins('pages 10-', '12')).toBe(false)
})
