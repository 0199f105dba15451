import { ChanceryError } from '@chancery/core'

/** Columns of one import; the widest exports (CRMs with every property) have about 500. */
export const maxColumns = 2000

/** @throws `unsupported_document` where there are more columns than any table of clients has. */
export function boundColumns(count: number): void {
  if (count <= maxColumns) return
  throw new ChanceryError('unsupported_document', 'The document has too many columns.', {
    details: { limit: maxColumns, actual: count },
  })
}
