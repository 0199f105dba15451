import { expect, it } from 'vitest'
import type { PdfWord } from '../../../reading-layout/src/pdf-word.ts'
import { PrintedWords } from './printed-words.ts'

const word = (text: string, left: number, top: number): PdfWord => ({
  text,
  left,
  top,
  right: left + 30,
  bottom: top + 10,
  size: 10,
  bold: false,
  fixedPitch: false,
  baseline: top + 8,
  break: 'space',
  hyphenated: false,
  rightToLeft: false,
  content: -1,
  artifact: false,
})

it('finds what is printed a little beside itself, over the border of a cell too', () => {
  const seen = new PrintedWords()
  expect(seen.has(word('Total', 7.8, 15.8))).toBe(false)
  expect(seen.has(word('Total', 8.2, 16.2))).toBe(true)
  expect(seen.has(word('Net', 7.8, 15.8))).toBe(false)
  expect(seen.has(word('Total', 12, 15.8))).toBe(false)
})

it('takes no word for one of another place, however many there are', () => {
  const seen = new PrintedWords()
  const places = Array.from({ length: 5000 }, (_, index) =>
    word('same', (index % 100) * 10, Math.floor(index / 100) * 12),
  )
  expect(places.filter((each) => seen.has(each))).toEqual([])
  expect(places.filter((each) => !seen.has(each))).toEqual([])
})

it('finds a word again among thousands of others at its place', () => {
  const seen = new PrintedWords()
  const words = ['Total', ...Array.from({ length: 2000 }, (_, index) => `w${index}`)].map((text) => word(text, 8, 16))
  expect(words.filter((each) => seen.has(each))).toEqual([])
  expect(words.filter((each) => !seen.has(each))).toEqual([])
})
