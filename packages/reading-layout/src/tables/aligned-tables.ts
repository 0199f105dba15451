import { enclosing, type Rectangle } from '../page-geometry.ts'
import { alignedLines, isCaption, titlesAbove, wrappedBelow } from './aligned-lines.ts'
import { isFigureOrNone } from './cell-kinds.ts'
import type { Boundary, Grid } from './drawn-grids.ts'
import type { DrawnLine } from './drawn-lines.ts'
import { gridTable } from './grid-table.ts'
import type { FoundTable, TableWord } from './page-tables.ts'
import { withoutRunningText } from './running-text.ts'
import type { ShadedRows } from './shaded-rows.ts'
import { alignmentOf } from './table-evidence.ts'
import { type Column, columnsUnder, textColumns } from './text-columns.ts'
import { type Segment, textOf, type TextLine, textLines } from './text-lines.ts'

/** Columns of text inside columns are looked into no deeper than this. */
const maxDepth = 3
/** A later line may begin a table: so many are tried in a group, so that time grows with the page alone. */
const starts = 8
/** In lines: a longer one is looked at once. */
const longGroup = 300

/** The place of a word in the file. */
type FileOrder<W extends TableWord> = (word: W) => number

/** What is drawn behind the text: it parts no columns. */
export interface DrawnBehind {
  /** Lines across the page. */
  readonly across: readonly DrawnLine[]
  readonly shaded: ShadedRows
}

/**
 * Tables without a drawn grid: consecutive lines whose text lines up in columns.
 * @param words in the order of the file
 */
export function alignedTables<W extends TableWord>(
  words: readonly W[],
  behind: DrawnBehind,
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
      for (const item of parts.flatMap((part) => alignedTables(part, behind, order, depth + 1))) tables.push(item)
      at += group.length
      continue
    }
    const rest = wrappedBelow(lines, at + group.length, columns)
    const table = tableOf([...titlesAbove(lines, at, columns), ...group, ...rest], behind)
    const alignment = table === undefined ? 'unclear' : alignmentOf(table, hasShadedRow(table, behind.shaded))
    if (table !== undefined && alignment === 'table') tables.push(table)
    if (alignment !== 'unclear') at += group.length + rest.length
    else at += stepOver(group)
  }
  return tables
}

const stepOver = ({ length }: readonly unknown[]): number => (length > longGroup ? length : Math.ceil(length / starts))

/** In points: text reaches as little out of its background. */
const near = 2

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

/** A line of the text above that a wide gap parts lies over several columns, and is in none of them. */
function isDrawnByColumn<W extends TableWord>(placed: readonly Placed<W>[], columns: number): boolean {
  const own = placed.filter(({ first, last }) => first === last)
  let changes = 0
  for (const [at, { first }] of own.entries()) if (at > 0 && first !== own[at - 1]?.first) changes++
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
  { across, shaded }: DrawnBehind,
): FoundTable<W> | undefined {
  const lines = withoutCaption(group)
  if (lines.length < 2) return undefined
  const words = lines.flatMap((line) => line.segments.flatMap((segment) => segment.words))
  const box = enclosing(lines)
  return gridTable({ ...gridAround(box), across, shaded: shaded.within(box) }, words, true)
}

/** Backgrounds that are looked at, so that time grows with the page alone. */
const mostBands = 40

/** Whether cells beside each other have a background that other rows do not have. */
function hasShadedRow<W extends TableWord>({ cells, box }: FoundTable<W>, shaded: ShadedRows): boolean {
  const bands = shaded.within(box).slice(0, mostBands)
  if (bands.length === 0) return false
  const filled = cells.flatMap(({ words }) => (words.length === 0 ? [] : [enclosing(words)]))
  return bands.some(
    ({ top, bottom }) => filled.filter((cell) => cell.top > top - near && cell.bottom < bottom + near).length > 1,
  )
}

function withoutCaption<W extends TableWord>(group: readonly TextLine<W>[]): readonly TextLine<W>[] {
  const [first, ...rest] = group
  return first !== undefined && isCaption(first) ? rest : group
}

export function gridAround({ left, top, right, bottom }: Rectangle): Grid {
  const sides = (from: number, to: number): Boundary[] => [
    { at: from, drawn: [] },
    { at: to, drawn: [] },
  ]
  return { xs: sides(left, right), ys: sides(top, bottom) }
}
