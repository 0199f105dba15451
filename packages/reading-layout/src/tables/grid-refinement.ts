import type { Rectangle } from '../page-geometry.ts'
import { indexIn, type Boundary, type Grid } from './drawn-grids.ts'
import { type Column, textColumns } from './text-columns.ts'
import { textLines } from './text-lines.ts'
import { hasSeveralRows, textRows } from './text-rows.ts'
import type { TableWord } from './page-tables.ts'

/** A grid whose undrawn boundaries are found too. */
export interface RefinedGrid {
  readonly xs: readonly Boundary[]
  readonly ys: readonly Boundary[]
  /** One for each step between `xs`: where its text stands. */
  readonly columns: readonly Column[]
  /** Places in `xs` and `ys` that only the text shows. */
  readonly textual: ReadonlySet<Boundary>
}

/**
 * Adds the boundaries that the text shows: columns that line up inside a drawn one, rows inside a drawn one.
 * @param open no boundary inside is drawn down the page: columns are for the text alone to show
 */
export function refinedGrid<W extends TableWord>(
  { xs, ys, across = [], shaded = [] }: Grid,
  words: readonly W[],
  open: boolean,
): RefinedGrid {
  const textual = new Set<Boundary>()
  const strips = parted(words, xs, (word) => (word.left + word.right) / 2)
  const refinedXs: Boundary[] = []
  const columns: Column[] = []
  for (const [index, strip] of strips.entries()) {
    const [start, end] = [xs[index], xs[index + 1]]
    if (start === undefined || end === undefined) continue
    refinedXs.push(start)
    const found = columnsInside(strip, ys, open)
    for (const [at, column] of found.entries()) {
      const before = found[at - 1]
      if (before === undefined) continue
      const boundary = { at: (before.right + column.left) / 2, drawn: [] }
      textual.add(boundary)
      refinedXs.push(boundary)
    }
    for (const item of found.length > 1 ? found : [{ left: start.at, right: end.at }]) columns.push(item)
  }
  for (const item of xs.slice(-1)) refinedXs.push(item)
  const refinedYs: Boundary[] = []
  const bands = parted(words, ys, (word) => (word.top + word.bottom) / 2)
  const cuts = open ? [] : xs.map((boundary) => boundary.at)
  const linesOfBands = bands.map((band) => textLines(band, cuts))
  const linesOfTable = linesOfBands.reduce((sum, lines) => sum + lines.length, 0)
  let isFirst = true
  for (const [index, lines] of linesOfBands.entries()) {
    for (const item of ys.slice(index, index + 1)) refinedYs.push(item)
    if (lines.length > 1 && (bands.length === 1 || hasSeveralRows(lines, columns, linesOfTable, open))) {
      const header = isFirst ? (bands.length > 1 ? 'all' : 'above') : 'none'
      const rows = textRows(lines, columns, { header, across, shaded })
      for (const [at, row] of rows.entries()) {
        const above = rows[at - 1]
        if (above === undefined) continue
        const boundary = { at: (lowest(above) + highest(row)) / 2, drawn: [] }
        textual.add(boundary)
        refinedYs.push(boundary)
      }
    }
    if (lines.length > 0) isFirst = false
  }
  for (const item of ys.slice(-1)) refinedYs.push(item)
  return { xs: refinedXs, ys: refinedYs, columns, textual }
}

const highest = (lines: readonly Rectangle[]): number =>
  lines.reduce((least, { top, bottom }) => Math.min(least, (top + bottom) / 2), Infinity)
const lowest = (lines: readonly Rectangle[]): number =>
  lines.reduce((most, { top, bottom }) => Math.max(most, (top + bottom) / 2), -Infinity)

function parted<W extends TableWord>(
  words: readonly W[],
  marks: readonly Boundary[],
  place: (word: W) => number,
): W[][] {
  const parts = marks.slice(1).map((): W[] => [])
  for (const word of words) parts[indexIn(marks, place(word))]?.push(word)
  return parts
}

/** Inside a drawn column more are seen only if most of its lines keep to them. */
function columnsInside<W extends TableWord>(words: readonly W[], ys: readonly Boundary[], open: boolean): Column[] {
  const lines = parted(words, ys, (word) => (word.top + word.bottom) / 2).flatMap((band) => textLines(band))
  const several = lines.filter((line) => line.segments.length > 1)
  if (!open && (several.length < 3 || several.length < 0.6 * lines.length)) return []
  return textColumns(lines)
}
