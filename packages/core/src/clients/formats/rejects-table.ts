import { Content } from '../../model/content.ts'
import type { Finding } from '../../model/finding.ts'
import { csvText } from './csv-text.ts'

/** A row that was not taken. */
export interface RejectedRow {
  readonly row: number
  readonly raw: Readonly<Record<string, string>>
  readonly errors: readonly Finding[]
}

/** What Chancery says of a row, beside the source's own columns; an import passes over them. */
const remarks = ['chancery.row', 'chancery.code', 'chancery.reason']

/** Rows that were not taken as a csv, with the columns of their source and why: to be mended, and imported again. */
export function rejectsTable(
  columns: readonly string[],
  rejected: readonly RejectedRow[],
  options: { readonly bom: boolean },
) {
  const own = new Set([...columns, ...rejected.flatMap(({ raw }) => Object.keys(raw))])
  for (const remark of remarks) own.delete(remark)
  const rows = rejected.map(({ row, raw, errors }) => ({
    ...raw,
    'chancery.row': String(row),
    'chancery.code': errors.map(({ code }) => code).join(' '),
    'chancery.reason': errors
      .map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`))
      .join(' '),
  }))
  const text = csvText([...own, ...remarks], rows, options)
  return {
    filename: 'rejected.csv',
    contentType: 'text/csv; charset=utf-8',
    content: new Content([new TextEncoder().encode(text)]),
  }
}
