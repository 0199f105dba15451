import { leastOf } from '@chancery/core'
import type { CellRange } from './cell-reference.ts'
import type { DeclaredTable, SheetCell } from './sheet-content.ts'

/** Cells that belong together. */
export interface CellRegion {
  readonly cells: readonly SheetCell[]
  readonly declared?: DeclaredTable
}

interface Item extends CellRange {
  readonly region: CellRegion
}

/** More declared tables on a sheet than anyone draws; those beyond are read as plain cells. */
const maxDeclared = 200
/** Deeper nesting of islands than any sheet has; keeps the time linear. */
const maxDepth = 12

/**
 * The islands of a sheet, in reading order: what empty rows part, within it what empty columns part, and so on. Ranges
 * that the document declares as tables are kept whole. Merged cells that reach beyond the last cell are cut there.
 * @param cells by row, then column
 */
export function cellRegions(cells: readonly SheetCell[], declared: readonly DeclaredTable[]): CellRegion[] {
  const used = boundsOf(cells)
  for (const cell of cells) {
    cell.rowSpan = Math.min(cell.rowSpan, used.bottom - cell.row + 1)
    cell.columnSpan = Math.min(cell.columnSpan, used.right - cell.column + 1)
  }
  const inTables = new Map<DeclaredTable, SheetCell[]>()
  const items: Item[] = []
  const tables = disjoint(declared)
  let [active, next]: [DeclaredTable[], number] = [[], 0]
  let row = -1
  for (const cell of cells) {
    if (cell.row !== row) {
      row = cell.row
      for (; (tables[next]?.top ?? Infinity) <= row; next++) active.push(tables[next] as DeclaredTable)
      active = active.filter(({ bottom }) => bottom >= row)
    }
    const table = active.find(({ left, right }) => left <= cell.column && cell.column <= right)
    if (table === undefined) items.push(itemOf(cell))
    else {
      const members = inTables.get(table)
      if (members === undefined) inTables.set(table, [cell])
      else members.push(cell)
    }
  }
  for (const [table, members] of inTables) {
    items.push({ ...boundsOf(members), region: { cells: members, declared: table } })
  }
  // The declared ones came last.
  if (inTables.size > 0) items.sort((a, b) => a.top - b.top || a.left - b.left)
  return parted(items, 'row', 0).flatMap(titlesApart)
}

/** So many rows of titles stand over a table. */
const mostTitles = 3

/** A table without the rows right above its header that hold one title each: bold, or merged over all its columns. */
function titlesApart(region: CellRegion): CellRegion[] {
  const { cells, declared } = region
  if (declared !== undefined || cells[0]?.isText !== true) return [region]
  const { left, right, bottom } = boundsOf(cells)
  const isTitle = (cell: SheetCell | undefined, below: SheetCell | undefined): boolean =>
    cell !== undefined &&
    cell.isText &&
    cell.column === left &&
    cell.rowSpan === 1 &&
    below?.row === cell.row + 1 &&
    (cell.columnSpan === 1 ? cell.bold === true : cell.columnSpan > right - left)
  let count = 0
  while (count < mostTitles && isTitle(cells[count], cells[count + 1])) count++
  const [header, next] = cells.slice(count, count + 2)
  const isTable = header !== undefined && next?.row === header.row && bottom > header.row
  if (count === 0 || !isTable) return [region]
  return [...cells.slice(0, count).map((cell) => ({ cells: [cell] })), { cells: cells.slice(count) }]
}

const itemOf = (cell: SheetCell): Item => ({
  top: cell.row,
  left: cell.column,
  bottom: cell.row + cell.rowSpan - 1,
  right: cell.column + cell.columnSpan - 1,
  region: { cells: [cell] },
})

/** Each cell's own place, without what it spans. */
export function boundsOf(cells: readonly SheetCell[]): { -readonly [K in keyof CellRange]: number } {
  const bounds = { top: Infinity, left: Infinity, bottom: -1, right: -1 }
  for (const { row, column } of cells) {
    bounds.top = Math.min(bounds.top, row)
    bounds.left = Math.min(bounds.left, column)
    bounds.bottom = Math.max(bounds.bottom, row)
    bounds.right = Math.max(bounds.right, column)
  }
  return bounds
}

function disjoint(declared: readonly DeclaredTable[]): DeclaredTable[] {
  const kept: DeclaredTable[] = []
  for (const table of declared.slice(0, maxDeclared)) {
    const overlaps = kept.some(
      (other) =>
        table.top <= other.bottom &&
        other.top <= table.bottom &&
        table.left <= other.right &&
        other.left <= table.right,
    )
    if (!overlaps) kept.push(table)
  }
  return kept.sort((a, b) => a.top - b.top)
}

function parted(items: readonly Item[], axis: 'row' | 'column', depth: number): CellRegion[] {
  const groups = depth < maxDepth ? bands(items, axis) : [items]
  const other = axis === 'row' ? 'column' : 'row'
  if (groups.length > 1) return groups.flatMap((group) => parted(group, other, depth + 1))
  if (depth < maxDepth && bands(items, other).length > 1) return parted(items, other, depth + 1)
  const declared = items.filter(({ region }) => region.declared !== undefined)
  if (declared.length === 0) return [{ cells: items.flatMap(({ region }) => region.cells) }]
  if (items.length === 1) return [(items[0] as Item).region]
  // Cells that touch a table: what is above it reads before it, the rest after it.
  const loose = items.filter(({ region }) => region.declared === undefined)
  const top = leastOf(declared.map((item) => item.top))
  const above = loose.filter((item) => item.top < top)
  const rest = loose.filter((item) => item.top >= top)
  return [
    ...(above.length === 0 ? [] : parted(above, 'row', depth + 1)),
    ...declared.sort((a, b) => a.top - b.top || a.left - b.left).map(({ region }) => region),
    ...(rest.length === 0 ? [] : parted(rest, 'row', depth + 1)),
  ]
}

/** Items with an empty row (or column) between them and the next, in the order in which they come. */
function bands(items: readonly Item[], axis: 'row' | 'column'): readonly (readonly Item[])[] {
  const [from, to] = axis === 'row' ? (['top', 'bottom'] as const) : (['left', 'right'] as const)
  const reaches = new Map<number, number>()
  for (const item of items) reaches.set(item[from], Math.max(reaches.get(item[from]) ?? -1, item[to]))
  const bandOf = new Map<number, number>()
  let [band, end] = [-1, -Infinity]
  for (const start of [...reaches.keys()].sort((a, b) => a - b)) {
    if (start > end + 1) band++
    bandOf.set(start, band)
    end = Math.max(end, reaches.get(start) ?? end)
  }
  if (band < 1) return [items]
  const groups: Item[][] = Array.from({ length: band + 1 }, () => [])
  for (const item of items) groups[bandOf.get(item[from]) ?? 0]?.push(item)
  return groups
}
