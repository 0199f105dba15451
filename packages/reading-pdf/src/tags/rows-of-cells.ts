import { plainItem, type PlainItem } from './plain-items.ts'

/** In sizes of the font: a cell has a line or two, or a label and a value; what is higher is prose. */
const mostHeight = 3.2
const oneLine = 1.6
/** Items below each other that are one cell. */
const mostStacked = 3

/**
 * Where the rows of a table end that begin with an item: each an element with cells beside each other, or cells that lie in
 * one element. One row of cells of one line is a line of the page.
 * @returns `from` where none begin
 */
export function endOfRows(items: readonly PlainItem[], from: number): number {
  let rows = from
  for (let item = items[rows]; item !== undefined && isRow(item); item = items[rows]) rows++
  if (rows - from > 1) return rows
  const isLine = rows > from && items[from]?.inside?.every((item) => heightOf(item) < oneLine) === true
  return isLine ? rows : endOfCells(items, from)
}

/** In points: edges of cells below each other. */
const sameEdge = 2

/** The cells of rows that are as many as in the row above and stand under those, edge by edge; `undefined` where they do not. */
export function alignedRows(items: readonly PlainItem[]): (readonly PlainItem[])[] | undefined {
  const rows = items.map(({ inside = [] }) => inside)
  const [first] = rows
  if (first === undefined || rows.length < 2 || !items.every(isRow)) return undefined
  const isAligned = first.every((cell, at) =>
    (['left', 'right'] as const).some((edge) =>
      rows.every((row) => Math.abs((row[at]?.place[edge] ?? Infinity) - cell.place[edge]) < sameEdge),
    ),
  )
  return isAligned && rows.every((row) => row.length === first.length) ? rows : undefined
}

/** Some items that are one cell, and where they end. */
type Cell = PlainItem & { readonly end: number }

function endOfCells(items: readonly PlainItem[], from: number): number {
  let [rows, end] = [0, from]
  let [wasBeside, isLine] = [false, true]
  let next: Cell | undefined
  for (let cell = cellAt(items, from); cell !== undefined; cell = next) {
    next = cellAt(items, cell.end)
    const isBeside = next !== undefined && areBeside(cell, next)
    // Nothing stands beside it: what comes is something else.
    if (!isBeside && !wasBeside) break
    if (isBeside && !wasBeside) rows++
    if (isBeside) end = next?.end ?? end
    isLine &&= heightOf(cell) < oneLine
    wasBeside = isBeside
  }
  return rows > 1 || isLine ? end : from
}

/** A cell that begins with an item: also a label and the value below it. */
function cellAt(items: readonly PlainItem[], from: number): Cell | undefined {
  const first = items[from]
  if (first === undefined || !isCell(first)) return undefined
  let end = from + 1
  for (let next = items[end]; next !== undefined && isBelow(items[end - 1] ?? first, next); next = items[end]) {
    end++
    if (end - from > mostStacked) return undefined
  }
  if (end === from + 1) return { ...first, end }
  const stack = plainItem(items.slice(from, end).flatMap(({ words }) => words))
  return heightOf(stack) < mostHeight ? { ...stack, end } : undefined
}

const isCell = (item: PlainItem): boolean =>
  (item.inside ?? []).every((each) => each.inside === undefined) && !hasBeside(item) && heightOf(item) < mostHeight

const hasBeside = ({ inside = [] }: PlainItem): boolean =>
  inside.some((each, at) => {
    const next = inside[at + 1]
    return next !== undefined && areBeside(each, next)
  })

const isRow = ({ inside = [] }: PlainItem): boolean =>
  inside.length > 1 &&
  inside.every((each, at) => {
    const next = inside[at + 1]
    return isCell(each) && (next === undefined || areBeside(each, next))
  })

/** Whether all texts are lines that others stand beside, and none is a label above its value. */
export const areLines = (items: readonly PlainItem[]): boolean =>
  items.every((item, at) => {
    const next = items[at + 1]
    if (next !== undefined && isBelow(item, next)) return false
    return item.inside === undefined ? heightOf(item) < oneLine : hasBeside(item) && areLines(item.inside)
  })

/** In sizes of its type. */
const heightOf = ({ place: { top, bottom }, size }: PlainItem): number => (bottom - top) / size

/** Right below, and at the same edge. */
function isBelow({ place: { left, bottom }, size }: PlainItem, { place }: PlainItem): boolean {
  const gap = place.top - bottom
  return Math.abs(place.left - left) < 2 && gap > -0.5 * size && gap < size
}

function areBeside({ place: one }: PlainItem, { place: other }: PlainItem): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  return shared > 0.5 * height && (one.right < other.left || other.right < one.left)
}
