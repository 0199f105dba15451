import { plainReading, type VettedDocument } from '@chancery/core'
import type { SheetIsland, SheetTables } from '@chancery/clients'
import type { PlacedCell } from '@chancery/reading'
import { cleanText } from '@chancery/reading/model/model-builder'
import { defaultReadingLimits } from '@chancery/reading/reader'
import { beyondLimit } from '@chancery/reading/reading-errors'
import { embeddedExtractor } from './embedded-extractor.ts'
import type { ReadingSettings } from './payloads.ts'

/** What is imported is bounded by its rows; these are as many as 20,000 rows of 50 columns. */
const cells = 1_000_000

/** What is spared are boxes and languages, for which nobody asks. */
const cellsAlone = { ...plainReading, structure: false }

/** The islands of a spreadsheet's sheets as texts, as the reader of documents finds them. */
export async function sheetTables(
  document: VettedDocument,
  settings: ReadingSettings,
  signal: AbortSignal,
): Promise<SheetTables> {
  const islands: SheetIsland[] = []
  let [sheet, hidden] = [0, 0]
  const room = { cells, textLength: defaultReadingLimits.textLength }
  const { warnings } = await embeddedExtractor({ ...settings, cells }).extract(document, cellsAlone, {
    signal,
    sheet(placed) {
      sheet++
      for (const found of placed.islands) {
        if (placed.hidden) hidden += found.length > 1 ? 1 : 0
        else islands.push(islandOf(found, sheet, room))
      }
    },
  })
  return { islands, hidden, findings: warnings }
}

/** What may still be read of the document. */
interface Room {
  cells: number
  textLength: number
}

/** @throws `payload_too_large` */
function islandOf(found: readonly PlacedCell[], sheet: number, room: Room): SheetIsland {
  const top = found[0]?.row ?? 0
  const left = found.reduce((least, { column }) => Math.min(least, column), Infinity)
  const rows: string[][] = []
  for (const cell of found) {
    while (rows.length <= cell.row - top) rows.push([])
    const row = rows[cell.row - top] as string[]
    const text = textOf(cell)
    room.cells -= cell.column - left + 1 - row.length
    room.textLength -= text.length
    if (room.cells < 0) throw beyondLimit('cells', cells)
    if (room.textLength < 0) throw beyondLimit('text', defaultReadingLimits.textLength)
    while (row.length < cell.column - left) row.push('')
    row.push(text)
  }
  return { sheet, top, left, rows }
}

/**
 * What the cell says, not how it is shown: a date in ISO 8601, a long number with all of its digits. A number that is
 * shown as digits alone keeps them, since a postcode may have a nought in front.
 */
function textOf({ text, value }: PlacedCell): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && !/^0*\d+$/.test(text)) return String(value)
  return cleanText(text)
}
