import type { ClientSource, Finding, SourceRow } from '@chancery/core'
import { decodeText } from '../decode-text.ts'
import { rowCursor, rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type CsvTable, readCsv } from './read-csv.ts'

/** Client records of comma-separated files: any usual delimiter, with or without a header row. */
export const createCsvSource = (): ClientSource => ({
  id: 'csv',
  fromDocument: true,
  async read(request) {
    const document = sourceDocument(request.document, ['csv', 'tsv', 'text', 'markdown', 'unknown'])
    const skip = rowsBefore(request.cursor, document.bytes)
    const table = readCsv(decodeText(document))
    return { columns: table.columns, findings: table.findings, rows: rowsOf(table, document.bytes, skip) }
  },
})

async function* rowsOf(table: CsvTable, bytes: Uint8Array, skip: number): AsyncIterable<SourceRow> {
  for (const [index, { cells, faults }] of table.records.entries()) {
    if (index < skip) continue
    const extra = cells.slice(table.columns.length)
    yield {
      row: index + 1,
      values: cells.flatMap((value, column) =>
        value.trim() === '' ? [] : { column: table.columns[column] ?? `Column ${column + 1}`, value },
      ),
      faults: extra.some((value) => value.trim() !== '')
        ? [...faults, tooManyCells(table.columns.length, cells.length)]
        : faults,
      cursor: rowCursor(index + 1, bytes),
    }
  }
}

const tooManyCells = (expected: number, actual: number): Finding => ({
  code: 'too_many_cells',
  severity: 'error',
  message: `The row has ${actual} cells, the table ${expected} columns.`,
  hint: 'Put values that hold the delimiter in quotes.',
})
