import { ChanceryError } from '@chancery/core'

/** Columns of one import; the widest exports (CRMs with every property) have about 500. */
export const maxColumns = 2000

/** Characters of all their names. Each value of each row has its column's name with it, from process to process. */
export const maxNameCharacters = 100_000

/** @throws `unsupported_document` where there are more columns than any table of clients has, or names that are none */
export function boundColumns(columns: Iterable<string>): void {
  let [count, characters] = [0, 0]
  for (const name of columns) {
    count++
    characters += name.length
  }
  if (count > maxColumns) throw tooMuch('The document has too many columns.', maxColumns, count)
  if (characters > maxNameCharacters)
    throw tooMuch('The names of the columns are too long.', maxNameCharacters, characters)
}

const tooMuch = (message: string, limit: number, actual: number): ChanceryError =>
  new ChanceryError('unsupported_document', message, { details: { limit, actual } })
