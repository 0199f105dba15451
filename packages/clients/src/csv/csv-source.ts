import { type ClientSource, type Finding, nextTurn, type SourceRow } from '@chancery/core'
import { rowsAtOnce } from '../rows-at-once.ts'
import { textOfSource } from '../text-of-source.ts'
import { boundColumns, maxColumns } from '../max-columns.ts'
import { rowCursor, rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type CsvRecord, csvRecords, firstRecords, maxCells } from './csv-records.ts'
import { namedDelimiter, sniffDelimiter } from './delimiter.ts'
import { findHeader, type Header } from './find-header.ts'

/** Records that are looked at to find the header row and the width of the table. */
const headRecords = 100

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
    const skip = rowsBefore(request.cursor, document.bytes)
    const { text, findings: assumed } = textOfSource(document)
    const named = namedDelimiter(text)
    const body = named?.body ?? text
    const delimiter = named?.delimiter ?? given ?? sniffDelimiter(body)
    // One column more than there may be is enough to see that there are too many.
    const head = firstRecords(body, delimiter, headRecords).map(({ cells }) => cells.slice(0, maxColumns + 1))
    const header = findHeader(head)
    const { columns, rowsFrom, certainty } = header
    boundColumns(columns.length)
    const findings: Finding[] = [...assumed]
    if (named === undefined && given === undefined && delimiter !== ',') findings.push(delimiterFound(delimiter))
    if (certainty === 'none' && head.length > 0) findings.push(noHeader)
    if (certainty === 'assumed') findings.push(headerAssumed)
    if (rowsFrom > 1) findings.push(linesAbove(rowsFrom - 1))
    const records = csvRecords(body, delimiter)
    return { columns, findings, rows: rowsOf(records, header, document.bytes, skip, signal) }
  },
})

async function* rowsOf(
  records: Iterable<CsvRecord>,
  { columns, rowsFrom }: Header,
  bytes: Uint8Array,
  skip: number,
  signal: AbortSignal,
): AsyncIterable<SourceRow> {
  let row = -rowsFrom
  for (const record of records) {
    row++
    if (row % rowsAtOnce === 0) await nextTurn(signal)
    if (row > skip && row > 0) {
      yield {
        row,
        values: record.cells.flatMap((value, place) =>
          value.trim() === '' ? [] : { column: columns[place] ?? `Column ${place + 1}`, value },
        ),
        faults: faultsOf(record, columns.length),
        cursor: rowCursor(row, bytes),
      }
    }
  }
}

function faultsOf({ cells, quotes }: CsvRecord, width: number): Finding[] {
  const faults: Finding[] = []
  if (quotes === 'open') faults.push(openQuote)
  if (quotes === 'stray') faults.push(strayQuote)
  if (cells.slice(width).some((cell) => cell.trim() !== '')) faults.push(tooManyCells(width, cells.length))
  else if (cells.length < width) faults.push(tooFewCells(width, cells.length))
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

const delimiterFound = (delimiter: string): Finding => ({
  code: 'delimiter_found',
  severity: 'info',
  message: `The columns are separated by ${delimiter === '\t' ? 'tabs' : `"${delimiter}"`}.`,
})

const noHeader: Finding = {
  code: 'no_header_row',
  severity: 'warning',
  message: 'The first row holds values, not names; the columns are numbered.',
  hint: 'Map them as "Column 1", "Column 2", …, or add a header row.',
}

const headerAssumed: Finding = {
  code: 'header_assumed',
  severity: 'warning',
  message: 'The first row was taken as the header row, though none of its names is known.',
  hint: 'If it is a client, add a header row above it.',
}

const linesAbove = (count: number): Finding => ({
  code: 'lines_above_header',
  severity: 'info',
  message: `${count} line(s) above the header row were left out.`,
})
