import { expect, it } from 'vitest'
import { withBullets, withoutStrokes } from './misread-signs.ts'
import type { RecognizedWord } from './tsv-words.ts'

/** Lines of words, each of which begins so far in. */
const wordsOf = (...lines: readonly (readonly (readonly [number, string])[])[]): readonly RecognizedWord[] =>
  lines.flatMap((words, line) =>
    words.map(([left, text]): RecognizedWord => {
      const size = text.length === 1 ? 12 : 24
      const place = { left, top: line * 40, width: text.length * 12, height: size }
      return { text, ...place, confidence: 0.9, line, paragraph: 0, block: 0 }
    }),
  )
const textOf = (words: readonly RecognizedWord[]): string => words.map(({ text }) => text).join(' ')

it('reads bullets that were taken for other signs', () => {
  const words = wordsOf(
    [
      [10, '«'],
      [50, 'noted'],
    ],
    [
      [11, '+'],
      [50, 'agreed'],
    ],
    [
      [40, 'o'],
      [80, 'inner'],
    ],
    [
      [41, 'e'],
      [80, 'next'],
    ],
  )
  expect(textOf(withBullets(words))).toBe('• noted • agreed • inner • next')
})

it('leaves words of one letter, and signs that stand alone', () => {
  for (const words of [
    wordsOf(
      [
        [10, 'e'],
        [28, 'adesso'],
      ],
      [
        [10, 'o'],
        [28, 'mai'],
      ],
    ),
    wordsOf(
      [
        [10, '+'],
        [50, 'once'],
      ],
      [
        [10, 'then'],
        [90, 'more'],
      ],
    ),
    wordsOf(
      [
        [10, 'sum'],
        [60, '+'],
        [100, 'ten'],
      ],
      [
        [10, 'and'],
        [60, '+'],
        [100, 'six'],
      ],
    ),
  ])
    expect(withBullets(words)).toEqual(words)
})

it('takes strokes of forms and tables away, and reads "I" in English', () => {
  const words = wordsOf(
    [
      [10, '|'],
      [30, 'have'],
    ],
    [
      [10, '|'],
      [30, 'Rowing'],
      [90, '_Smith'],
      [190, 'May_'],
      [250, '___'],
    ],
  )
  expect(textOf(withoutStrokes(words, { isEnglish: true, ruled: true }))).toBe('I have Rowing Smith May ___')
  expect(textOf(withoutStrokes(words, { isEnglish: false, ruled: false }))).toBe('| have | Rowing Smith May ___')
})
