import { largestOf, leastOf } from '@chancery/core'
import { enclosing } from '../page-geometry.ts'
import type { FilledCell } from './grid-table.ts'
import type { TableWord } from './page-tables.ts'

/** Of the way from the titles down to the labels: what stands here is in the middle of both rows. */
const [highest, lowest] = [0.25, 0.75]

/** Labels of a header that stand at half the height between titles and the labels under these: they are of both rows. */
export function withTallLabels<W extends TableWord>(
  cells: readonly FilledCell<W>[],
  headerRows: number,
): readonly FilledCell<W>[] {
  let result = cells
  for (let row = 0; row < headerRows - 1; row++) result = tallOver(tallFrom(result, row), row)
  return result
}

/** Those that came into the upper row, with nothing below them. */
function tallOver<W extends TableWord>(cells: readonly FilledCell<W>[], row: number): readonly FilledCell<W>[] {
  const upper = cells.filter((cell) => cell.row === row && cell.rowSpan === 1)
  const lower = cells.filter((cell) => cell.row === row + 1)
  const [titles, labels] = [upper.flatMap(middleOf), lower.flatMap(middleOf)]
  const [from, to] = [leastOf(titles), largestOf(labels)]
  const below = (cell: FilledCell<W>): FilledCell<W> | undefined =>
    lower.find(
      ({ column, columnSpan, rowSpan, words }) =>
        column === cell.column && columnSpan === cell.columnSpan && rowSpan === 1 && words.length === 0,
    )
  const tall = upper.filter((cell) => {
    const isBetween = middleOf(cell).some((middle) => middle > at(highest, from, to) && middle < at(lowest, from, to))
    return isBetween && below(cell) !== undefined
  })
  if (tall.length === 0 || labels.length < 2) return cells
  const covered = new Set(tall.map(below))
  return cells.flatMap((cell) => (covered.has(cell) ? [] : [tall.includes(cell) ? { ...cell, rowSpan: 2 } : cell]))
}

const at = (share: number, from: number, to: number): number => from + share * (to - from)

function tallFrom<W extends TableWord>(cells: readonly FilledCell<W>[], row: number): readonly FilledCell<W>[] {
  const upper = cells.filter((cell) => cell.row === row)
  const lower = cells.filter((cell) => cell.row === row + 1 && cell.words.length > 0)
  const [titles, labels] = [upper.flatMap(middleOf), lower.flatMap(middleOf)]
  if (titles.length === 0 || labels.length < 2) return cells
  const [from, to] = [largestOf(titles), largestOf(labels)]
  const tall = lower.filter((cell) => {
    const share = middleOf(cell).map((middle) => (middle - from) / (to - from))
    const isBetween = share.some((each) => each > highest && each < lowest)
    return (
      isBetween && cell.rowSpan === 1 && above(cell, upper).every(({ words, rowSpan }) => words.length + rowSpan === 1)
    )
  })
  if (tall.length === 0 || tall.length === lower.length) return cells
  const covered = new Set(tall.flatMap((cell) => above(cell, upper)))
  return cells.flatMap((cell) => {
    if (covered.has(cell)) return []
    return [tall.includes(cell) ? { ...cell, row, rowSpan: 2 } : cell]
  })
}

/** The cells above one, if none of them reaches out beside it; else itself, which has words. */
function above<W extends TableWord>(cell: FilledCell<W>, upper: readonly FilledCell<W>[]): readonly FilledCell<W>[] {
  const end = cell.column + cell.columnSpan
  const found = upper.filter(({ column, columnSpan }) => column < end && column + columnSpan > cell.column)
  const isInside = found.every(({ column, columnSpan }) => column >= cell.column && column + columnSpan <= end)
  return found.length > 0 && isInside ? found : [cell]
}

/** In points, of its words. */
function middleOf<W extends TableWord>({ words }: FilledCell<W>): readonly number[] {
  if (words.length === 0) return []
  const { top, bottom } = enclosing(words)
  return [(top + bottom) / 2]
}
