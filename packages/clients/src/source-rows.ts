import { nextTurn, type SourceRow } from '@chancery/core'
import { rowCursor } from './row-cursor.ts'
import { rowsAtOnce } from './rows-at-once.ts'

/** What a source makes of one of its records. */
export type RowContent = Omit<SourceRow, 'row' | 'cursor'>

/** The rows of a file behind the first `skip` ones, a row each record; others have their turn meanwhile. */
export async function* sourceRows<Record>(
  records: Iterable<Record>,
  contentOf: (record: Record) => RowContent,
  { bytes, skip, signal }: { readonly bytes: Uint8Array; readonly skip: number; readonly signal: AbortSignal },
): AsyncIterable<SourceRow> {
  let row = 0
  for (const record of records) {
    row++
    if (row % rowsAtOnce === 0) await nextTurn(signal)
    if (row > skip) yield { row, ...contentOf(record), cursor: rowCursor(row, bytes) }
  }
}
