import { expect, it } from 'vitest'
import type { PdfWord } from './pdf-word.ts'
import { textSegments } from './text-segments.ts'

/** Words of a line in type of these sizes; those with '+' before them touch the last one. */
function words(given: readonly (readonly [text: string, size: number])[]): PdfWord[] {
  let right = 50
  return given.map(([text, size], at) => {
    const touches = text.startsWith('+')
    const left = right + (touches ? 0 : 4)
    right = left + 6 * text.length
    return {
      text: touches ? text.slice(1) : text,
      left,
      right,
      top: 100 - size,
      bottom: 102,
      size,
      bold: false,
      fixedPitch: false,
      baseline: 100,
      break: at === 0 ? 'line' : touches ? 'none' : 'space',
      hyphenated: false,
      rightToLeft: false,
      content: -1,
      artifact: false,
    }
  })
}

const sizes = (...given: readonly (readonly [text: string, size: number])[]): number[] =>
  textSegments(words(given)).map(({ size }) => size)

it('takes the size of small capitals from their initials', () => {
  expect(sizes(['T', 12], ['+RAVEL', 9], ['E', 12], ['+XPENSES', 9])).toEqual([12])
  expect(sizes(['§\u00a01', 12], ['T', 12], ['+RAVEL', 9])).toEqual([12])
})

it('takes the size that most letters have otherwise', () => {
  expect(sizes(['T', 12], ['+ravel', 9])).toEqual([9])
  expect(sizes(['A', 12], ['SMALL', 9], ['LINE', 9])).toEqual([9])
})
