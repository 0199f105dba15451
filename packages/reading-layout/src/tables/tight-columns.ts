import { largestOf, leastOf } from '@chancery/core'
import { isFigure } from './cell-kinds.ts'
import type { TableWord } from './page-tables.ts'
import type { Column } from './text-columns.ts'
import { meetingEdge } from './meeting-columns.ts'
import { isRightToLeft, textOf, type TextLine } from './text-lines.ts'

/** In points: edges that stand under each other. */
const aligned = 1
/** Times the usual space between words: what is nearer or further apart is not of one cell. */
const [nearest, furthest] = [0.4, 1.5]
const fewestRows = 3
/** Shares of the rows that have both columns: of those that show them apart, and of those with an edge at one place. */
const [mostlyApart, mostlyAligned] = [0.7, 0.6]
/** Of all rows: so many have a word over the edge, as titles do. */
const tolerated = 0.1
/** In sizes of the font. */
const titleOver = 0.5
/** Places of edges that are tried, those of most rows first. */
const mostTried = 6
/** Lines that are looked at; more are a page full of nothing else. */
const mostLines = 500

/** Words of one line that stand in one column, left to right. */
type Row<W extends TableWord> = readonly W[]

/**
 * Columns parted where figures stand right beside the text of their row, or beside other figures, with less between them
 * than words that are set apart usually have: the figures end, or begin, at one place under each other, and the spaces
 * before them are wider or narrower than those between words.
 */
export function withTightColumns<W extends TableWord>(
  lines: readonly TextLine<W>[],
  columns: readonly Column[],
): Column[] {
  if (lines.length < fewestRows || lines.length > mostLines) return [...columns]
  const space = usualSpace(lines)
  const found = columns.flatMap((column) => parted(rowsIn(lines, column), column, space) ?? [column])
  // Rows that run over into the next column move its edge.
  for (const [at, next] of found.entries()) {
    const column = found[at - 1]
    if (column === undefined || !areJoined(lines, column, next)) continue
    const whole = { left: column.left, right: next.right }
    const [before, after] = parted(rowsIn(lines, whole), whole, space) ?? []
    if (before !== undefined && after !== undefined) found.splice(at - 1, 2, before, after)
  }
  return found
}

/** Whether several rows have no gap between two columns. */
function areJoined<W extends TableWord>(lines: readonly TextLine<W>[], column: Column, next: Column): boolean {
  const joined = lines.filter(({ segments }) =>
    segments.some(({ left, right }) => left < column.right && right > next.left),
  )
  return joined.length >= fewestRows - 1
}

/** Between words of one segment. */
function usualSpace<W extends TableWord>(lines: readonly TextLine<W>[]): number {
  const spaces = lines
    .flatMap(({ segments }) => segments)
    .flatMap(({ words }) =>
      words.slice(1).flatMap(({ left, size, text }, at) => {
        const before = words[at]
        const space = (left - (before?.right ?? left)) / size
        // What stands beside a figure may be of another column.
        return space > 0.1 && [before?.text, text].every((each) => /^\p{L}+$/u.test(each ?? '')) ? [space] : []
      }),
    )
    .sort((a, b) => a - b)
  // Few words say little; a space is about a quarter of the size. Some of these spaces are between columns.
  return spaces.length < fewestRows ? 0.28 : Math.min(0.6, spaces[Math.floor(spaces.length / 3)] ?? 0.28)
}

function rowsIn<W extends TableWord>(lines: readonly TextLine<W>[], { left, right }: Column): Row<W>[] {
  return lines.flatMap(({ segments }) => {
    const words = segments
      .filter((segment) => segment.left < right && segment.right > left)
      .flatMap((segment) => segment.words)
      .filter((word) => word.left + word.right > 2 * left && word.left + word.right < 2 * right)
    return words.length === 0 ? [] : [words]
  })
}

function parted<W extends TableWord>(rows: readonly Row<W>[], column: Column, space: number): Column[] | undefined {
  const edge = edgeIn(rows, space) ?? meetingEdge(rows)
  if (edge === undefined) return undefined
  const words = rows.flat().filter((word) => !isAcross(word, edge))
  const [before, after] = [
    words.filter((word) => middleOf(word) < edge),
    words.filter((word) => middleOf(word) >= edge),
  ]
  return [
    { left: column.left, right: Math.min(edge, largestOf(before.map(({ right }) => right))) },
    { left: Math.max(edge, leastOf(after.map(({ left }) => left))), right: column.right },
  ]
}

const middleOf = ({ left, right }: TableWord): number => (left + right) / 2

/** Titles are a little wider than the figures under them. */
const isAcross = ({ left, right, size }: TableWord, edge: number): boolean =>
  Math.min(edge - left, right - edge) > titleOver * size

/** Where the column parts: a place that figures end or begin at. */
function edgeIn<W extends TableWord>(rows: readonly Row<W>[], space: number): number | undefined {
  const counts = new Map<number, number>()
  for (const row of rows) {
    for (const [at, word] of row.slice(1).entries()) {
      const before = row[at]
      if (before === undefined || !isApart(before, word, space)) continue
      for (const edge of new Set([Math.round(before.right), Math.round(word.left)]))
        counts.set(edge, (counts.get(edge) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([, count]) => count >= fewestRows - 1)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, mostTried)
    .map(([edge]) => edge)
    .find((edge) => parts(rows, edge, space))
}

const isApart = (before: TableWord, after: TableWord, space: number): boolean =>
  gapOf(before, after) < nearest * space || isFar(before, after, space)

const isFar = (before: TableWord, after: TableWord, space: number): boolean => gapOf(before, after) > furthest * space

const gapOf = (before: TableWord, after: TableWord): number =>
  (after.left - before.right) / Math.max(before.size, after.size)

function parts<W extends TableWord>(rows: readonly Row<W>[], edge: number, space: number): boolean {
  let [both, apart, crossing] = [0, 0, 0]
  const [ends, begins]: [number[], number[]] = [[], []]
  for (const row of rows) {
    if (row.some((word) => isAcross(word, edge))) {
      crossing++
      continue
    }
    const at = row.findIndex((word) => middleOf(word) > edge)
    const [before, after] = [row[at - 1], row[at]]
    if (before === undefined || after === undefined) continue
    const [left, right] = [row.slice(0, at), row.slice(at)]
    // Titles of two columns show neither.
    if (!isFigure(textOf(left)) && !isFigure(textOf(right))) continue
    both++
    if (!isApart(before, after, space) || !areCells(left, right, isFar(before, after, space))) continue
    apart++
    ends.push(before.right)
    begins.push(after.left)
  }
  if (apart < fewestRows || apart < mostlyApart * both || crossing > tolerated * rows.length) return false
  return [ends, begins].some((places) => mostAtOne(places) >= mostlyAligned * both)
}

/** Figures beside each other, or text that is read before them; text read after them is their unit, unless it stands off. */
function areCells<W extends TableWord>(left: readonly W[], right: readonly W[], isFarOff: boolean): boolean {
  const [isLeft, isRight] = [isFigure(textOf(left)), isFigure(textOf(right))]
  if (isLeft && isRight) return true
  const label = isLeft ? right : left
  return (
    (isLeft || isRight) &&
    /\p{L}{2}/u.test(textOf(label)) &&
    !isUnit(textOf(label)) &&
    (isFarOff || isRightToLeft(label) === isLeft)
  )
}

/** "EUR", "CHF": of the amount. */
const isUnit = (text: string): boolean => /^[A-Z]{2,3}[$€£¥]?$/.test(text)

function mostAtOne(places: readonly number[]): number {
  const sorted = [...places].sort((a, b) => a - b)
  let [most, from] = [0, 0]
  for (const [at, place] of sorted.entries()) {
    while (place - (sorted[from] ?? place) > aligned) from++
    most = Math.max(most, at - from + 1)
  }
  return most
}
