import { expect, it } from 'vitest'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { mendedWords } from './mended-words.ts'

const word = (text: string, left: number, more: Partial<PdfWord> = {}): PdfWord => ({
  text,
  left,
  right: left + text.length * 5,
  top: 100,
  bottom: 112,
  size: 10,
  bold: false,
  fixedPitch: false,
  baseline: 110,
  break: 'space',
  hyphenated: false,
  rightToLeft: false,
  content: -1,
  artifact: false,
  ...more,
})
const textOf = (words: readonly PdfWord[]): string =>
  mendedWords(words)
    .map(({ text }) => text)
    .join(' ')

it('makes a word whole that another one was drawn in', () => {
  const small = word('3', 60, { size: 6, right: 63, baseline: 112, break: 'gap' })
  expect(textOf([word('FD', 50), word('is', 66), word('assi', 79), small, word('gned', 99, { break: 'gap' })])).toBe(
    'FD3 is assigned',
  )
})

it('sets accents on the letters that they stand over', () => {
  expect(textOf([word('Oguz', 50), word('\u02d8', 55, { right: 59 })])).toBe('Oğuz')
  expect(textOf([word('a', 50), word('\u02d8', 80)])).toBe('a \u02d8')
})

it('sets signs of another font, drawn after the line, into the room that was left for them', () => {
  const line = [word('☐', 50, { break: 'line' }), word('cash', 58), word('card', 93), word('☒', 83, { break: 'none' })]
  const mended = mendedWords(line)
  expect(mended.map(({ text }) => text)).toEqual(['☐', 'cash', '☒', 'card'])
  expect(mended.map((each) => each.break)).toEqual(['line', 'space', 'space', 'space'])
  const first = [word('cash', 58, { break: 'line' }), word('☐', 50, { break: 'none' })]
  expect(mendedWords(first).map((each) => [each.text, each.break])).toEqual([
    ['☐', 'line'],
    ['cash', 'space'],
  ])
})

it.each([
  ['of another line', [word('card', 93), word('☒', 83, { baseline: 98 })]],
  ['of a column further to the left', [word('card', 93), word('☒', 20)]],
  ['that lies over another', [word('cash', 60), word('card', 93), word('☒', 75, { right: 90 })]],
  ['between far columns', [word('left', 10), word('right', 93), word('☒', 83)]],
  ['of text that runs to the left', [word('card', 93), word('☒', 83, { rightToLeft: true })]],
])('leaves a word where it is %s', (_, words) => {
  expect(textOf(words)).toBe(words.map(({ text }) => text).join(' '))
})
