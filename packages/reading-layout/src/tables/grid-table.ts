import { type CellLine, cellText } from '../cell-text.ts'
import { enclosing } from '../page-geometry.ts'
import type { DrawnLine } from './drawn-lines.ts'
import { type Boundary, drawnSteps, type Grid, indexIn } from './drawn-grids.ts'
import { cellsOf } from './area-cells.ts'
import { type RefinedGrid, refinedGrid } from './grid-refinement.ts'
import { headerRowsOf } from './header-rows.ts'
import { withHeaderSpans } from './header-spans.ts'
import { type Extent, needlessSteps } from './needless-steps.ts'
import type { FoundTable, TableWord } from './page-tables.ts'
import { withRowLabels } from './row-labels.ts'
import { median } from './text-columns.ts'
import { inReadingOrder, isRightToLeft, textLines } from './text-lines.ts'

/** A cell with the words in it, in any order. */
export interface FilledCell<W extends TableWord> {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly words: readonly W[]
}

/** Steps of the grid, the last ones included. */
export interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** In points: drawn rows and columns without text that are narrower are the space between double lines. */
const sliver = 8
/** In points: what is drawn wider without a text beside other cells is there to be filled in. */
const blank = 24

/**
 * Fills a grid with the words that stand in it. Where a line between cells is missing, they are one cell, unless their
 * texts stand apart in columns or rows of their own.
 * @param open no boundary inside is drawn down the page
 */
export function gridTable<W extends TableWord>(grid: Grid, words: readonly W[], open: boolean): FoundTable<W> {
  const refined = refinedGrid(grid, words, open)
  const columns = refined.xs.length - 1
  const byStep = new Map<number, W[]>()
  for (const word of words) {
    const row = indexIn(refined.ys, (word.top + word.bottom) / 2)
    const step = row * columns + indexIn(refined.xs, (word.left + word.right) / 2)
    const here = byStep.get(step)
    if (here === undefined) byStep.set(step, [word])
    else here.push(word)
  }
  const areas = areasOf(refined)
    .flatMap((area) => partsByRow(area, refined, byStep))
    .map((area) => ({ ...area, words: wordsIn(area, refined, byStep) }))
  const cells = cellsOf(areas, refined)
  return assembled(refined, cells, open, grid.across ?? [])
}

/** Rectangles of steps with no line drawn between them, left to right and then down. */
function areasOf({ xs, ys, textual }: RefinedGrid): Area[] {
  const [rows, columns] = [ys.length - 1, xs.length - 1]
  const isParted = (boundary: Boundary, marks: readonly Boundary[]): boolean[] | undefined =>
    textual.has(boundary) ? undefined : drawnSteps(boundary, marks)
  const down = xs.map((boundary) => isParted(boundary, ys))
  // A row that the text shows is never joined with the next one.
  const across = ys.map((boundary) => isParted(boundary, xs) ?? xs.map(() => true))
  const taken = new Uint8Array(rows * columns)
  const areas: Area[] = []
  for (let top = 0; top < rows; top++) {
    for (let left = 0; left < columns; left++) {
      if (taken[top * columns + left] === 1) continue
      let right = left
      while (right + 1 < columns && down[right + 1]?.[top] !== true && taken[top * columns + right + 1] === 0) right++
      let bottom = top
      const goesDown = (): boolean => {
        for (let column = left; column <= right; column++) {
          if (across[bottom + 1]?.[column] === true || taken[(bottom + 1) * columns + column] === 1) return false
          if (column > left && down[column]?.[bottom + 1] === true) return false
        }
        return down[left]?.[bottom + 1] === true || left === 0 || down[left]?.[top] !== true
      }
      while (bottom + 1 < rows && goesDown()) bottom++
      for (let row = top; row <= bottom; row++) taken.fill(1, row * columns + left, row * columns + right + 1)
      areas.push({ top, bottom, left, right })
    }
  }
  return areas
}

type Words<W extends TableWord> = ReadonlyMap<number, readonly W[]>

function wordsIn<W extends TableWord>({ top, bottom, left, right }: Area, { xs }: RefinedGrid, byStep: Words<W>): W[] {
  const found: W[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      for (const word of byStep.get(row * (xs.length - 1) + column) ?? []) found.push(word)
    }
  }
  return found
}

/** An area over several rows is parted where its text leaves a gap between two of them. */
function partsByRow<W extends TableWord>(area: Area, grid: RefinedGrid, byStep: Words<W>): Area[] {
  const parts: Area[] = []
  let top = area.top
  let end = -Infinity
  for (let row = area.top; row <= area.bottom; row++) {
    const words = wordsIn({ ...area, top: row, bottom: row }, grid, byStep)
    if (words.length === 0) continue
    const { top: start, bottom } = enclosing(words)
    const height = words.reduce((least, word) => Math.min(least, word.bottom - word.top), Infinity)
    if (end > -Infinity && start - end > 0.35 * height) {
      parts.push({ ...area, top, bottom: row - 1 })
      top = row
    }
    end = Math.max(end, bottom)
  }
  return [...parts, { ...area, top, bottom: area.bottom }]
}

/** Takes out rows and columns without text that nobody would see, and reads the cells. */
function assembled<W extends TableWord>(
  grid: RefinedGrid,
  cells: readonly FilledCell<W>[],
  open: boolean,
  across: readonly DrawnLine[],
): FoundTable<W> {
  const rowsKept = kept(grid.ys, cells, open, sliver, ({ row, rowSpan, column, columnSpan }) => ({
    start: row,
    length: rowSpan,
    acrossStart: column,
    acrossLength: columnSpan,
  }))
  const columnsKept = kept(grid.xs, cells, open, narrowest(grid.xs), ({ row, rowSpan, column, columnSpan }) => ({
    start: column,
    length: columnSpan,
    acrossStart: row,
    acrossLength: rowSpan,
  }))
  const rowAt = places(rowsKept)
  const columnAt = places(columnsKept)
  const compact = cells.flatMap((cell): FilledCell<W>[] => {
    const [row, below] = [rowAt[cell.row] ?? 0, rowAt[cell.row + cell.rowSpan] ?? 0]
    const [column, after] = [columnAt[cell.column] ?? 0, columnAt[cell.column + cell.columnSpan] ?? 0]
    if (below === row || after === column) return []
    return [{ row, rowSpan: below - row, column, columnSpan: after - column, words: cell.words }]
  })
  const [rows, columns] = [rowAt.at(-1) ?? 0, columnAt.at(-1) ?? 0]
  const toTheLeft = isRightToLeft(cells.flatMap((cell) => cell.words))
  // Columns are counted from the side where reading starts.
  const ordered = toTheLeft
    ? compact.map((cell) => ({ ...cell, column: columns - cell.column - cell.columnSpan }))
    : compact
  const headerRows = headerRowsOf(ordered, rows)
  const ys = grid.ys.filter((_, index) => index === grid.ys.length - 1 || rowsKept[index] === true)
  const xs = grid.xs.filter((_, index) => index === grid.xs.length - 1 || columnsKept[index] === true)
  if (toTheLeft) xs.reverse()
  const spanned = open ? withRowLabels(withHeaderSpans(ordered, headerRows, xs, across), headerRows) : ordered
  const found = spanned.map((cell) => {
    const lines = textLines(cell.words).map((line) => inReadingOrder(line.segments.flatMap((segment) => segment.words)))
    return {
      ...cell,
      words: lines.flat(),
      text: cellText(
        lines.map((line) => line.map((word) => word.text).join(' ')),
        lines.map(lookOf),
        cell.row < headerRows,
      ).text,
      box: {
        left: xs[cell.column + (toTheLeft ? cell.columnSpan : 0)]?.at ?? 0,
        right: xs[cell.column + (toTheLeft ? 0 : cell.columnSpan)]?.at ?? 0,
        top: ys[cell.row]?.at ?? 0,
        bottom: ys[cell.row + cell.rowSpan]?.at ?? 0,
      },
    }
  })
  found.sort((a, b) => a.row - b.row || a.column - b.column)
  const sides = toTheLeft ? xs.toReversed() : xs
  const box = { left: sides[0]?.at ?? 0, right: sides.at(-1)?.at ?? 0, top: ys[0]?.at ?? 0, bottom: ys.at(-1)?.at ?? 0 }
  return { box, rows, columns, cells: found, headerRows, ruled: !open }
}

/** A blank column that is as narrow beside the others is a space between them. */
function narrowest(xs: readonly Boundary[]): number {
  const widths = xs.slice(1).map(({ at }, step) => at - (xs[step]?.at ?? 0))
  return Math.max(sliver, 0.35 * median(widths.filter((width) => width >= sliver)))
}

/** @param narrow steps without a text are kept if they are wider */
function kept<W extends TableWord>(
  marks: readonly Boundary[],
  cells: readonly FilledCell<W>[],
  open: boolean,
  narrow: number,
  extent: (cell: FilledCell<W>) => Extent,
): boolean[] {
  const texts = cells.filter((cell) => cell.words.length > 0).map(extent)
  const filled = marks.slice(1).map(() => false)
  const alone = marks.slice(1).map(() => false)
  for (const { start, length } of texts) {
    for (let step = start; step < start + length; step++) filled[step] = true
    if (length === 1) alone[start] = true
  }
  const sizeOf = (step: number): number => (marks[step + 1]?.at ?? 0) - (marks[step]?.at ?? 0)
  const keeps = filled.map(
    (isFilled, step) => alone[step] === true || (isFilled ? sizeOf(step) >= sliver : sizeOf(step) >= narrow && !open),
  )
  for (const { start, length } of texts) {
    const steps = Array.from({ length }, (_, at) => start + at)
    // No text is lost with its row.
    if (!steps.some((step) => keeps[step])) keeps[steps.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))] = true
  }
  // Of two that are one, the one is kept that has a text of its own to hold.
  for (const [step, isNeedless] of needlessSteps(texts, keeps.length).entries()) {
    if (!isNeedless || keeps[step] !== true || keeps[step - 1] !== true) continue
    if (!open && Math.min(sizeOf(step), sizeOf(step - 1)) > blank) continue
    if (alone[step] !== true) keeps[step] = false
    else if (alone[step - 1] !== true) keeps[step - 1] = false
  }
  return keeps
}

/** For each step and the end, how many are kept before it. */
function places(keptSteps: readonly boolean[]): number[] {
  const found = [0]
  for (const isKept of keptSteps) found.push((found.at(-1) ?? 0) + (isKept ? 1 : 0))
  return found
}

function lookOf<W extends TableWord>(words: readonly W[]): CellLine {
  const [first] = words
  return {
    ...enclosing(words),
    size: sizeOf(words),
    bold: words.every(({ bold }) => bold === true),
    firstWidth: first === undefined ? 0 : first.right - first.left,
  }
}

const sizeOf = (words: readonly TableWord[]): number => words.reduce((largest, { size }) => Math.max(largest, size), 0)
