import { enclosing, type Rectangle } from '../page-geometry.ts'
import { isFigure, isFigureOrNone } from './cell-kinds.ts'
import type { Boundary, Grid } from './drawn-grids.ts'
import type { DrawnLine } from './drawn-lines.ts'
import { gridTable } from './grid-table.ts'
import type { FoundTable, TableWord } from './page-tables.ts'
import { withoutRunningText } from './running-text.ts'
import { alignmentOf } from './table-evidence.ts'
import { type Column, columnsUnder, isFull, median, placeLine, textColumns } from './text-columns.ts'
import { isRightToLeft, type Segment, textOf, type TextLine, textLines } from './text-lines.ts'

/** Columns of text inside columns are looked into no deeper than this. */
const maxDepth = 3
/** A later line may begin a table: so many are tried in a group, so that time grows with the page alone. */
const starts = 8
const mostTitles = 3
const mostWrapped = 20
/** In lines: a longer one is looked at once. */
const longGroup = 300

/** The place of a word in the file. */
type FileOrder<W extends TableWord> = (word: W) => number

/**
 * Tables without a drawn grid: consecutive lines whose text lines up in columns.
 * @param words in the order of the file
 * @param across lines that are drawn across the page
 */
export function alignedTables<W extends TableWord>(
  words: readonly W[],
  across: readonly DrawnLine[],
  order: FileOrder<W> = fileOrder(words),
  depth = 0,
): FoundTable<W>[] {
  const lines = withoutRunningText(textLines(words))
  const tables: FoundTable<W>[] = []
  for (let at = 0; at < lines.length;) {
    const group = alignedLines(lines, at)
    if (group.length < 2) {
      at++
      continue
    }
    const columns = textColumns(group)
    if (columns.length < 2) {
      at += stepOver(group)
      continue
    }
    const parts = depth < maxDepth ? columnsOfText(group, columns, order) : undefined
    if (parts !== undefined) {
      for (const item of parts.flatMap((part) => alignedTables(part, across, order, depth + 1))) tables.push(item)
      at += group.length
      continue
    }
    const rest = wrappedBelow(lines, at + group.length, columns)
    const table = tableOf([...titlesAbove(lines, at, columns), ...group, ...rest], across)
    const alignment = table === undefined ? 'unclear' : alignmentOf(table, false)
    if (table !== undefined && alignment === 'table') tables.push(table)
    if (alignment !== 'unclear') at += group.length + rest.length
    else at += stepOver(group)
  }
  return tables
}

/** Lines right above that have no more than titles over several columns, and labels at half the height of these. */
function titlesAbove<W extends TableWord>(
  lines: readonly TextLine<W>[],
  start: number,
  columns: readonly Column[],
): readonly TextLine<W>[] {
  let first = start
  while (first > 0 && start - first < mostTitles) {
    const [line, below] = [lines[first - 1], lines[first]]
    if (line === undefined || below === undefined) break
    if (below.top - line.bottom > 0.8 * line.size || isCaption(line)) break
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
function wrappedBelow<W extends TableWord>(
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

const stepOver = ({ length }: readonly unknown[]): number => (length > longGroup ? length : Math.ceil(length / starts))

/** From `start`: lines near each other that have several segments, with single short ones between them. */
function alignedLines<W extends TableWord>(lines: readonly TextLine<W>[], start: number): readonly TextLine<W>[] {
  if ((lines[start]?.segments.length ?? 0) < 2) return []
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
      if (pitch > 2.2 * height || (pitches.length > 2 && pitch > apart) || isCaption(line)) break
      pitches.push(pitch)
      if (pitches.length > 20) pitches.shift()
    }
    if (line.segments.length > 1) {
      hasFigures ||= line.segments.slice(1).some(({ words }) => isFigure(textOf(words)))
      left = Math.min(left, line.left)
      right = Math.max(right, line.right)
      end = at + 1
    } else if (line.right - line.left > 0.6 * (right - left)) break
    else if (at - end > 4) break
  }
  return lines.slice(start, end)
}

/** Among all cells: with more, it is a table though its columns are drawn one after the other. */
const mostFigures = 0.4

function fileOrder<W extends TableWord>(words: readonly W[]): FileOrder<W> {
  let places: Map<W, number> | undefined
  return (word) => {
    places ??= new Map(words.map((each, at) => [each, at]))
    return places.get(word) ?? 0
  }
}

/** A segment by the column in which it begins and the one in which it ends. */
interface Placed<W extends TableWord> {
  readonly segment: Segment<W>
  readonly first: number
  readonly last: number
  /** Of its first word, in the file. */
  readonly at: number
}

/**
 * The words of each column of the page, where what lines up are columns of text beside each other and no table: the file
 * has one after the other, as it has text in columns. Tables come row by row, save those of figures.
 */
function columnsOfText<W extends TableWord>(
  group: readonly TextLine<W>[],
  columns: readonly Column[],
  order: FileOrder<W>,
): readonly (readonly W[])[] | undefined {
  const placed = group
    .flatMap(({ segments }) => segments)
    .map((segment): Placed<W> => {
      const [first, last] = columnsUnder(segment, columns)
      return { segment, first, last, at: segment.words.reduce((least, word) => Math.min(least, order(word)), Infinity) }
    })
    .sort((a, b) => a.at - b.at)
  const figures = placed.filter(({ segment }) => isFigureOrNone(textOf(segment.words))).length
  const isOfText = group.length > 2 && figures <= mostFigures * placed.length
  const starts =
    isOfText && isDrawnByColumn(placed, columns.length) ? columns.map((_, at) => at) : gutterIn(placed, columns.length)
  if (starts === undefined) return undefined
  return starts.map((start, at) =>
    placed
      .filter(({ first }) => first >= start && first < (starts[at + 1] ?? columns.length))
      .flatMap(({ segment }) => segment.words),
  )
}

function isDrawnByColumn<W extends TableWord>(placed: readonly Placed<W>[], columns: number): boolean {
  let changes = 0
  for (const [at, { first }] of placed.entries()) if (at > 0 && first !== placed[at - 1]?.first) changes++
  return changes < columns
}

/** Where the page parts: the file has all that is on one side before all of the other, though it has rows on a side. */
function gutterIn<W extends TableWord>(placed: readonly Placed<W>[], columns: number): readonly number[] | undefined {
  for (let start = 1; start < columns; start++) {
    const isLeft = ({ first }: Placed<W>): boolean => first < start
    const before = placed[0] !== undefined && isLeft(placed[0])
    const turn = placed.findIndex((each) => isLeft(each) !== before)
    if (turn < 2 || placed.length - turn < 2 || placed.slice(turn).some((each) => isLeft(each) === before)) continue
    if (placed.some(({ first, last }) => first < start && last >= start)) continue
    const sides = [placed.slice(0, turn), placed.slice(turn)]
    const widths = before ? [start, columns - start] : [columns - start, start]
    if (sides.some((side, at) => (widths[at] ?? 0) > 1 && !isDrawnByColumn(side, widths[at] ?? 0))) return [0, start]
  }
  return undefined
}

function tableOf<W extends TableWord>(
  group: readonly TextLine<W>[],
  across: readonly DrawnLine[],
): FoundTable<W> | undefined {
  const lines = withoutCaption(group)
  if (lines.length < 2) return undefined
  const words = lines.flatMap((line) => line.segments.flatMap((segment) => segment.words))
  return gridTable({ ...gridAround(enclosing(lines)), across }, words, true)
}

/** "Table 3:   Title", set with a gap. */
const caption = /^(?:tab(?:le|elle|leau|la|ella|ela|el)?|fig(?:ure|ura)?|abb(?:ildung)?|box|chart|graph|exhibit)\.?$/i

function withoutCaption<W extends TableWord>(group: readonly TextLine<W>[]): readonly TextLine<W>[] {
  const [first, ...rest] = group
  return first !== undefined && isCaption(first) ? rest : group
}

function isCaption<W extends TableWord>(line: TextLine<W>): boolean {
  const [word, number] = line.segments[0]?.words ?? []
  return caption.test(word?.text ?? '') && /^[\dA-Z][\dA-Z.:-]*$/.test(number?.text ?? '')
}

export function gridAround({ left, top, right, bottom }: Rectangle): Grid {
  const sides = (from: number, to: number): Boundary[] => [
    { at: from, drawn: [] },
    { at: to, drawn: [] },
  ]
  return { xs: sides(left, right), ys: sides(top, bottom) }
}
