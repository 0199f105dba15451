import type { ClientSource, Finding } from '@chancery/core'
import { boundColumns, maxColumns } from '../max-columns.ts'
import { placeOf } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import { findHeader, headRecords } from '../table/find-header.ts'
import { headerFindings } from '../table/header-findings.ts'
import { isTooWide, namedValues } from '../table/named-values.ts'
import { noteRow, rowWithoutClient } from '../table/no-client.ts'
import { textOfSource } from '../text-of-source.ts'
import { countRecords, type CsvRecord, csvRecords, firstRecords, maxCells } from './csv-records.ts'
import { namedDelimiter, sniffDialect } from './dialect.ts'
import { notesBelow } from './notes-below.ts'

/**
 * Client records of comma-separated files: any usual delimiter, with or without a header row. Nothing is dropped but
 * blank lines and what stands above the header row, which is told.
 */
export const createCsvSource = (): ClientSource => delimitedSource('csv')

/** The same of files whose cells are separated by tabs, whatever else stands in them. */
export const createTsvSource = (): ClientSource => delimitedSource('tsv', '\t')

const delimitedSource = (id: string, given?: string): ClientSource => ({
  id,
  fromDocument: true,
  async read(request, { signal }) {
    signal.throwIfAborted()
    const document = sourceDocument(request.document, ['csv', 'tsv', 'text', 'markdown', 'unknown'])
    const place = placeOf(request.cursor, document.bytes)
    const { text, findings: assumed } = textOfSource(document)
    const named = namedDelimiter(text)
    const body = named?.body ?? text
    const dialect = sniffDialect(body, named?.delimiter ?? given)
    const { delimiter } = dialect
    // One column more than there may be is enough to see that there are too many.
    const head = firstRecords(body, dialect, headRecords).map(({ cells }) => cells.slice(0, maxColumns + 1))
    const { columns, rowsFrom, leftOut, certainty } = findHeader(head)
    boundColumns(columns)
    const isFound = named === undefined && given === undefined && delimiter !== ','
    const findings = [
      ...assumed,
      ...(isFound ? [delimiterFound(delimiter)] : []),
      ...(dialect.quote === '"' ? [] : [quoteFound]),
      ...(head.length > 0 ? headerFindings(certainty, leftOut) : []),
    ]
    const notesFrom = notesBelow(body, dialect, columns)
    const records = csvRecords(body, dialect, place.at)
    for (let line = 0; place.at === undefined && line < rowsFrom; line++) records.next()
    const contentOf = (record: CsvRecord): RowContent => ({
      values: namedValues(record.cells, columns),
      faults:
        record.start >= notesFrom ? [rowWithoutClient(record.cells, columns) ?? noteRow] : faultsOf(record, columns),
    })
    const rows = sourceRows(records, contentOf, {
      bytes: document.bytes,
      skip: place.row,
      passed: place.at === undefined ? 0 : place.row,
      endOf: ({ end }) => end,
      signal,
    })
    // Where reading goes on nobody asks again.
    const total = place.at === undefined && place.row === 0 ? countRecords(body, dialect) - rowsFrom : undefined
    return { columns, findings, rows, ...(total === undefined ? {} : { total }) }
  },
})

function faultsOf({ cells, quotes }: CsvRecord, columns: readonly string[]): Finding[] {
  const none = rowWithoutClient(cells, columns)
  if (none !== undefined) return [none]
  const faults: Finding[] = []
  if (quotes === 'open') faults.push(openQuote)
  if (quotes === 'stray') faults.push(strayQuote)
  if (isTooWide(cells, columns)) faults.push(tooManyCells(columns.length, cells.length))
  else if (cells.length < columns.length) faults.push(tooFewCells(columns.length, cells.length))
  return faults
}

const openQuote: Finding = {
  code: 'bad_quotes',
  severity: 'error',
  message: 'A quotation mark is not closed.',
  hint: 'Close it, or write a quotation mark inside a quoted value twice.',
}

const strayQuote: Finding = {
  code: 'stray_quote',
  severity: 'warning',
  message: 'A quotation mark inside a quoted value is not written twice; it was taken as a character.',
}

const tooManyCells = (expected: number, actual: number): Finding => ({
  code: 'too_many_cells',
  severity: 'error',
  message: `The row has ${actual > maxCells ? `more than ${maxCells}` : actual} cells, the table ${expected} columns.`,
  hint: 'Put values that hold the delimiter in quotes.',
})

const tooFewCells = (expected: number, actual: number): Finding => ({
  code: 'too_few_cells',
  severity: 'warning',
  message: `The row has ${actual} cells, the table ${expected} columns; the last ones were taken as empty.`,
})

const quoteFound: Finding = {
  code: 'quote_found',
  severity: 'info',
  message: "Values stand in apostrophes ('), which were taken off.",
}

const delimiterFound = (delimiter: string): Finding => ({
  code: 'delimiter_found',
  severity: 'info',
  message: `The columns are separated by ${delimiter === '\t' ? 'tabs' : `"${delimiter}"`}.`,
})
