import { largestOf, leastOf } from '@chancery/core'
import { enclosing } from '../page-geometry.ts'
import type { Boundary } from './drawn-grids.ts'
import type { DrawnLine } from './drawn-lines.ts'
import type { FilledCell } from './grid-table.ts'
import { groupsUnder, type Label } from './header-groups.ts'
import type { TableWord } from './page-tables.ts'
import { withTallLabels } from './tall-labels.ts'
import { textOf } from './text-lines.ts'
import { hasRepeated } from './header-levels.ts'

/**
 * A title over several columns is centred over them: where a header cell spans columns already, it takes in the blank
 * cells beside it as long as that brings its middle nearer to the middle of its text.
 */
export function withHeaderSpans<W extends TableWord>(
  found: readonly FilledCell<W>[],
  headerRows: number,
  xs: readonly Boundary[],
  across: readonly DrawnLine[],
): FilledCell<W>[] {
  const cells = withTallLabels(found, headerRows)
  const result: FilledCell<W>[] = cells.filter((cell) => cell.row >= headerRows - 1)
  // From below, as titles may be over titles.
  let labels = labelsOf(rowOf(cells, headerRows - 1), [])
  for (let row = headerRows - 2; row >= 0; row--) {
    const line = rowOf(cells, row)
    const hasSpan = line.some((cell) => cell.words.length > 0 && cell.columnSpan > 1)
    const spanned =
      underlined(line, labels, across) ??
      overGroups(line, labels) ??
      overMiddle(line, labels) ??
      (hasSpan ? widened(line, xs) : line)
    for (const item of spanned) result.push(item)
    labels = labelsOf(spanned, labels)
  }
  return result
}

const rowOf = <W extends TableWord>(cells: readonly FilledCell<W>[], row: number): FilledCell<W>[] =>
  cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column)

/** What is next below in each column beside the first: where a row has nothing, what stands further below. */
function labelsOf<W extends TableWord>(
  line: readonly FilledCell<W>[],
  below: readonly FilledCell<W>[],
): FilledCell<W>[] {
  const own = line.filter(({ column, words }) => column > 0 && words.length > 0)
  const isUnder = (label: FilledCell<W>): boolean =>
    own.some((cell) => label.column < endOf(cell) && endOf(label) > cell.column)
  return [...own, ...below.filter((label) => !isUnder(label))].sort((a, b) => a.column - b.column)
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
  const titles = line.filter((cell) => cell.column > 0 && cell.words.length > 0 && cell.rowSpan === 1).map(labelled)
  const labels = below.toSorted((a, b) => a.column - b.column).map(labelled)
  const groups = groupsUnder(titles, labels)
  if (groups === undefined || !groups.some((group) => group.length > 1)) return undefined
  return spanning(
    line,
    titles.map(({ cell }, at) => ({ cell, over: (groups[at] ?? []).map((label) => label.cell) })),
  )
}

/** Titles each with a line drawn under it, over its labels. */
function underlined<W extends TableWord>(
  line: readonly FilledCell<W>[],
  below: readonly FilledCell<W>[],
  across: readonly DrawnLine[],
): FilledCell<W>[] | undefined {
  if (across.length === 0 || below.length < 2) return undefined
  const floor = enclosing(below.flatMap((cell) => cell.words))
  const lowest = (floor.top + floor.bottom) / 2
  const titles = line.filter((cell) => cell.column > 0 && cell.words.length > 0 && cell.rowSpan === 1)
  const ruled = titles.map((cell) => {
    const own = enclosing(cell.words)
    const middle = (own.left + own.right) / 2
    const rule = across.find(
      ({ at, from, to }) => at > (own.top + own.bottom) / 2 && at < lowest && from < middle && middle < to,
    )
    const over = below.filter(({ words }) => {
      const { left, right } = enclosing(words)
      return rule !== undefined && (left + right) / 2 > rule.from && (left + right) / 2 < rule.to
    })
    return { cell, over: over.length > 0 ? over : [cell] }
  })
  const widest = ruled.reduce((most, { over }) => Math.max(most, over.length), 0)
  // A line under the whole header says nothing of its titles.
  if (widest < 2 || (titles.length > 1 && widest === below.length)) return undefined
  return spanning(line, ruled)
}

/** The cells of a line with its titles over others; `undefined` where these would overlap, or leave a hole. */
function spanning<W extends TableWord>(
  line: readonly FilledCell<W>[],
  titles: readonly { readonly cell: FilledCell<W>; readonly over: readonly FilledCell<W>[] }[],
): FilledCell<W>[] | undefined {
  if (titles.some(({ cell }) => cell.rowSpan > 1)) return undefined
  const found = titles.map(({ cell, over }) => {
    const column = leastOf(over.map((each) => each.column))
    return { ...cell, column, columnSpan: largestOf(over.map((each) => each.column + each.columnSpan)) - column }
  })
  found.sort((a, b) => a.column - b.column)
  if (found.some((cell, at) => at > 0 && cell.column < endOf(found[at - 1] ?? cell))) return undefined
  const taken = new Set(titles.map(({ cell }) => cell))
  const rest = line.filter((cell) => !taken.has(cell))
  const isUnder = (cell: FilledCell<W>): boolean =>
    found.some((each) => cell.column < endOf(each) && endOf(cell) > each.column)
  if (rest.some((cell) => isUnder(cell) && (cell.words.length > 0 || cell.rowSpan > 1))) return undefined
  const all = [...rest.filter((cell) => !isUnder(cell)), ...found]
  // What a title, or a blank cell, no longer covers is blank.
  const row = line[0]?.row ?? 0
  const blank = (column: number): FilledCell<W> => ({ row, rowSpan: 1, column, columnSpan: 1, words: [] })
  for (const { column, columnSpan } of line) {
    for (let step = column; step < column + columnSpan; step++) {
      if (!all.some((cell) => cell.column <= step && step < endOf(cell))) all.push(blank(step))
    }
  }
  return all
}

const endOf = ({ column, columnSpan }: Pick<FilledCell<never>, 'column' | 'columnSpan'>): number => column + columnSpan

function labelled<W extends TableWord>(cell: FilledCell<W>): Label & { readonly cell: FilledCell<W> } {
  const { left, right } = enclosing(cell.words)
  return { cell, left, right, size: largestOf(cell.words.map(({ size }) => size)), text: textOf(cell.words) }
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
