import { beyondLimit } from '../reading-errors.ts'
import type { CellContent, TableRows } from './block-sink.ts'

export interface PlacedCell extends CellContent {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

export interface TableGrid {
  readonly rows: number
  readonly columns: number
  /** By row, then column; they tile the grid. */
  readonly cells: readonly PlacedCell[]
}

/** HTML's own bound for `colspan`. */
const maxColumnSpan = 1000

/**
 * Gives every cell its place, as HTML's table algorithm does (each cell goes to the first free column of its row), but
 * cuts spans that would overlap and fills what stays free with empty cells.
 * @throws `payload_too_large` where the grid has more places than `maxCells`
 */
export function tableGrid(given: TableRows, maxCells: number): TableGrid {
  const rows = given.length
  const placed: PlacedCell[] = []
  // For every column, the first row that is free again.
  const freeFrom: number[] = []
  for (const [row, contents] of given.entries()) {
    let column = 0
    for (const content of contents) {
      while ((freeFrom[column] ?? 0) > row) column++
      const cell = place(content, row, column, rows, freeFrom)
      for (let at = column; at < column + cell.columnSpan; at++) freeFrom[at] = row + cell.rowSpan
      placed.push(cell)
      column += cell.columnSpan
      if (freeFrom.length * rows > maxCells) throw beyondLimit('cells', maxCells, freeFrom.length * rows)
    }
  }
  const columns = freeFrom.length
  const isFull = placed.length === rows * columns
  return { rows, columns, cells: isFull ? placed : withEmptyCells(placed, rows, columns) }
}

function place(content: CellContent, row: number, column: number, rows: number, freeFrom: number[]): PlacedCell {
  const wanted = Math.min(Math.max(content.columnSpan ?? 1, 1), maxColumnSpan)
  let columnSpan = 1
  while (columnSpan < wanted && (freeFrom[column + columnSpan] ?? 0) <= row) columnSpan++
  const rowSpan = Math.min(Math.max(content.rowSpan ?? 1, 1), rows - row)
  return { ...content, row, column, rowSpan, columnSpan }
}

function withEmptyCells(placed: readonly PlacedCell[], rows: number, columns: number): PlacedCell[] {
  const taken = new Uint8Array(rows * columns)
  for (const cell of placed) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
      taken.fill(1, row * columns + cell.column, row * columns + cell.column + cell.columnSpan)
    }
  }
  const cells: PlacedCell[] = []
  let next = 0
  for (let at = 0; at < taken.length; at++) {
    const [row, column] = [Math.floor(at / columns), at % columns]
    const cell = placed[next]
    if (cell?.row === row && cell.column === column) {
      cells.push(cell)
      next++
    } else if (taken[at] === 0) cells.push({ row, column, rowSpan: 1, columnSpan: 1, text: '' })
  }
  return cells
}
