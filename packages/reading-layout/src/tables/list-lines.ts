import { isFigure } from './cell-kinds.ts'
import type { TableWord } from './page-tables.ts'
import { inReadingOrder, isRightToLeft, textOf, type TextLine } from './text-lines.ts'

const bullet = /^[•◦▪■●○‣⁃∙·\uF0B7\uF0A7–—*-]$/u
const number = /^\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]$/u

/** A bullet, or a number as items of a list have it. */
export const isMark = (word: TableWord | undefined): boolean =>
  word !== undefined && word.text.length < 8 && (bullet.test(word.text) || number.test(word.text))

export const isBullet = (word: TableWord | undefined): boolean => word !== undefined && bullet.test(word.text)

/** The word that a line is read from. */
export function firstWord<W extends TableWord>({ segments }: TextLine<W>): W | undefined {
  const words = segments.flatMap((segment) => segment.words)
  return words.at(isRightToLeft(words) ? -1 : 0)
}

/** Whether a line begins with a box to be ticked and those above and below do not: choices beside a table, and no row of it. */
export function isLoneChoice<W extends TableWord>(lines: readonly TextLine<W>[], at: number): boolean {
  const begins = (line: TextLine<W> | undefined): boolean =>
    line !== undefined && /^[☐☑☒]/u.test(firstWord(line)?.text ?? '')
  return begins(lines[at]) && !begins(lines[at - 1]) && !begins(lines[at + 1])
}

/** A marker and the text behind it, near or at a distance, and nothing else: an item of a list, where no column has markers. */
export function isItemLine<W extends TableWord>(line: TextLine<W>): boolean {
  if (line.segments.length > 2) return false
  const words = inReadingOrder(line.segments.flatMap((segment) => segment.words))
  const [mark, ...text] = words
  if (!isMark(mark) || text.length === 0 || isFigure(textOf(text))) return false
  return (
    line.segments.length === 1 ||
    line.segments.some((segment) => segment.words.length === 1 && segment.words[0] === mark)
  )
}
