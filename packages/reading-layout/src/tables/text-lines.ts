import { enclosing, type Rectangle } from '../page-geometry.ts'
import type { TableWord } from './page-tables.ts'

/** Words that stand together on one line, left to right, without a wide gap between them. */
export interface Segment<W extends TableWord> extends Rectangle {
  readonly words: readonly W[]
  readonly size: number
}

export interface TextLine<W extends TableWord> extends Rectangle {
  readonly segments: readonly Segment<W>[]
  readonly size: number
}

/** In sizes of the font: spaces of justified prose stay below it, gaps between columns are mostly above. */
const wideGap = 0.9
/** Figures are not justified: between them a smaller gap parts columns. */
const gapOfFigures = 0.6

/**
 * Words whose middles are at one height, top to bottom, parted at wide gaps.
 * @param cuts drawn lines down the page, left to right: they part words, too
 */
export function textLines<W extends TableWord>(words: readonly W[], cuts: readonly number[] = []): TextLine<W>[] {
  const byMiddle = [...words].sort(
    (a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left || a.right - b.right || (a.text < b.text ? -1 : 1),
  )
  const lines: W[][] = []
  let middle = -Infinity
  let height = 0
  for (const word of byMiddle) {
    const line = lines.at(-1)
    const own = (word.top + word.bottom) / 2
    if (line !== undefined && own - middle < 0.5 * Math.min(height, word.bottom - word.top)) line.push(word)
    else {
      lines.push([word])
      middle = own
      height = word.bottom - word.top
    }
  }
  return lines.map((line) => textLine(line, cuts))
}

function textLine<W extends TableWord>(words: readonly W[], cuts: readonly number[]): TextLine<W> {
  const segments = segmentsOf(words, cuts)
  return { ...enclosing(segments), segments, size: largest(segments) }
}

function segmentsOf<W extends TableWord>(words: readonly W[], cuts: readonly number[]): Segment<W>[] {
  const parts: W[][] = []
  let right = -Infinity
  let cut = 0
  for (const word of [...words].sort((a, b) => a.left - b.left || a.right - b.right)) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    const before = cut
    while ((cuts[cut] ?? Infinity) < (word.left + word.right) / 2) cut++
    const isNear = last !== undefined && word.left - right < gapBetween(last, word)
    const isLed = part !== undefined && leads(part) && !isLeader(word.text)
    if (part !== undefined && isNear && cut === before && !isLed) part.push(word)
    else parts.push([word])
    right = Math.max(right, word.right)
  }
  return parts.map(segmentOf)
}

/** Its box leaves out the dots that lead to the next column. */
export function segmentOf<W extends TableWord>(words: readonly W[]): Segment<W> {
  const solid = words.filter((word) => !isLeader(word.text))
  const box = enclosing(solid.length > 0 ? solid : words)
  const last = solid.at(-1)
  const bare = last?.text.replace(leaderAtEnd, '') ?? ''
  const right =
    last === undefined || bare === last.text
      ? box.right
      : last.left + ((last.right - last.left) * bare.length) / last.text.length
  return { ...box, right: Math.max(right, box.left), words, size: largest(words) }
}

const largest = (all: readonly { readonly size: number }[]): number =>
  all.reduce((most, { size }) => Math.max(most, size), 0)

const leaderAtEnd = /[.…·_]{3,}$/
const isLeader = (text: string): boolean => /^[.…·_]+$/.test(text)
/** Dots that lead to the next column end what they follow. */
const leads = (words: readonly TableWord[]): boolean => {
  const [before, last] = words.slice(-2).map((word) => word.text)
  return leaderAtEnd.test(last ?? before ?? '') || (isLeader(before ?? '') && isLeader(last ?? ''))
}

const gapBetween = (before: TableWord, after: TableWord): number =>
  (endsAsFigure.test(before.text) && beginsAsFigure.test(after.text) ? gapOfFigures : wideGap) *
  Math.max(before.size, after.size)

/** Figures, and the dashes that stand for none. */
const endsAsFigure = /\d\S?$|^[-–—−]+$/u
const beginsAsFigure = /^\S?\d|^[-–—−]+$/u

const leftToRight = /\p{L}/u
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/

/** Whether most of the words are of a script that is written so; figures are of none. */
export function isRightToLeft(words: readonly TableWord[]): boolean {
  let balance = 0
  for (const { text } of words) {
    if (rightToLeft.test(text)) balance++
    else if (leftToRight.test(text)) balance--
  }
  return balance > 0
}

/** Words of one line in the order in which they are read. */
export function inReadingOrder<W extends TableWord>(words: readonly W[]): W[] {
  const toTheLeft = isRightToLeft(words)
  return [...words].sort((a, b) => (toTheLeft ? b.right - a.right : a.left - b.left))
}

export const textOf = (words: readonly TableWord[]): string =>
  inReadingOrder(words)
    .map((word) => word.text)
    .join(' ')
