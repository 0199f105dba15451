import { largestOf, leastOf } from '@chancery/core'
import { enclosing } from '../page-geometry.ts'
import type { Boundary } from './drawn-grids.ts'
import type { FilledCell } from './grid-table.ts'
import { areTitles, groupsUnder, type Label } from './header-groups.ts'
import type { TableWord } from './page-tables.ts'
import { textOf } from './text-lines.ts'
import { hasRepeated } from './text-rows.ts'

/**
 * A title over several columns is centred over them: where a header cell spans columns already, it takes in the blank
 * cells beside it as long as that brings its middle nearer to the middle of its text.
 */
export function withHeaderSpans<W extends TableWord>(
  cells: readonly FilledCell<W>[],
  headerRows: number,
  xs: readonly Boundary[],
): FilledCell<W>[] {
  const result: FilledCell<W>[] = cells.filter((cell) => cell.row >= headerRows - 1)
  for (let row = 0; row < headerRows - 1; row++) {
    const line = cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column)
    const below = cells.filter((cell) => cell.row === row + 1 && cell.column > 0 && cell.words.length > 0)
    const hasSpan = line.some((cell) => cell.words.length > 0 && cell.columnSpan > 1)
    for (const item of overGroups(line, below) ?? overMiddle(line, below) ?? overAll(line, below, xs) ?? (hasSpan ? widened(line, xs) : line))
      result.push(item)
  }
  return result
}

/** Over "Number, Percent, Number, Percent", each title has one group. */
function overGroups<W extends TableWord>(
  line: readonly FilledCell<W>[],
  below: readonly FilledCell<W>[],
): FilledCell<W>[] | undefined {
  const labels = [...below].sort((a, b) => a.column - b.column)
  const texts = labels.map((cell) => textOf(cell.words))
  const titles = line.filter((cell) => cell.column > 0 && cell.words.length > 0)
  const size = labels.length / titles.length
  const first = labels[0]?.column
  const isEven =
    first !== undefined &&
    hasRepeated(texts) &&
    Number.isInteger(size) &&
    titles.every((cell) => cell.rowSpan === 1) &&
    labels.every((cell, index) => cell.column === first + index && cell.columnSpan === 1) &&
    texts.every((text, index) => text === texts[index % size])
  if (!isEven) return undefined
  const spanned = titles.map((cell, index) => ({ ...cell, column: first + index * size, columnSpan: size }))
  const end = first + labels.length
  const beside = line.filter((cell) => !titles.includes(cell) && (cell.column < first || cell.column >= end))
  return [...beside, ...spanned]
}

/** Titles each in the middle above their labels. */
function overMiddle<W extends TableWord>(
  line: readonly FilledCell<W>[],
  below: readonly FilledCell<W>[],
): FilledCell<W>[] | undefined {
  const titles = line.filter((cell) => cell.column > 0 && cell.words.length > 0).map(labelled)
  const labels = below.toSorted((a, b) => a.column - b.column).map(labelled)
  if (!areTitles(titles, labels) || titles.some(({ cell }) => cell.rowSpan > 1)) return undefined
  const spanned = groupsUnder(titles, labels).map((group, at): FilledCell<W> | undefined => {
    const [title, first, last] = [titles[at]?.cell, group[0]?.cell, group.at(-1)?.cell]
    if (title === undefined || first === undefined || last === undefined) return undefined
    return { ...title, column: first.column, columnSpan: last.column + last.columnSpan - first.column }
  })
  const taken = new Set(titles.map(({ cell }) => cell))
  const found = spanned.filter((cell) => cell !== undefined)
  const isIn = (cell: FilledCell<W>, other: FilledCell<W>): boolean =>
    cell.column < other.column + other.columnSpan && cell.column + cell.columnSpan > other.column
  const beside = line.filter((cell) => !taken.has(cell) && !found.some((title) => isIn(cell, title)))
  const lost = line.filter((cell) => !taken.has(cell) && !beside.includes(cell))
  const leavesHole = (cell: FilledCell<W>): boolean => !covers([...found, ...beside], cell)
  if (lost.some((cell) => cell.words.length > 0 || cell.rowSpan > 1) || [...taken, ...lost].some(leavesHole)) return undefined
  return overlap(found) ? undefined : [...beside, ...found]
}

function labelled<W extends TableWord>(cell: FilledCell<W>): Label & { readonly cell: FilledCell<W> } {
  const { left, right } = enclosing(cell.words)
  return { cell, left, right, size: largestOf(cell.words.map(({ size }) => size)), text: textOf(cell.words) }
}

/** Whether every column of a cell is in one of the others. */
const covers = <W extends TableWord>(cells: readonly FilledCell<W>[], { column, columnSpan }: FilledCell<W>): boolean =>
  Array.from({ length: columnSpan }, (_, at) => column + at).every((step) =>
    cells.some((cell) => cell.column <= step && step < cell.column + cell.columnSpan),
  )

const overlap = <W extends TableWord>(cells: readonly FilledCell<W>[]): boolean =>
  cells.some((cell, at) => cell.column < (cells[at - 1]?.column ?? 0) + (cells[at - 1]?.columnSpan ?? 0) && at > 0)

/** A title alone in its line, in the middle above all labels. */
function overAll<W extends TableWord>(
  line: readonly FilledCell<W>[],
  below: readonly FilledCell<W>[],
  xs: readonly Boundary[],
): FilledCell<W>[] | undefined {
  const [title, ...others] = line.filter((cell) => cell.column > 0 && cell.words.length > 0)
  if (title === undefined || others.length > 0 || title.rowSpan > 1 || below.length < 2) return undefined
  const first = Math.min(leastOf(below.map((cell) => cell.column)), title.column)
  const end = largestOf([...below, title].map((cell) => cell.column + cell.columnSpan))
  const { left, right } = enclosing(below.flatMap((cell) => cell.words))
  const own = enclosing(title.words)
  if (Math.abs(left + right - own.left - own.right) > 0.2 * (right - left) || xs.length <= end) return undefined
  const beside = line.filter((cell) => cell !== title && (cell.column < first || cell.column >= end))
  if (beside.some((cell) => cell.column + cell.columnSpan > first && cell.column < end)) return undefined
  return [...beside, { ...title, column: first, columnSpan: end - first }]
}

function widened<W extends TableWord>(line: readonly FilledCell<W>[], xs: readonly Boundary[]): FilledCell<W>[] {
  const cells = [...line]
  for (let at = 0; at < cells.length; at++) {
    for (let cell = cells[at]; cell !== undefined && cell.words.length > 0 && cell.column > 0;) {
      const { left, right } = enclosing(cell.words)
      const off = (from: number, to: number): number => Math.abs((xs[from]?.at ?? 0) + (xs[to]?.at ?? 0) - left - right)
      const end = cell.column + cell.columnSpan
      const [before, after] = [cells[at - 1], cells[at + 1]]
      const isBlank = (other: FilledCell<W> | undefined): boolean =>
        other !== undefined &&
        other.column > 0 &&
        other.words.length === 0 &&
        other.columnSpan === 1 &&
        other.rowSpan === 1
      const now = off(cell.column, end)
      const toLeft = isBlank(before) ? off(cell.column - 1, end) : Infinity
      const toRight = isBlank(after) ? off(cell.column, end + 1) : Infinity
      if (Math.min(toLeft, toRight) >= now) break
      const isLeft = toLeft < toRight
      cell = { ...cell, column: cell.column - (isLeft ? 1 : 0), columnSpan: cell.columnSpan + 1 }
      if (isLeft) cells.splice(--at, 2, cell)
      else cells.splice(at, 2, cell)
    }
  }
  return cells
}
