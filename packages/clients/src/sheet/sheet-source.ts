import { ChanceryError, type ClientSource, type Finding, type VettedDocument } from '@chancery/core'
import { boundColumns } from '../max-columns.ts'
import { knownColumns } from '../normalizer/known-columns.ts'
import { rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import { findHeader, type Header, headRecords } from '../table/find-header.ts'
import { headerFindings } from '../table/header-findings.ts'
import { isTooWide, namedValues } from '../table/named-values.ts'
import { rowWithoutClient } from '../table/no-client.ts'

/** Cells that lie together on a sheet, row by row, as wide as the widest row or narrower. */
export type SheetTable = readonly (readonly string[])[]

/** What a spreadsheet has of tables. */
export interface SheetTables {
  /** Those of the sheets that are shown, in their order. */
  readonly tables: readonly SheetTable[]
  /** How many there are on hidden sheets. */
  readonly hidden: number
  /** Texts of cells on shown sheets that touch no other cell, and so belong to no table. */
  readonly alone: readonly string[]
  readonly findings: readonly Finding[]
}

/** Gives the tables of a spreadsheet; it is the reader of documents who knows its format. */
export type ReadSheetTables = (
  document: VettedDocument,
  options: { readonly signal: AbortSignal },
) => Promise<SheetTables>

/**
 * Client records of spreadsheets. The table whose header row has the most names that are known is the list; further
 * tables go on with it where they have its header row, or none and its width. What is on hidden sheets nobody meant to hand
 * over: it is left out, which is told.
 */
export const createSheetSource = (id: 'xlsx' | 'xls' | 'ods', readTables: ReadSheetTables): ClientSource => ({
  id,
  fromDocument: true,
  async read(request, { signal }) {
    signal.throwIfAborted()
    const document = sourceDocument(request.document, ['xlsx', 'xls', 'ods'])
    const skip = rowsBefore(request.cursor, document.bytes)
    const sheets = await readTables(document, { signal })
    const tables = sheets.tables.filter((rows) => rows.length > 0)
    if (tables.length === 0 && sheets.hidden > 0)
      throw new ChanceryError('unsupported_document', 'All tables of the spreadsheet are on hidden sheets: show them.')
    if (tables.length === 0) throw new ChanceryError('document_corrupt', 'There is no table in the spreadsheet.')
    const headers = tables.map((rows) => findHeader(rows.slice(0, headRecords)))
    const main = mainTable(tables, headers)
    const { columns, certainty } = headers[main] as Header
    boundColumns(columns)
    const parts: SheetTable[] = []
    const leftOut: SheetTable[] = []
    let linesAbove = 0
    for (const [index, rows] of tables.entries()) {
      const from = index === main ? (headers[main]?.rowsFrom ?? 0) : continuation(headers[index] as Header, columns)
      if (from === undefined) leftOut.push(rows)
      else parts.push(rows.slice(from))
      if (from !== undefined && from > 0) linesAbove += headers[index]?.leftOut ?? 0
    }
    const findings = [
      ...sheets.findings,
      ...headerFindings(certainty, linesAbove),
      ...(leftOut.length > 0 ? [tablesLeftOut(leftOut)] : []),
      ...(sheets.alone.length > 0 ? [cellsLeftOut(sheets.alone)] : []),
      ...(sheets.hidden > 0 ? [hiddenLeftOut(sheets.hidden)] : []),
    ]
    const contentOf = (cells: readonly string[]): RowContent => {
      const none = rowWithoutClient(cells, columns)
      return {
        values: namedValues(cells, columns),
        faults: none !== undefined ? [none] : isTooWide(cells, columns) ? [tooManyCells] : [],
      }
    }
    return { columns, findings, rows: sourceRows(parts.flat(), contentOf, { bytes: document.bytes, skip, signal }) }
  },
})

/** The table with the most known columns; of equals the longer one, then the first. */
function mainTable(tables: readonly SheetTable[], headers: readonly Header[]): number {
  let best = 0
  const knownOf = (index: number): number => knownColumns(headers[index]?.columns ?? [])
  for (let index = 1; index < tables.length; index++) {
    const ahead = knownOf(index) - knownOf(best)
    const longer = (tables[index]?.length ?? 0) - (tables[best]?.length ?? 0)
    if (ahead > 0 || (ahead === 0 && longer > 0)) best = index
  }
  return best
}

/** Of which row on a table goes on with the list; `undefined` where it is another one. */
function continuation(header: Header, columns: readonly string[]): number | undefined {
  const isAlike = header.columns.length === columns.length && header.columns.every((name, at) => name === columns[at])
  if (isAlike) return header.rowsFrom
  return header.certainty !== 'known' && header.columns.length === columns.length ? 0 : undefined
}

const tooManyCells: Finding = {
  code: 'too_many_cells',
  severity: 'error',
  message: 'The row has cells to the right of the table.',
  hint: 'Give each column a name in the header row.',
}

const hiddenLeftOut = (count: number): Finding => ({
  code: 'hidden_tables_left_out',
  severity: 'warning',
  message: `${count} table(s) on hidden sheets were left out.`,
  hint: 'Show the sheets in the spreadsheet to have them imported, too.',
})

const tablesLeftOut = (tables: readonly SheetTable[]): Finding => ({
  code: 'tables_left_out',
  severity: 'warning',
  message: `${tables.length} other table(s) of the spreadsheet were left out, since their columns are not those of the list: ${namedFirst(tables.map(describedTable))}.`,
  hint: 'Empty rows and columns part tables: delete those inside of the list, and import other lists as files of their own.',
})

const cellsLeftOut = (texts: readonly string[]): Finding => ({
  code: 'cells_left_out',
  severity: 'warning',
  message: `${texts.length} cell(s) that empty rows and columns part from the list were left out: ${namedFirst(texts.map(quoted))}.`,
  hint: 'If they are of a client, delete the empty rows and columns between.',
})

const describedTable = (rows: SheetTable): string =>
  `${rows.length} row(s) from ${quoted(rows[0]?.find((text) => text !== '') ?? '')}`

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** More would say less. */
const mostNamed = 3
const namedFirst = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '')
