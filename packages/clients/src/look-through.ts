import { nextTurn } from '@chancery/core'
import { boundColumns } from './max-columns.ts'
import { rowsAtOnce } from './rows-at-once.ts'
import type { RowContent } from './source-rows.ts'

/**
 * The columns of a file that has no header row, which only all of its records tell, and how many these are. None is held:
 * who wants them reads them again, and most want some of them.
 * @throws `unsupported_document` where there are more columns, or longer names of them, than a table of clients has
 */
export async function lookThrough(
  rows: Iterable<Pick<RowContent, 'values'>>,
  signal: AbortSignal,
): Promise<{ readonly columns: readonly string[]; readonly total: number }> {
  const columns = new Set<string>()
  let total = 0
  for (const { values } of rows) {
    if (total++ % rowsAtOnce === 0) await nextTurn(signal)
    const known = columns.size
    for (const { column } of values) columns.add(column)
    if (columns.size > known) boundColumns(columns)
  }
  return { columns: [...columns], total }
}
