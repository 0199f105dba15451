import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { expect, it } from 'vitest'
import { withSpacedLetters } from './spaced-letters.ts'

/** Letters 10 points wide, each with the gap before it. */
function letters(...given: readonly (readonly [text: string, gap: number])[]): PdfWord[] {
  let right = 50
  return given.map(([text, gap], at) => {
    const left = right + gap
    right = left + 10 * text.length
    return {
      text,
      left,
      right,
      baseline: 100,
      size: 20,
      break: at === 0 ? 'line' : 'space',
      rightToLeft: false,
    } as PdfWord
  })
}

const read = (words: readonly PdfWord[]): string[] => withSpacedLetters(words).map(({ text }) => text)
const spaced = (text: string, gap: number): (readonly [string, number])[] => [...text].map((letter) => [letter, gap])

it('joins the letters of words that are set apart', () => {
  const [first, ...others] = spaced('LUCIEN', 4)
  expect(read(letters(...spaced('CHEZ', 4), [first?.[0] ?? '', 13], ...others, ['for', 30]))).toEqual([
    'CHEZ',
    'LUCIEN',
    'for',
  ])
  const [word] = withSpacedLetters(letters(...spaced('INVOICE', 4)))
  expect(word).toMatchObject({ text: 'INVOICE', left: 54, break: 'line' })
})

it('leaves initials, cells and letters at odd distances as they are', () => {
  expect(read(letters(...spaced('ABCD', 4)))).toEqual([...'ABCD'])
  expect(read(letters(...spaced('MTWTFSS', 15)))).toEqual([...'MTWTFSS'])
  expect(read(letters(...spaced('àÀâÂäÄ', 6)))).toEqual([...'àÀâÂäÄ'])
  expect(read(letters(['A', 4], ['B', 5.5], ['C', 4], ['D', 6], ['E', 5]))).toEqual([...'ABCDE'])
})
