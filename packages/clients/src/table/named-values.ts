import type { SourceRow } from '@chancery/core'

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** The cells that hold something, each with its column's name. */
export const namedValues = (cells: readonly string[], columns: readonly string[]): SourceRow['values'] =>
  cells.flatMap((value, place) => (isFilled(value) ? { column: columns[place] ?? `Column ${place + 1}`, value } : []))

/** Whether something stands to the right of the columns. */
export const isTooWide = (cells: readonly string[], columns: readonly string[]): boolean =>
  cells.slice(columns.length).some(isFilled)
