import type { Rectangle } from '../page-geometry.ts'
import { isFigure } from './cell-kinds.ts'
import { firstWord, isBullet, isItemLine, isLoneChoice, isMark } from './list-lines.ts'
import type { TableWord } from './page-tables.ts'
import { type Column, columnsUnder, isFull, median, placeLine } from './text-columns.ts'
import { isRightToLeft, type Segment, textOf, type TextLine } from './text-lines.ts'

const mostTitles = 3
const mostWrapped = 20

/** Lines right above that have no more than titles over several columns, and labels at half the height of these. */
export function titlesAbove<W extends TableWord>(
  lines: readonly TextLine<W>[],
  start: number,
  columns: readonly Column[],
): readonly TextLine<W>[] {
  let first = start
  while (first > 0 && start - first < mostTitles) {
    const [line, below] = [lines[first - 1], lines[first]]
    if (line === undefined || below === undefined) break
    if (below.top - line.bottom > 0.8 * line.size || isCaption(line) || isLoneChoice(lines, first - 1)) break
    const isTitle = line.segments.length > 1 || !isOverLabels(line, columns)
    if (!isTitle && !isBeside(line, below)) break
    first--
  }
  return lines.slice(first, start)
}

/** A label in the middle of its row's height, where others have two lines: the lines run into each other. */
const isBeside = ({ bottom, size }: Rectangle & { readonly size: number }, below: Rectangle): boolean =>
  bottom - below.top > 0.4 * size

/** Lines right below that go on with a cell of the last row. */
export function wrappedBelow<W extends TableWord>(
  lines: readonly TextLine<W>[],
  start: number,
  columns: readonly Column[],
): readonly TextLine<W>[] {
  let end = start
  while (end - start < mostWrapped) {
    const [above, line] = [lines[end - 1], lines[end]]
    const [segment, ...others] = line?.segments ?? []
    if (above === undefined || line === undefined || segment === undefined || others.length > 0) break
    const [first, last] = columnsUnder(segment, columns)
    const column = columns[first]
    const upper = placeLine(above.segments, columns).find((each) => each.first === first)?.segment
    if (first !== last || column === undefined || upper === undefined) break
    if (isOverLabels(line, columns) && !isLabel(segment, upper, column)) break
    if (line.top - above.bottom > 0.5 * line.size || !isFull(upper, segment, column)) break
    end++
  }
  return lines.slice(start, end)
}

/** What begins over the column that is read first: a line of the text above. */
function isOverLabels<W extends TableWord>(
  { left, right, segments }: TextLine<W>,
  columns: readonly Column[],
): boolean {
  const isToTheLeft = isRightToLeft(segments.flatMap(({ words }) => words))
  return isToTheLeft ? right >= (columns.at(-1)?.left ?? 0) : left <= (columns[0]?.right ?? Infinity)
}

/** In points. */
const sameEdge = 1

/** Text of the labels' size that keeps to their column; text of the page is set wider, notes are smaller. */
const isLabel = <W extends TableWord>(line: Segment<W>, label: Segment<W>, column: Column): boolean =>
  Math.abs(line.size - label.size) < 0.5 && line.left > column.left - sameEdge && line.right < column.right + sameEdge

/** From `start`: lines near each other that have several segments, with single short ones between them. */
export function alignedLines<W extends TableWord>(
  lines: readonly TextLine<W>[],
  start: number,
): readonly TextLine<W>[] {
  const first = lines[start]
  if (first === undefined || first.segments.length < 2 || (isItemLine(first) && isBullet(firstWord(first)))) return []
  if (isLoneChoice(lines, start)) return []
  let [left, right] = [Infinity, -Infinity]
  let end = start
  let hasFigures = false
  const pitches: number[] = []
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]
    const above = lines[at - 1]
    if (line === undefined) break
    if (at > start && above !== undefined) {
      const pitch = line.top - above.bottom
      const height = line.bottom - line.top
      const apart = Math.max(3 * Math.max(median(pitches), 1), (hasFigures ? 0.8 : 1.6) * height)
      if (pitch > 2.2 * height || (pitches.length > 2 && pitch > apart)) break
      if (isCaption(line) || isLoneChoice(lines, at)) break
      const rows = lines.slice(Math.max(start, end - rowsSeen), end)
      if (pitch > height && isTableBelow(line, rows)) break
      if (beginsList(line, rows) || isHeading(line, rows, lines.slice(at + 1, at + 1 + reachOfHeading))) break
      pitches.push(pitch)
      if (pitches.length > 20) pitches.shift()
    }
    if (line.segments.length > 1) {
      hasFigures ||= line.segments.slice(1).some(({ words }) => isFigure(textOf(words)))
      left = Math.min(left, line.left)
      right = Math.max(right, line.right)
      end = at + 1
    } else if (at - end < mostWrapped && goesOnInCell(line, above, lines[end - 1])) continue
    else if (line.right - line.left > 0.6 * (right - left)) break
    else if (at - end > 4) break
  }
  return lines.slice(start, end)
}

/** In sizes of the font: lines of one cell have less between them. */
const narrowLeading = 0.5

/**
 * A line that goes on with the text of one cell, however wide: it begins where the cell does and ends before the next one.
 * In the first column, where text of the page begins too, the line above has no room for its first word.
 */
function goesOnInCell<W extends TableWord>(
  { segments: [segment] }: TextLine<W>,
  above: TextLine<W> | undefined,
  row: TextLine<W> | undefined,
): boolean {
  if (segment === undefined || above === undefined || row === undefined) return false
  if (segment.top - above.bottom > narrowLeading * segment.size) return false
  const beginsHere = ({ left, size }: Segment<W>): boolean =>
    Math.abs(left - segment.left) < sameEdge && Math.abs(size - segment.size) < 0.5
  const column = row.segments.findIndex(beginsHere)
  const next = row.segments[column + 1]
  if (column < 0 || (next !== undefined && segment.right > next.left - narrowLeading * segment.size)) return false
  if (column > 0) return true
  const upper = above.segments.find(beginsHere)
  return (
    next !== undefined &&
    upper !== undefined &&
    isFull(upper, segment, { left: segment.left, right: Math.max(upper.right, segment.right) })
  )
}

/** Rows above that a line is held against. */
const rowsSeen = 30

/** An item under rows that have no markers in their first column. */
function beginsList<W extends TableWord>(line: TextLine<W>, rows: readonly TextLine<W>[]): boolean {
  if (!isItemLine(line)) return false
  const isMarked = (row: TextLine<W>): boolean => {
    const word = firstWord(row)
    return isMark(word) || (!isBullet(firstWord(line)) && /^\d/.test(word?.text ?? ''))
  }
  const second = rows.reduce((least, { segments: [, next] }) => Math.min(least, next?.left ?? Infinity), Infinity)
  return line.left < second && !rows.some((row) => row.segments.length > 1 && isMarked(row))
}

/** No header has so many lines. */
const fewestOfBlocks = 4
/** In pieces of a line: with more, no blocks stand beside each other, and lines are compared at little cost. */
const widestRow = 20

/** Whether a row with other columns stands under blocks beside each other: the head of a table under addresses. */
function isTableBelow<W extends TableWord>(line: TextLine<W>, rows: readonly TextLine<W>[]): boolean {
  const isWide = ({ segments }: TextLine<W>): boolean => segments.length > widestRow
  if (line.segments.length < 2 || isWide(line) || rows.some(isWide)) return false
  const full = rows.filter(({ segments }) => segments.length > 1)
  return (
    full.length >= fewestOfBlocks &&
    !full.some(({ segments }) => segments.slice(1).some(({ words }) => isFigure(textOf(words)))) &&
    !linesUp(line, full)
  )
}

/** Lines below a title in which the table would go on. */
const reachOfHeading = 3
/** Times the size of the rows. */
const largerThanRows = 1.08

/** A line alone in larger type, or in bold type where rows are not and with other columns below: a title of what follows. */
function isHeading<W extends TableWord>(
  line: TextLine<W>,
  rows: readonly TextLine<W>[],
  below: readonly TextLine<W>[],
): boolean {
  const [title, ...others] = line.segments
  const full = rows.filter(({ segments }) => segments.length > 1)
  if (title === undefined || others.length > 0 || full.length < 2) return false
  if (line.size > largerThanRows * median(full.map(({ size }) => size))) return true
  const isBold = ({ segments }: TextLine<W>): boolean =>
    segments.every(({ words }) => words.every(({ bold }) => bold === true))
  const next = below.find(({ segments }) => segments.length > 1)
  return isBold(line) && full.filter(isBold).length < 0.5 * full.length && next !== undefined && !linesUp(next, full)
}

/** Whether what stands beside the first column begins or ends where cells of other rows do. */
function linesUp<W extends TableWord>(line: TextLine<W>, rows: readonly TextLine<W>[]): boolean {
  const cells = rows.flatMap(({ segments }) => segments.slice(1))
  return line.segments
    .slice(1)
    .some((segment) =>
      cells.some(
        (cell) => Math.abs(cell.left - segment.left) < sameEdge || Math.abs(cell.right - segment.right) < sameEdge,
      ),
    )
}

/** "Table 3:   Title", set with a gap. */
const caption = /^(?:tab(?:le|elle|leau|la|ella|ela|el)?|fig(?:ure|ura)?|abb(?:ildung)?|box|chart|graph|exhibit)\.?$/i

export function isCaption<W extends TableWord>(line: TextLine<W>): boolean {
  const [word, number] = line.segments[0]?.words ?? []
  return caption.test(word?.text ?? '') && /^[\dA-Z][\dA-Z.:-]*$/.test(number?.text ?? '')
}
