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
