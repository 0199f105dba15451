import { type Finding, present } from '@chancery/core'
import type { BlockTraits, CellContent } from '@chancery/reading/model/block-sink'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { ReadingLimits, ReadingOptions } from '@chancery/reading/reader'
import { beyondLimit } from '@chancery/reading/reading-errors'
import { type CellRange, referenceOf } from './cell-reference.ts'
import { boundsOf, type CellRegion, cellRegions } from './cell-regions.ts'
import { type ShownRegion, shownRegions } from './region-parts.ts'
import { headerRowsOf } from './header-rows.ts'
import type { SheetCell, SheetContent } from './sheet-content.ts'

/**
 * A sheet as blocks of the page that was begun: its name, its islands as tables (one cell alone as a paragraph), chart
 * titles, text boxes, pictures, comments. All of a hidden sheet is in the layer `hidden`. Who wants the cells as they
 * stand gets the islands instead.
 */
export function writeSheet(
  builder: ModelBuilder,
  sheet: SheetContent,
  page: number,
  { limits, sheet: give }: Pick<ReadingOptions, 'limits' | 'sheet'>,
): void {
  if (give !== undefined) {
    const shownOf = ({ cells }: CellRegion): SheetCell[] => claimed(cells, reachOf(cells), limits.cells).byRow.flat()
    give({ hidden: sheet.hidden, islands: regionsOf(sheet).map(shownOf) })
    return
  }
  const layer: Pick<BlockTraits, 'layer'> = sheet.hidden ? { layer: 'hidden' } : {}
  const says =
    sheet.cells.length + sheet.captions.length + sheet.textBoxes.length + sheet.images.length + sheet.comments.length >
    0
  if (says) {
    builder.outline.push({ title: sheet.name, level: 1, page, start: builder.position })
    builder.block('heading', sheet.name, { level: 2, ...layer })
  }
  if (sheet.cells.length > 0) {
    const noted = new Set(sheet.comments.map(({ reference }) => reference))
    const noteOf = ({ row, column }: SheetCell): string | undefined => {
      const reference = noted.size === 0 ? '' : referenceOf(row, column)
      return noted.has(reference) ? noteName(page, reference) : undefined
    }
    for (const region of shownRegions(regionsOf(sheet)))
      writeRegion(builder, region, { filters: sheet.filters, layer, limits, noteOf })
  }
  for (const caption of sheet.captions) builder.block('caption', caption, layer)
  for (const text of sheet.textBoxes) builder.block('text-box', text, layer)
  for (const image of sheet.images) builder.figure(image, layer)
  for (const { reference, text, author, date } of sheet.comments) {
    const note = noteName(page, reference)
    builder.block('comment', text, { marker: reference, note, ...present({ author, date }), ...layer })
  }
}

const regionsOf = ({ cells, tables }: SheetContent): CellRegion[] =>
  cells.length === 0
    ? []
    : cellRegions(
        cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
        tables,
      )

const noteName = (page: number, reference: string): string => `comment:${page}:${reference}`

/** What holds for all islands of a sheet. */
interface RegionSettings {
  readonly filters: readonly CellRange[]
  readonly layer: Pick<BlockTraits, 'layer'>
  readonly limits: ReadingLimits
  /** Name of the comment on a cell, if there is one. */
  noteOf(cell: SheetCell): string | undefined
}

function writeRegion(
  builder: ModelBuilder,
  { cells, declared, isText = false, gaps }: ShownRegion,
  { filters, layer, limits, noteOf }: RegionSettings,
): void {
  const contentOf = (cell: SheetCell): CellContent => contentWith(cell, noteOf(cell))
  if (isText || (cells.length === 1 && declared === undefined)) {
    for (const cell of cells) {
      const { text, links, runs, references } = contentOf(cell)
      builder.block('paragraph', text, { ...present({ links, runs, references }), ...layer })
    }
    return
  }
  const bounds = reachOf(cells)
  const { rows, byRow } = placed(cells, bounds, limits.cells, contentOf)
  const headerRows =
    declared === undefined
      ? headerRowsOf(byRow, bounds, filters)
      : Math.max(0, Math.min(declared.top + declared.headerRows - bounds.top, rows.length))
  const shown = gaps === undefined ? rows : rows.filter((_, at) => !gaps.has(bounds.top + at))
  builder.table(shown, headerRows, layer)
}

/** Of all cells, with what they span. */
function reachOf(cells: readonly SheetCell[]): CellRange {
  const bounds = boundsOf(cells)
  for (const { row, column, rowSpan, columnSpan } of cells) {
    bounds.bottom = Math.max(bounds.bottom, row + rowSpan - 1)
    bounds.right = Math.max(bounds.right, column + columnSpan - 1)
  }
  return bounds
}

/** As wide as a cell may be in the grid of a table. */
const maxColumnSpan = 1000
/** Whether a place of the grid is free, spanned by a cell, or that cell's own. */
const spanned = -1

/** The cells of a region without what a merged cell hides, and each place's: 1 more than the cell's index, or `spanned`. */
interface Claims {
  readonly grid: Int32Array
  readonly width: number
  readonly byRow: readonly (readonly SheetCell[])[]
}

function claimed(cells: readonly SheetCell[], { top, left, bottom, right }: CellRange, maxCells: number): Claims {
  const [height, width] = [bottom - top + 1, right - left + 1]
  if (height * width > maxCells) throw beyondLimit('cells', maxCells, height * width)
  const grid = new Int32Array(height * width)
  const byRow: SheetCell[][] = Array.from({ length: height }, () => [])
  for (const [index, cell] of cells.entries()) {
    const [row, column] = [cell.row - top, cell.column - left]
    const at = row * width + column
    if (grid[at] !== 0) continue
    // As wide and as high as nothing else is in the way: each place is claimed once, so lying spans cost nothing.
    const wanted = Math.min(cell.columnSpan, width - column, maxColumnSpan)
    let columnSpan = 1
    while (columnSpan < wanted && grid[at + columnSpan] === 0) columnSpan++
    grid.fill(spanned, at, at + columnSpan)
    grid[at] = index + 1
    let rowSpan = 1
    while (rowSpan < Math.min(cell.rowSpan, height - row)) {
      const from = at + rowSpan * width
      let free = 0
      while (free < columnSpan && grid[from + free] === 0) free++
      if (free < columnSpan) break
      grid.fill(spanned, from, from + columnSpan)
      rowSpan++
    }
    cell.columnSpan = columnSpan
    cell.rowSpan = rowSpan
    byRow[row]?.push(cell)
  }
  return { grid, width, byRow }
}

/** Every place of the region, the empty ones too, as rows of cells. */
function placed(
  cells: readonly SheetCell[],
  bounds: CellRange,
  maxCells: number,
  contentOf: (cell: SheetCell) => CellContent,
): { readonly rows: CellContent[][]; readonly byRow: Claims['byRow'] } {
  const { grid, width, byRow } = claimed(cells, bounds, maxCells)
  const rows: CellContent[][] = []
  for (let row = 0; row < byRow.length; row++) {
    const contents: CellContent[] = []
    for (let at = row * width; at < (row + 1) * width; at++) {
      const index = grid[at] ?? 0
      if (index === 0) contents.push(empty)
      else if (index > 0) contents.push(contentOf(cells[index - 1] as SheetCell))
    }
    rows.push(contents)
  }
  return { rows, byRow }
}

const empty: CellContent = { text: '' }

const contentWith = (
  { text, rowSpan, columnSpan, value, formula, links, runs }: SheetCell,
  note: string | undefined,
): CellContent => ({
  text,
  ...(rowSpan > 1 ? { rowSpan } : {}),
  ...(columnSpan > 1 ? { columnSpan } : {}),
  ...(value === undefined ? {} : { value }),
  ...(formula === undefined ? {} : { formula }),
  ...(links === undefined ? {} : { links }),
  ...(runs === undefined ? {} : { runs }),
  ...(note === undefined ? {} : { references: [{ to: note, start: 0, end: text.length }] }),
})

export const hiddenCells: Finding = {
  code: 'hidden_cells',
  severity: 'info',
  message: 'Some rows or columns are hidden in the document; they were read as well.',
}

export const openFormulas: Finding = {
  code: 'formulas_without_results',
  severity: 'warning',
  message:
    'Some formulas have no result in the document, since no program has calculated them yet; their cells are empty.',
}

export const leftFormulas: Finding = {
  code: 'formulas_left_out',
  severity: 'warning',
  message: 'So many cells share long formulas that those of the last ones are left out; their values are there.',
}
