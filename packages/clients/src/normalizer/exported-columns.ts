import { type ClientField, clientFields, type ColumnMapping } from '@chancery/core'

/** Begins what a file that Chancery wrote says of its rows, not of the client. */
const remarkPrefix = 'chancery.'
const customPrefix = 'custom.'
const consentPrefix = 'consent.'

const fields: ReadonlyMap<string, ClientField> = new Map([
  ...clientFields.map((field) => [field, field] as const),
  ['email 2', 'email'],
  ['phone 2', 'phone'],
])

/** Whether these are columns of an export of the directory: its rows are taken by the letter. */
export const areExported = (columns: readonly string[]): boolean => columns.includes('chanceryId')

/** Whether it says something of its row, as the columns of a file of rejected rows do. */
export const isRemark = (column: string): boolean => column.startsWith(remarkPrefix)

/** Where a column of an export goes, or of a file of rejected rows, whatever its values look like. */
export function exportedField(column: string, isExport: boolean): ColumnMapping['field'] | undefined {
  if (isRemark(column)) return 'ignore'
  if (!isExport) return undefined
  if (column.startsWith(consentPrefix) && column.length > consentPrefix.length) {
    return `consent.${column.slice(consentPrefix.length)}`
  }
  return column.startsWith(customPrefix) && column.length > customPrefix.length
    ? `custom.${column.slice(customPrefix.length)}`
    : fields.get(column)
}
