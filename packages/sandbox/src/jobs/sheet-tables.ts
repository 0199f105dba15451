import { plainReading, type Table, type TableCell, type VettedDocument } from '@chancery/core'
import type { SheetTable, SheetTables } from '@chancery/clients'
import { embeddedExtractor } from './embedded-extractor.ts'
import type { ReadingSettings } from './payloads.ts'

/** What is imported is bounded by its rows; these are as many as 20,000 rows of 50 columns. */
const cells = 1_000_000

/** Of sheets nothing is left out without it: what is spared are pairs, boxes and languages, for which nobody asks. */
const tablesAlone = { ...plainReading, structure: false }

/** The tables of a spreadsheet as texts, as the reader of documents finds them. */
export async function sheetTables(
  document: VettedDocument,
  settings: ReadingSettings,
  signal: AbortSignal,
): Promise<SheetTables> {
  const { text, tables, blocks, warnings } = await embeddedExtractor({ ...settings, cells }).extract(
    document,
    tablesAlone,
    { signal },
  )
  const hidden = new Set(blocks.flatMap(({ layer, table }) => (layer === 'hidden' && table !== undefined ? table : [])))
  const shown = tables.filter((_, index) => !hidden.has(index))
  // The reader makes a paragraph of a cell that touches no other one.
  const alone = blocks.flatMap(({ type, layer, span }) =>
    type === 'paragraph' && layer !== 'hidden' ? text.slice(span.start, span.end) : [],
  )
  return { tables: shown.map(rowsOf), hidden: hidden.size, alone, findings: warnings }
}

function rowsOf({ rows, columns, cells }: Table): SheetTable {
  const grid: string[][] = Array.from({ length: rows }, () => [])
  for (const cell of cells) {
    const row = grid[cell.row]
    if (row === undefined || cell.column >= columns) continue
    while (row.length < cell.column) row.push('')
    row.push(textOf(cell))
  }
  return grid.filter((row) => row.some((text) => text !== ''))
}

/**
 * What the cell says, not how it is shown: a date in ISO 8601, a long number with all of its digits. A number that is
 * shown as digits alone keeps them, since a postcode may have a nought in front.
 */
function textOf({ text, value }: TableCell): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && !/^0*\d+$/.test(text)) return String(value)
  return text
}
