import type { FilledCell } from './grid-table.ts'
import type { TableWord } from './page-tables.ts'

/**
 * Rows between which no two texts stand: where some cells go over both, and no column has a text in each, they are one,
 * which the file has drawn in two. For each row, whether it goes on with the one above.
 */
export function needlessRows<W extends TableWord>(cells: readonly FilledCell<W>[], rows: number): boolean[] {
  const filled = cells.filter(({ words }) => words.length > 0)
  const crossed = Array.from({ length: rows }, () => false)
  const above = Array.from({ length: rows }, (): FilledCell<W>[] => [])
  const below = Array.from({ length: rows }, (): FilledCell<W>[] => [])
  for (const cell of filled) {
    for (let row = cell.row + 1; row < cell.row + cell.rowSpan; row++) crossed[row] = true
    above[cell.row + cell.rowSpan]?.push(cell)
    below[cell.row]?.push(cell)
  }
  return crossed.map((isCrossed, row) => {
    if (!isCrossed) return false
    const [over, under] = [above[row] ?? [], below[row] ?? []]
    return !over.some((one) => under.some((other) => sharesColumn(one, other)))
  })
}

const sharesColumn = <W extends TableWord>(one: FilledCell<W>, other: FilledCell<W>): boolean =>
  one.column < other.column + other.columnSpan && other.column < one.column + one.columnSpan
