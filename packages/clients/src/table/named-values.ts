import type { Finding, SourceRow } from '@chancery/core'

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** The cells that hold something, each with its column's name. */
export const namedValues = (cells: readonly string[], columns: readonly string[]): SourceRow['values'] =>
  cells.flatMap((value, place) => (isFilled(value) ? { column: columns[place] ?? `Column ${place + 1}`, value } : []))

/** Whether something stands to the right of the columns. */
export const isTooWide = (cells: readonly string[], columns: readonly string[]): boolean =>
  cells.slice(columns.length).some(isFilled)

/** Lists that were printed or put together have their header row again in the midst of them: it is no client. */
export function isHeaderAgain(cells: readonly string[], columns: readonly string[]): boolean {
  if (cells[0]?.trim() !== columns[0]) return false
  const filled = cells.filter(isFilled).length
  return filled >= 2 && cells.filter((cell, place) => cell.trim() === columns[place]).length >= filled * 0.6
}

export const headerAgain: Finding = {
  code: 'header_again',
  severity: 'error',
  message: 'The row has the names of the columns once more, and no client.',
}
