import type { CellRange } from './cell-reference.ts'
import { boundsOf, type CellRegion } from './cell-regions.ts'
import type { SheetCell } from './sheet-content.ts'

/** So many empty rows at the most part what is one table. */
const mostEmptyRows = 2
/** So many texts under each other are lines, more of them a list. */
const mostLines = 3
/** A text of so many words below a table is no label of a row. */
const wordsOfNote = 8

/** A region as a reader sees it. */
export interface ShownRegion extends CellRegion {
  /** Each cell is a paragraph. */
  readonly isText?: boolean
  /** Empty rows that do not count. */
  readonly gaps?: ReadonlySet<number>
}

/**
 * Islands as tables and text: rows that only an empty row parts from their header are of its table; titles under each other,
 * and notes below a table, are text.
 * @param regions in reading order
 */
export function shownRegions(regions: readonly CellRegion[]): readonly ShownRegion[] {
  return joined(regions).flatMap(withoutNotes).map(asText)
}

interface Measured {
  readonly region: CellRegion
  readonly parts: CellRegion[]
  readonly gaps: number[]
  readonly bounds: CellRange
  readonly hasHeader: boolean
  /** The last row, of all parts. */
  bottom: number
}

function joined(regions: readonly CellRegion[]): readonly ShownRegion[] {
  const found: Measured[] = []
  for (const region of regions) {
    const bounds = boundsOf(region.cells)
    const above = found.at(-1)
    if (above !== undefined && goesOn(above, region, bounds)) {
      above.parts.push(region)
      for (let row = above.bottom + 1; row < bounds.top; row++) above.gaps.push(row)
      above.bottom = reachOfRows(region.cells)
    } else {
      const hasHeader = beginsWithHeader(region, bounds)
      found.push({ region, parts: [region], gaps: [], bounds, hasHeader, bottom: reachOfRows(region.cells) })
    }
  }
  return found.map(({ region, parts, gaps }) =>
    parts.length === 1 ? region : { cells: parts.flatMap(({ cells }) => cells), gaps: new Set(gaps) },
  )
}

/** The last row of all cells, with what they span. */
const reachOfRows = (cells: readonly SheetCell[]): number =>
  cells.reduce((last, { row, rowSpan }) => Math.max(last, row + rowSpan - 1), 0)

/** Most columns of its first row have a text. */
function beginsWithHeader({ cells, declared }: CellRegion, { top, left, right }: CellRange): boolean {
  if (declared !== undefined || left === right) return false
  const header = rowOf(cells, top)
  return header.length > (right - left + 1) / 2 && header.every(({ isText }) => isText)
}

/** Rows with values right below a header, or its other rows, in its columns; the last of these may be empty. */
function goesOn(above: Measured, next: CellRegion, { top, left, right }: CellRange): boolean {
  const { bounds, bottom, hasHeader } = above
  if (!hasHeader || next.declared !== undefined) return false
  const width = bounds.right - bounds.left
  if (left !== bounds.left || right > bounds.right || right - left < Math.max(width / 2, 1)) return false
  if (top <= bottom || top - bottom - 1 > mostEmptyRows) return false
  const first = rowOf(next.cells, top)
  return first.some(({ isText }) => !isText) && !first.every(({ bold }) => bold === true)
}

/** @param cells by row */
function rowOf(cells: readonly SheetCell[], row: number): readonly SheetCell[] {
  const end = cells.findIndex((cell) => cell.row > row)
  return end === -1 ? cells : cells.slice(0, end)
}

/** A table, and the texts at its end that are no rows of it. */
function withoutNotes(region: ShownRegion): readonly ShownRegion[] {
  const { cells, declared } = region
  const { left, right } = boundsOf(cells)
  if (declared !== undefined || left === right) return [region]
  let first = cells.length
  for (let at = cells.length - 1; at > 0 && isAlone(cells, at, left); at--) {
    const cell = cells[at] as SheetCell
    if (isNote(cell.text) || cell.columnSpan > right - left) first = at
  }
  if (first === cells.length) return [region]
  return [{ ...region, cells: cells.slice(0, first) }, ...cells.slice(first).map((cell) => ({ cells: [cell] }))]
}

/** A text at the beginning of a row that has nothing else. */
function isAlone(cells: readonly SheetCell[], at: number, left: number): boolean {
  const [above, cell, below] = [cells[at - 1], cells[at], cells[at + 1]]
  return (
    cell !== undefined &&
    cell.isText &&
    cell.column === left &&
    cell.rowSpan === 1 &&
    above !== undefined &&
    above.row + above.rowSpan <= cell.row &&
    below?.row !== cell.row
  )
}

const isNote = (text: string): boolean =>
  /^(?:\(\d{1,2}\)|\*{1,3}|[†‡§¹²³])\s*\p{L}/u.test(text) ||
  text.trim().split(/\s+/, wordsOfNote).length === wordsOfNote

/** Titles and lines of text: each in a row of its own, over several columns, or few of them and no header above others. */
function asText(region: ShownRegion): ShownRegion {
  const { cells, declared } = region
  const [head] = cells
  if (declared !== undefined || head === undefined || cells.length < 2) return region
  const isLines = cells.every(
    (cell, at) => cell.isText && cell.column === head.column && cells[at + 1]?.row !== cell.row,
  )
  const isHeader = head.bold === true && cells.some(({ bold }) => bold !== true)
  const isFew = cells.length <= mostLines && !isHeader
  return isLines && (isFew || cells.every(({ columnSpan }) => columnSpan > 1)) ? { ...region, isText: true } : region
}
