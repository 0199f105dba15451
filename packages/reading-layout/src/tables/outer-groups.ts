import { largestOf, leastOf } from '@chancery/core'
import type { Boundary } from './drawn-grids.ts'
import type { TableWord } from './page-tables.ts'
import { fillsColumns, keepsToColumns } from './row-columns.ts'
import { median, textColumns } from './text-columns.ts'
import { type TextLine, textLines } from './text-lines.ts'

/** In lines: a header has no more, and a group of rows hardly. */
const [mostOfHeader, mostOfGroup] = [4, 40]
/** In sizes of the font: rows are hardly further apart, and from the line, than others of their table. */
const hardlyFurther = 0.1
/** In points: of the type of all rows. */
const sameSize = 0.5

/** The words of a stretch of the page, from a height to another. */
type WordsBetween<W extends TableWord> = (top: number, bottom: number) => readonly W[]

/** Whether no more lines of the same ends stand above or below, and what stands beside them, too. */
export interface PlaceOfLines<W extends TableWord> {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly acrossPage: WordsBetween<W>
}

/**
 * The heights of lines across the page with one more before and behind, where lines are drawn between groups of rows: the
 * header stands over the first line, and the last group under the last one, in the columns of the rows and as near.
 * @param ys of the lines, top to bottom
 * @param bands what stands between them
 */
export function withOuterGroups<W extends TableWord>(
  ys: readonly Boundary[],
  bands: readonly (readonly TextLine<W>[])[],
  words: WordsBetween<W>,
  { isFirst, isLast, acrossPage }: PlaceOfLines<W>,
): readonly Boundary[] {
  const rows = bands.flat()
  const columns = textColumns(rows)
  const [first, last] = [ys[0]?.at ?? 0, ys.at(-1)?.at ?? 0]
  const size = median(rows.map((row) => row.size))
  const apart = largestOf([0, ...gapsBetween(rows)]) + hardlyFurther * size
  const height = apart + largestOf(rows.map(({ top, bottom }) => bottom - top))
  const near = (lines: readonly TextLine<W>[], from: number, isUp: boolean): readonly TextLine<W>[] => {
    let edge = from
    const end = lines.findIndex((line) => {
      const gap = isUp ? edge - line.bottom : line.top - edge
      edge = isUp ? Math.min(edge, line.top) : Math.max(edge, line.bottom)
      return gap > apart || Math.abs(line.size - size) > sameSize
    })
    return end < 0 ? lines : lines.slice(0, end)
  }
  const header = near(textLines(words(first - mostOfHeader * height, first)).toReversed(), first, true)
  const below = near(textLines(words(last, last + mostOfGroup * height)), last, false)
  const end = below.findIndex((line) => !keepsToColumns(line, columns))
  const group = end < 0 ? below : below.slice(0, end)
  // Labels beside the lines would be lost to the rows.
  const areRows = (lines: readonly TextLine<W>[], top: number, bottom: number): boolean =>
    lines.some((line) => fillsColumns(line, columns)) && acrossPage(top, bottom).length === words(top, bottom).length
  const [top, bottom] = [leastOf(header.map((line) => line.top)), largestOf(group.map((line) => line.bottom))]
  return [
    ...(isFirst && areRows(header, top, first) ? [edgeAt(top)] : []),
    ...ys,
    ...(isLast && areRows(group, last, bottom) ? [edgeAt(bottom)] : []),
  ]
}

const edgeAt = (at: number): Boundary => ({ at, drawn: [] })

/** In points: lines that stand beside each other in part have none. */
function gapsBetween<W extends TableWord>(lines: readonly TextLine<W>[]): readonly number[] {
  let edge = Infinity
  return lines.map(({ top, bottom }) => {
    const gap = top - edge
    edge = edge === Infinity ? bottom : Math.max(edge, bottom)
    return gap
  })
}
