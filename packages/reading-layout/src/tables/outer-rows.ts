import type { Boundary } from './drawn-grids.ts'
import type { TableWord } from './page-tables.ts'
import { type PlaceOfLines, withOuterGroups } from './outer-groups.ts'
import { fillsColumns } from './row-columns.ts'
import { median, textColumns } from './text-columns.ts'
import { type TextLine, textLines } from './text-lines.ts'

/** Of the rows of a table with a line under each: so many have one line of text. */
const nearlyAll = 0.8
/** In points: the text of each row is as far from its line. */
const sameSeat = 0.7
/** Pieces of a line that is seated as the rows are, though not in their columns. */
const fewestSeated = 2
/** Of the height of the rows: one beyond the outer line is hardly further away. */
const furthest = 1.2

/** The words of a stretch of the page, from a height to another. */
type WordsBetween<W extends TableWord> = (top: number, bottom: number) => readonly W[]

/**
 * The heights of lines across the page with one more before or behind, where lines are drawn only below the rows of a table,
 * only above, or only between them: its header stands over the first line, and its last row under the last one, as high as
 * the others, and in their columns or as far from its line as they are.
 * @param ys of the lines, top to bottom
 */
export function withOuterRows<W extends TableWord>(
  ys: readonly Boundary[],
  words: WordsBetween<W>,
  place: PlaceOfLines<W>,
): readonly Boundary[] {
  const { isFirst, isLast, acrossPage } = place
  const heights = ys.slice(1).map(({ at }, index) => at - (ys[index]?.at ?? 0))
  const rows = heights.map((height, index) => textLines(words(ys[index]?.at ?? 0, (ys[index]?.at ?? 0) + height)))
  if (rows.filter((lines) => lines.length === 1).length < nearlyAll * rows.length)
    return withOuterGroups(ys, rows, words, place)
  const [first, last, height] = [ys[0]?.at ?? 0, ys.at(-1)?.at ?? 0, median(heights)]
  const columns = textColumns(rows.flat())
  const overLine = median(
    rows.flatMap(([line], at) => (line === undefined ? [] : [(ys[at + 1]?.at ?? 0) - line.bottom])),
  )
  const underLine = median(rows.flatMap(([line], at) => (line === undefined ? [] : [line.top - (ys[at]?.at ?? 0)])))
  const isOverLine = ({ bottom }: TextLine<W>): boolean => Math.abs(first - bottom - overLine) < sameSeat
  const isUnderLine = ({ top }: TextLine<W>): boolean => Math.abs(top - last - underLine) < sameSeat
  const isRow = (lines: readonly TextLine<W>[], isSeated: (line: TextLine<W>) => boolean): boolean =>
    lines.length === 1 &&
    lines.every((line) => fillsColumns(line, columns) || (line.segments.length >= fewestSeated && isSeated(line)))
  const [header, end] = [
    textLines(words(first - furthest * height, first)),
    textLines(words(last, last + furthest * height)),
  ]
  const [above, below] = [isRow(header, isOverLine), isRow(end, isUnderLine)]
  // Lines drawn only between the rows leave out both: then each is a row in every respect.
  const isBetween =
    above &&
    below &&
    isFirst &&
    isLast &&
    [...header, ...end].every((line) => fillsColumns(line, columns)) &&
    header.every(isOverLine) &&
    end.every(isUnderLine) &&
    acrossPage(last, last + height).length === words(last, last + height).length
  return [
    ...(above ? [{ at: first - height, drawn: [] }] : []),
    ...ys,
    ...(below && (!above || isBetween) ? [{ at: last + height, drawn: [] }] : []),
  ]
}
