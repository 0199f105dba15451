import type { CellRange } from './cell-reference.ts'
import type { SheetCell } from './sheet-content.ts'

/** Headers of more rows than this are none. */
const maxHeaderRows = 3

/**
 * How many of the first rows of a region are headers, where the document does not say: the row that a filter stands in,
 * or rows of texts alone, in bold above what is not, or above numbers.
 * @param rows its cells, row by row
 */
export function headerRowsOf(
  rows: readonly (readonly SheetCell[])[],
  bounds: CellRange,
  filters: readonly CellRange[],
): number {
  if (rows.length < 2) return 0
  const filter = filters.find(
    ({ top, left, right }) => top >= bounds.top && top < bounds.bottom && left <= bounds.right && right >= bounds.left,
  )
  if (filter !== undefined && filter.top - bounds.top < maxHeaderRows) return filter.top - bounds.top + 1
  let count = 0
  while (count < maxHeaderRows && isTexts(rows[count])) count++
  // Several rows only where merged cells group the columns below.
  const grouped = rows.slice(0, Math.max(count - 1, 0)).findIndex((row) => !row.some(isMerged))
  const candidate = Math.min(count, grouped === -1 ? count : grouped + 1)
  const header = rows[candidate - 1]
  const below = rows.slice(candidate, candidate + 20)
  if (header === undefined || below.length === 0) return 0
  const width = bounds.right - bounds.left + 1
  const filled = header.reduce((sum, { columnSpan }) => sum + columnSpan, 0)
  if (width < 2 || filled < Math.max(2, width * 0.6)) return 0
  const isBold = header.every(({ bold }) => bold === true) && below[0]?.some(({ bold }) => bold !== true) === true
  return isBold || below.some((row) => row.some(isData)) ? candidate : 0
}

const isMerged = ({ columnSpan }: SheetCell): boolean => columnSpan > 1

/** A number, a date or a truth value. */
const isData = ({ isText }: SheetCell): boolean => !isText

const isTexts = (row: readonly SheetCell[] | undefined): boolean =>
  row !== undefined && row.length > 0 && !row.some(isData)
