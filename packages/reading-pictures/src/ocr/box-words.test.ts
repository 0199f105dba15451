import { expect, it } from 'vitest'
import { withBoxes } from './box-words.ts'
import type { RecognizedWord } from './tsv-words.ts'

const word = (text: string, left: number, width: number, line = 0): RecognizedWord => {
  const place = { left, top: line * 40, width, height: 24 }
  return { text, ...place, confidence: 0.9, line, paragraph: 0, block: 0 }
}
const box = (left: number, checked: boolean, line = 0) => ({ left, top: line * 40, width: 28, height: 28, checked })
const textOf = (words: readonly RecognizedWord[]): string => words.map(({ text }) => text).join(' ')

it('puts boxes where Tesseract read a sign, or nothing', () => {
  const words = [
    word('[J', 10, 26),
    word('Junior', 50, 80),
    word('Cash', 200, 50),
    word('X', 10, 20, 1),
    word('Adult', 50, 60, 1),
  ]
  expect(textOf(withBoxes(words, [box(10, false), box(165, true), box(10, true, 1)]))).toBe('☐ Junior ☒ Cash ☒ Adult')
})

it('puts a box behind the word before it where nothing follows, and none that is about nothing', () => {
  expect(textOf(withBoxes([word('Yes', 10, 40)], [box(60, true)]))).toBe('Yes ☒')
  expect(textOf(withBoxes([word('Yes', 10, 40)], [box(300, true), box(10, false, 3)]))).toBe('Yes')
})

it('leaves characters that are squares', () => {
  expect(textOf(withBoxes([word('口', 10, 26), word('入', 40, 26)], [box(10, false)]))).toBe('口 入')
})
