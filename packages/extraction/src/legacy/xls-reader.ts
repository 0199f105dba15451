import type { CellObject, WorkSheet } from '@e965/xlsx'
import { CompoundFile } from '../compound-file/compound-file.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import { linkTarget } from '../model/rich-text.ts'
import { pageSelection } from '../page-selection.ts'
import type { Reader } from '../reader.ts'
import { beyondLimit, corruptDocument, stopIfAborted } from '../reading-errors.ts'
import type { SheetCell } from '../spreadsheet/sheet-content.ts'
import { writeSheet } from '../spreadsheet/write-sheet.ts'

/**
 * Excel 97 to 2003 by SheetJS (`@e965/xlsx`), which gets the workbook's stream alone: the compound file around it is
 * read by our own reader, whose chains end.
 */
export const xlsReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal }) {
    const { read } = await import('@e965/xlsx')
    const stream = workbookStream(document.bytes)
    let book: ReturnType<typeof read>
    try {
      book = read(stream, { type: 'array', dense: true, cellDates: true, cellFormula: true, bookVBA: false })
    } catch (error) {
      throw corruptDocument('The workbook could not be read.', error)
    }
    stopIfAborted(signal)
    const builder = new ModelBuilder(limits)
    const names = book.SheetNames
    for (const number of pageSelection(names.length, request.pages, limits.pages, builder.warnings)) {
      const name = names[number - 1] ?? ''
      const sheet = book.Sheets[name]
      builder.beginPage({ number, name, method: 'digital' })
      if (sheet === undefined) continue
      const hidden = (book.Workbook?.Sheets?.[number - 1]?.Hidden ?? 0) > 0
      const cells = cellsOf(sheet, limits.tableCells)
      for (const { s, e } of sheet['!merges'] ?? []) {
        const cell = cells.get(placeOf(s.r, s.c))
        if (cell !== undefined) [cell.rowSpan, cell.columnSpan] = [e.r - s.r + 1, e.c - s.c + 1]
      }
      const content = { tables: [], filters: [], comments: [], captions: [], textBoxes: [] }
      writeSheet(builder, { name, hidden, cells: [...cells.values()], ...content }, number, limits)
    }
    return builder.build()
  },
}

/** @throws `document_corrupt` where the file holds none */
function workbookStream(bytes: Uint8Array): Uint8Array {
  const file = new CompoundFile(bytes)
  const entry = file.root.children.find(({ name, isStorage }) => !isStorage && /^(?:workbook|book)$/i.test(name))
  if (entry === undefined) throw corruptDocument('There is no workbook in it.')
  return file.read(entry)
}

const placeOf = (row: number, column: number): number => row * 16_384 + column

/** By their places, in reading order. @throws `payload_too_large` */
function cellsOf(sheet: WorkSheet, maxCells: number): Map<number, SheetCell> {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  const cells = new Map<number, SheetCell>()
  // Both are sparse: only what is there is visited.
  rows.forEach((row, at) =>
    row?.forEach((cell, column) => {
      if (cells.size >= maxCells) throw beyondLimit('cells of a table', maxCells)
      const made = cell === undefined ? undefined : cellOf(cell, at, column)
      if (made !== undefined) cells.set(placeOf(at, column), made)
    }),
  )
  return cells
}

function cellOf({ t, v, w, f, l }: CellObject, row: number, column: number): SheetCell | undefined {
  const text = (w ?? (v === undefined || v === null ? '' : String(v))).trim()
  if (text === '' && f === undefined) return undefined
  const link = linkTarget(l?.Target)
  return {
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    text,
    isText: t === 's',
    ...(t === 'e' || v === undefined || v === null ? {} : { value: v instanceof Date ? isoOf(v) : v }),
    ...(f === undefined ? {} : { formula: f }),
    ...(link === undefined || text === '' ? {} : { links: [{ ...link, start: 0, end: text.length }] }),
  }
}

/** A date without a time of day is a date alone. */
const isoOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, '')
