import { isRightToLeft } from '@chancery/reading-layout/glyph-text'
import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** Points: what is filled in is no larger where the file does not say so. */
export const usualSize = 12
/** In sizes of the text: from line to line, and as wide as letters are on average. */
const [lineHeight, letterWidth] = [1.2, 0.5]

/** What stands in a place as words, its lines spread over the height: their widths are guessed, since nothing says how it is set. */
export function linesIn(value: string, place: Rectangle): PdfWord[] {
  const lines = linesOf(value)
  const height = (place.bottom - place.top) / Math.max(lines.length, 1)
  const size = Math.max(Math.min(height / lineHeight, usualSize), 1)
  return lines.flatMap((line, row) => wordsOf(line, lineOf(place, row, height), size))
}

/** As `linesIn`, of text that begins at the top and goes on below where a line is full. */
export function textIn(value: string, place: Rectangle): PdfWord[] {
  const [width, height] = [place.right - place.left, place.bottom - place.top]
  const size = Math.max(Math.min(height / lineHeight, usualSize), 1)
  const hasRoom = height >= 2 * lineHeight * size
  const lines = linesOf(value).flatMap((line) =>
    hasRoom ? wrapped(line, width / (letterWidth * size)) : [{ text: line, isFull: false }],
  )
  const step = Math.min(lineHeight * size, height / Math.max(lines.length, 1))
  return lines.flatMap(({ text, isFull }, row) => wordsOf(text, lineOf(place, row, step), step / lineHeight, isFull))
}

const lineOf = (place: Rectangle, row: number, height: number): Rectangle => ({
  ...place,
  top: place.top + row * height,
  bottom: place.top + (row + 1) * height,
})

const linesOf = (value: string): string[] => value.split(/\r\n?|\n/).filter((line) => line.trim() !== '')

/** @param most letters of a line */
function wrapped(line: string, most: number): { readonly text: string; readonly isFull: boolean }[] {
  const full: string[] = []
  let last = ''
  for (const [word] of line.matchAll(/\S+/g)) {
    if (last !== '' && last.length + 1 + word.length > most) {
      full.push(last)
      last = word
    } else last = last === '' ? word : `${last} ${word}`
  }
  return [...full.map((text) => ({ text, isFull: true })), { text: last, isFull: false }]
}

/** @param isFull goes to the edge of its place, as it goes on below */
function wordsOf(line: string, place: Rectangle, size: number, isFull = false): PdfWord[] {
  const whole = (place.right - place.left) / Math.max(line.length, 1)
  const width = isFull ? whole : Math.min(letterWidth * size, whole)
  const isLeftward = isRightToLeft(line)
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }, at): PdfWord => {
    const [from, to] = [width * index, width * (index + text.length)]
    const sides = isLeftward
      ? { left: place.right - to, right: place.right - from }
      : { left: place.left + from, right: place.left + to }
    return { ...wordAt({ ...place, ...sides }, text, size), break: at === 0 ? 'line' : 'space' }
  })
}

/** A word in the middle of a place. */
export function wordAt(place: Rectangle, text: string, size: number): PdfWord {
  const middle = (place.top + place.bottom) / 2
  return {
    text: text.toWellFormed(),
    left: place.left,
    right: place.right,
    top: middle - 0.6 * size,
    bottom: middle + 0.6 * size,
    size,
    bold: false,
    fixedPitch: false,
    baseline: middle + 0.35 * size,
    break: 'line',
    hyphenated: false,
    rightToLeft: isRightToLeft(text),
    content: -1,
    artifact: false,
  }
}
