import { nextTurn, type SourceRow } from '@chancery/core'
import { boundedLength } from './max-values.ts'
import { rowCursor } from './row-cursor.ts'
import { rowsAtOnce } from './rows-at-once.ts'

/** What a source makes of one of its records. */
export type RowContent = Omit<SourceRow, 'row' | 'cursor'>

interface SourceRowsOptions<Record> {
  readonly bytes: Uint8Array
  /** Rows that are not wanted. */
  readonly skip: number
  /** Of the rows before, those that are not among the records. */
  readonly passed?: number
  /** Where in the text the next record stands, where reading can go on there. */
  readonly endOf?: (record: Record) => number | undefined
  readonly signal: AbortSignal
}

/** The rows of a file behind the first `skip` ones, a row each record; others have their turn meanwhile. */
export async function* sourceRows<Record>(
  records: Iterable<Record>,
  contentOf: (record: Record) => RowContent,
  { bytes, skip, passed = 0, endOf, signal }: SourceRowsOptions<Record>,
): AsyncIterable<SourceRow> {
  let row = passed
  for (const record of records) {
    row++
    if (row % rowsAtOnce === 0) await nextTurn(signal)
    if (row > skip) yield { row, ...boundedLength(contentOf(record)), cursor: rowCursor(row, bytes, endOf?.(record)) }
  }
}
