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
  expect(joins('a typed pro-', 'gramming language')).toBe(true)
  expect(joins('for ex-', 'ample')).toBe(true)
  expect(joins('a Pro-', 'forma invoice')).toBe(false)
  expect(joins('price ex-', 'works')).toBe(false)
  expect(joins('the company-', 'owned cars')).toBe(false)
  expect(joins('an un-', 'owned car')).toBe(true)
  expect(joins('a third-', 'party vendor')).toBe(false)
  expect(joins('Müller-', 'Lüdenscheidt')).toBe(false)
  expect(joins('pages 10-', '12')).toBe(false)
})

it.each([
  ['der Ein-', 'und Verkauf', true],
  ['Vor-', 'bzw. Nachteile', true],
  ['short-', 'and long-term', true],
  ['in-', 'of uitvoer', true],
  ['the Or-', 'ange', false],
  ['ein Hund, der', 'und', false],
  ['das Wun-', 'der', false],
  ['bis 10-', 'und mehr', true],
  ['24-', 'bis 36-monatig', true],
  ['socio-', 'y económico', true],
  ['bed-', 'and-breakfast', false],
])('knows a part that stands for a longer word: %s %s', (before, after, hangs) => {
  const hyphenation = new Hyphenation()
  expect(hyphenation.hangs(before, after)).toBe(hangs)
  if (hangs) expect(hyphenation.joins(before, after)).toBe(false)
})
