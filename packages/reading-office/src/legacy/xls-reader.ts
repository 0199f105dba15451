import { present, throwIfCancelled } from '@chancery/core'
import { CompoundFile } from '@chancery/formats/compound-file'
import type { CellObject, WorkSheet } from '@e965/xlsx'
import { readSummaryProperties } from './summary-properties.ts'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { linkTarget } from '@chancery/reading/model/rich-text'
import { pageSelection } from '@chancery/reading/page-selection'
import type { Reader } from '@chancery/reading/reader'
import { beyondLimit, corruptDocument } from '@chancery/reading/reading-errors'
import { referenceOf } from '../spreadsheet/cell-reference.ts'
import type { SheetCell, SheetNote } from '../spreadsheet/sheet-content.ts'
import { writeSheet } from '../spreadsheet/write-sheet.ts'

/**
 * Excel 97 to 2003 by SheetJS (`@e965/xlsx`), which gets the workbook's stream alone: the compound file around it is
 * read by our own reader, whose chains end.
 */
export const xlsReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, sheet: give }) {
    const { read } = await import('@e965/xlsx')
    const file = new CompoundFile(document.bytes)
    const stream = workbookStream(file)
    let book: ReturnType<typeof read>
    try {
      book = read(stream, { type: 'array', dense: true, cellDates: true, cellFormula: true, bookVBA: false })
    } catch (error) {
      throw corruptDocument('The workbook could not be read.', error)
    }
    throwIfCancelled(signal)
    const builder = new ModelBuilder(limits)
    readSummaryProperties(file, builder)
    const names = book.SheetNames
    for (const number of pageSelection(names.length, request.pages, limits.pages, builder.warnings)) {
      const name = names[number - 1] ?? ''
      const sheet = book.Sheets[name]
      builder.beginPage({ number, name, method: 'digital' })
      if (sheet === undefined) continue
      const hidden = (book.Workbook?.Sheets?.[number - 1]?.Hidden ?? 0) > 0
      const comments: SheetNote[] = []
      const cells = cellsOf(sheet, limits.cells, comments)
      for (const { s, e } of sheet['!merges'] ?? []) {
        const cell = cells.get(placeOf(s.r, s.c))
        if (cell !== undefined) [cell.rowSpan, cell.columnSpan] = [e.r - s.r + 1, e.c - s.c + 1]
      }
      const content = { tables: [], filters: [], comments, captions: [], textBoxes: [], images: [] }
      writeSheet(builder, { name, hidden, cells: [...cells.values()], ...content }, number, {
        limits,
        ...present({ sheet: give }),
      })
    }
    return builder.build()
  },
}

/** @throws `document_corrupt` where the file holds none */
function workbookStream(file: CompoundFile): Uint8Array {
  const entry = file.root.children.find(({ name, isStorage }) => !isStorage && /^(?:workbook|book)$/i.test(name))
  if (entry === undefined) throw corruptDocument('There is no workbook in it.')
  return file.read(entry)
}

const placeOf = (row: number, column: number): number => row * 16_384 + column

/** By their places, in reading order; what is noted of them goes to `comments`. @throws `payload_too_large` */
function cellsOf(sheet: WorkSheet, maxCells: number, comments: SheetNote[]): Map<number, SheetCell> {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  const cells = new Map<number, SheetCell>()
  // Both are sparse: only what is there is visited.
  rows.forEach((row, at) =>
    row?.forEach((cell, column) => {
      if (cells.size >= maxCells) throw beyondLimit('cells', maxCells)
      const note = cell?.c?.map(({ t }) => t ?? '').join('\n') ?? ''
      const author = cell?.c?.find(({ a }) => (a ?? '') !== '')?.a
      if (note.trim() !== '')
        comments.push({
          reference: referenceOf(at, column),
          text: note,
          ...present({ author: author?.toWellFormed() }),
        })
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
    ...(v === undefined || v === null ? {} : { value: t === 'e' ? text : v instanceof Date ? isoOf(v) : v }),
    ...(f === undefined ? {} : { formula: f }),
    ...(link === undefined || text === '' ? {} : { links: [{ ...link, start: 0, end: text.length }] }),
  }
}

/** A date without a time of day is a date alone; a time of the day before the calendar begins is a time alone. */
const isoOf = (date: Date): string =>
  Number.isNaN(date.getTime())
    ? ''
    : date
        .toISOString()
        .replace(/^1899-12-3[01]T/, '')
        .replace(/T00:00:00\.000Z$|\.000Z$/, '')
