import { ChanceryError, type ClientSource, type Finding, type VettedDocument } from '@chancery/core'
import { boundColumns } from '../max-columns.ts'
import { rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import type { Header } from '../table/find-header.ts'
import { headerFindings } from '../table/header-findings.ts'
import { isTooWide, namedValues } from '../table/named-values.ts'
import { rowWithoutClient } from '../table/no-client.ts'
import { type HeadedIsland, headed, joinedIslands } from './joined-islands.ts'
import { isAlone, type SheetIsland, type SheetTable } from './sheet-island.ts'

/** What a spreadsheet has of cells. */
export interface SheetTables {
  /** Those of the sheets that are shown, sheet by sheet. */
  readonly islands: readonly SheetIsland[]
  /** How many tables there are on hidden sheets. */
  readonly hidden: number
  readonly findings: readonly Finding[]
}

/** Gives the cells of a spreadsheet; it is the reader of documents who knows its format. */
export type ReadSheetTables = (
  document: VettedDocument,
  options: { readonly signal: AbortSignal },
) => Promise<SheetTables>

/**
 * Client records of spreadsheets. The table whose header row has the most names that are known is the list; further
 * tables go on with it where they have its header row, or none and its width. Empty rows and columns inside of it do not
 * part it. What is on hidden sheets nobody meant to hand
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
    const islands = sheets.islands.filter(({ rows }) => rows.some((row) => row.some((text) => text !== '')))
    if (islands.every(isAlone)) throw noTable(sheets)
    const joined = sheetsOf(islands).flatMap(joinedSheet)
    const tables = joined.filter((island) => !isAlone(island))
    const alone = joined.filter(isAlone).flatMap(({ rows }) => rows.flat())
    const main = bestOf(tables)
    const { columns, certainty } = main.header
    boundColumns(columns)
    const parts: SheetTable[] = []
    const leftOut: SheetTable[] = []
    let linesAbove = 0
    for (const table of tables) {
      const rows = table.rows.filter((row) => row.some((text) => text !== ''))
      const from = table === main ? table.header.rowsFrom : continuation(table.header, columns)
      if (from === undefined) leftOut.push(rows)
      else parts.push(rows.slice(from))
      if (from !== undefined && from > 0) linesAbove += table.header.leftOut
    }
    const findings = [
      ...sheets.findings,
      ...headerFindings(certainty, linesAbove),
      ...(leftOut.length > 0 ? [tablesLeftOut(leftOut)] : []),
      ...(alone.length > 0 ? [cellsLeftOut(alone)] : []),
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

const noTable = ({ hidden }: SheetTables): ChanceryError =>
  new ChanceryError(
    'unsupported_document',
    hidden > 0
      ? 'All tables of the spreadsheet are on hidden sheets: show them.'
      : 'There is no table in the spreadsheet: a list of clients has a header row and rows below it.',
  )

function sheetsOf(islands: readonly SheetIsland[]): readonly (readonly SheetIsland[])[] {
  const sheets = new Map<number, SheetIsland[]>()
  for (const island of islands) {
    const sheet = sheets.get(island.sheet)
    if (sheet === undefined) sheets.set(island.sheet, [island])
    else sheet.push(island)
  }
  return [...sheets.values()]
}

function joinedSheet(islands: readonly SheetIsland[]): readonly HeadedIsland[] {
  const all = islands.map(headed)
  const tables = all.filter((island) => !isAlone(island))
  return tables.length === 0 ? all : joinedIslands(bestOf(tables), all)
}

/** The table with the most known columns; of equals the longer one, then the first. */
const bestOf = (tables: readonly HeadedIsland[]): HeadedIsland =>
  tables.reduce((best, table) => {
    const ahead = table.known - best.known
    return ahead > 0 || (ahead === 0 && table.rows.length > best.rows.length) ? table : best
  })

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
