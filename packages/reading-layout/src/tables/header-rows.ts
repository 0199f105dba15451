import { isFigure, isPeriodOrBand } from './cell-kinds.ts'
import type { FilledCell } from './grid-table.ts'
import type { TableWord } from './page-tables.ts'

const mostHeaderRows = 6

/** The rows above the first one with figures, or with a label ("Name:") and its value; where there are none, a first row that alone is bold. */
export function headerRowsOf<W extends TableWord>(cells: readonly FilledCell<W>[], rows: number): number {
  const byRow = Array.from({ length: rows }, (): FilledCell<W>[] => [])
  for (const cell of cells) if (cell.words.length > 0) byRow[cell.row]?.push(cell)
  const hasLabel = (row: readonly FilledCell<W>[]): boolean => row.some(({ column }) => column === 0)
  const labelled = byRow.filter(hasLabel).length
  const isData = (row: readonly FilledCell<W>[], at: number): boolean => {
    // Where rows have labels, one above them without is of the header, though it names its columns by figures.
    if (!hasLabel(row) && labelled > 0.7 * (rows - at - 1)) return false
    const values = row.filter((cell) => cell.column > 0).map(textOf)
    const isLabel = row.some((cell) => cell.column === 0 && isLabelText(textOf(cell)))
    if (isLabel && values.some((value) => !isLabelText(value))) return true
    const figures = values.filter((value) => isFigure(value) && !isPeriodOrBand(value)).length
    return figures > 0 && figures >= 0.3 * values.length
  }
  const firstData = byRow.findIndex(isData)
  const isBlankAbove = byRow.slice(0, Math.max(firstData, 0)).every((row) => row.length === 0)
  if (firstData > 0 && firstData <= mostHeaderRows && !isBlankAbove && !arePairs(byRow.slice(firstData))) {
    let count = firstData
    // Rows right above the figures that have no more than the first column name what follows.
    while (
      count > 1 &&
      byRow[count - 1]?.every((cell) => cell.column === 0 && cell.columnSpan === 1 && cell.rowSpan === 1)
    )
      count--
    return count
  }
  const [first = [], ...rest] = byRow
  const isBold = (row: readonly FilledCell<W>[]): boolean =>
    row.length > 0 && row.every((cell) => cell.words.every((word) => word.bold === true))
  return isBold(first) && rest.some((row) => row.length > 0 && !isBold(row)) ? 1 : 0
}

/** Of values in the second of two columns: with fewer figures, each row is a label and what it says, the first one too. */
const mostlyFigures = 0.6

function arePairs<W extends TableWord>(rows: readonly (readonly FilledCell<W>[])[]): boolean {
  const cells = rows.flat()
  if (cells.some(({ column, columnSpan }) => column + columnSpan > 2)) return false
  const values = cells.filter(({ column }) => column === 1)
  return values.filter((value) => isFigure(textOf(value))).length < mostlyFigures * values.length
}

const textOf = <W extends TableWord>({ words }: FilledCell<W>): string => words.map(({ text }) => text).join(' ')

const isLabelText = (text: string): boolean => /[:：]$/.test(text)
