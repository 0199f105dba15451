import { enclosing, type Rectangle } from './page-geometry.ts'
import { isRightToLeft, type TextRun } from './text-runs.ts'

/** Text on one base line, left to right (or right to left), its runs apart from each other by wide gaps. */
export interface Row extends Rectangle {
  readonly runs: readonly TextRun[]
}

/** A part of the page, in reading order. */
export type Region =
  | { readonly kind: 'lines'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'table'
      readonly rows: readonly (readonly TableRun[])[]
      readonly columns: number
      readonly place: Rectangle
    }

/** A cell's text and the columns that it lies in. */
export interface TableRun {
  readonly column: number
  readonly columnSpan: number
  readonly text: string
  readonly bold: boolean
}

interface Interval {
  readonly left: number
  readonly right: number
}

/** Columns inside columns are looked for no deeper than this. */
const maxDepth = 3
const longGroup = 300

/**
 * Finds columns of text and tables whose columns line up: rows that stand under each other and share gaps are taken
 * together; long texts side by side are columns, anything else is a table. All other rows stay as they are.
 */
export function pageLayout(runs: readonly TextRun[], depth = 0): Region[] {
  const rows = rowsOf(runs)
  const regions: Region[] = []
  let plain: Row[] = []
  const endPlain = (): void => {
    if (plain.length > 0) regions.push({ kind: 'lines', rows: plain })
    plain = []
  }
  for (let at = 0; at < rows.length;) {
    const group = alignedRows(rows, at)
    const columns = group.length < 2 ? [] : columnsOf(group)
    if (depth < maxDepth && isProse(group, columns)) {
      endPlain()
      regions.push(...columnRegions(group, columns, depth))
      at += group.length
    } else if (columns.length > 1 && isTable(group, columns)) {
      endPlain()
      regions.push(tableRegion(group, columns))
      at += group.length
    } else {
      // A later row may begin a table; in a long group it is not looked for, so that time grows with the page alone.
      const passed = group.length > longGroup ? group.length : 1
      plain.push(...rows.slice(at, at + passed))
      at += passed
    }
  }
  endPlain()
  return regions
}

/** Runs on the same base line, top to bottom; those that nearly touch become one. */
function rowsOf(runs: readonly TextRun[]): Row[] {
  const byMiddle = [...runs].sort((a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left)
  const lines: TextRun[][] = []
  for (const run of byMiddle) {
    const line = lines.at(-1)
    const reference = line?.[0]
    const distance = reference === undefined ? Infinity : (run.top + run.bottom - reference.top - reference.bottom) / 2
    const height = reference === undefined ? 0 : Math.min(run.bottom - run.top, reference.bottom - reference.top)
    if (line !== undefined && distance < height * 0.5) line.push(run)
    else lines.push([run])
  }
  return lines.map((line) => {
    const toTheLeft = line.filter((run) => isRightToLeft(run.text)).length * 2 > line.length
    line.sort((a, b) => (toTheLeft ? b.right - a.right : a.left - b.left))
    const joined: TextRun[] = []
    for (const run of line) {
      const last = joined.at(-1)
      const gap = last === undefined ? Infinity : toTheLeft ? last.left - run.right : run.left - last.right
      const isMarker = last !== undefined && joined.length === 1 && bulletAlone.test(last.text)
      if (last !== undefined && gap < (isMarker ? 5 : 0.6) * Math.max(last.size, run.size))
        joined[joined.length - 1] = join(last, run, gap)
      else joined.push(run)
    }
    return { ...enclosing(joined), runs: joined }
  })
}

/** A bullet or number belongs to the text that it stands before, however far it is set off. */
const bulletAlone = /^(?:[•◦▪■●○‣⁃∙·\uF0B7\uF0A7–—*-]|\d{1,2}[.)]|\(?\p{L}[.)])$/u

const join = (first: TextRun, second: TextRun, gap: number): TextRun => ({
  ...enclosing([first, second]),
  text: `${first.text}${Math.abs(gap) > 0.12 * first.size ? ' ' : ''}${second.text}`,
  size: Math.max(first.size, second.size),
  bold: first.bold && second.bold,
  hyphenated: second.hyphenated,
})

/** From `start`: rows near each other that have several runs, with single short ones between them. */
function alignedRows(rows: readonly Row[], start: number): readonly Row[] {
  if ((rows[start]?.runs.length ?? 0) < 2) return []
  let [left, right] = [Infinity, -Infinity]
  let end = start
  const gaps: number[] = []
  for (let at = start; at < rows.length; at++) {
    const row = rows[at]
    const above = rows[at - 1]
    if (row === undefined) break
    if (at > start && above !== undefined) {
      const gap = row.top - above.bottom
      const height = row.bottom - row.top
      if (gap > 2.2 * height || (gaps.length > 2 && gap > 0.8 * height && gap > 3 * Math.max(median(gaps), 1))) break
      gaps.push(gap)
      if (gaps.length > 20) gaps.shift()
    }
    if (row.runs.length > 1) {
      left = Math.min(left, row.left)
      right = Math.max(right, row.right)
      end = at + 1
    } else if (row.right - row.left > 0.6 * (right - left)) break
    else if (at - end > 12) break
  }
  return rows.slice(start, end)
}

/** The columns that nearly all rows keep to: the stretches between gaps that only a few runs cross. */
function columnsOf(group: readonly Row[]): Interval[] {
  const runs = group.flatMap((row) => row.runs)
  const { left, right } = enclosing(runs)
  const width = Math.min(Math.ceil(right - left) + 1, 20_000)
  const crossings = new Int32Array(width + 1)
  for (const run of runs) {
    const from = clamp(Math.floor(run.left - left), width)
    const to = clamp(Math.ceil(run.right - left), width)
    crossings[from] = (crossings[from] ?? 0) + 1
    crossings[to] = (crossings[to] ?? 0) - 1
  }
  const tolerated = group.length >= 5 ? Math.floor(group.length * 0.2) : group.length >= 3 ? 1 : 0
  const minGap = 0.7 * median(runs.map((run) => run.size))
  const columns: Interval[] = []
  let covered = 0
  let open: number | undefined
  let closed: number | undefined
  for (let x = 0; x <= width; x++) {
    covered += crossings[x] ?? 0
    if (covered > tolerated) {
      if (open !== undefined && closed !== undefined && x - closed >= minGap) {
        columns.push({ left: left + open, right: left + closed })
        open = x
      }
      open ??= x
      closed = undefined
    } else if (open !== undefined) closed ??= x
  }
  if (open !== undefined) columns.push({ left: left + open, right: left + (closed ?? width) })
  return columns
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** Two or three columns that are mostly full of long lines. */
function isProse(group: readonly Row[], columns: readonly Interval[]): boolean {
  if (columns.length < 2 || columns.length > 3 || group.length < 4) return false
  return columns.every((column) => {
    const runs = group.flatMap((row) => row.runs.filter((run) => isWithin(run, column)))
    const letters = runs.reduce((sum, run) => sum + run.text.length, 0)
    const filled =
      runs.reduce((sum, run) => sum + run.right - run.left, 0) / (runs.length * (column.right - column.left))
    return runs.length >= 3 && letters / runs.length >= 18 && filled > 0.6
  })
}

const isWithin = (run: TextRun, column: Interval): boolean => {
  const middle = (run.left + run.right) / 2
  return middle >= column.left && middle <= column.right
}

/** Each column is laid out anew; what is in none of them goes with the nearest. */
function columnRegions(group: readonly Row[], columns: readonly Interval[], depth: number): Region[] {
  const parts = columns.map((): TextRun[] => [])
  for (const run of group.flatMap((row) => row.runs)) parts[nearest(run, columns)]?.push(run)
  const toTheLeft = group.filter((row) => row.runs.some((run) => isRightToLeft(run.text))).length * 2 > group.length
  return (toTheLeft ? parts.toReversed() : parts).flatMap((part) => pageLayout(part, depth + 1))
}

function nearest(run: TextRun, columns: readonly Interval[]): number {
  const middle = (run.left + run.right) / 2
  let [best, least] = [0, Infinity]
  for (const [index, column] of columns.entries()) {
    const distance = Math.max(column.left - middle, middle - column.right, 0)
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** At least two rows with something in two columns, and most rows of that kind. */
function isTable(group: readonly Row[], columns: readonly Interval[]): boolean {
  const several = group.filter((row) => new Set(row.runs.map((run) => nearest(run, columns))).size > 1)
  return several.length >= 2 && several.length >= group.length * 0.4
}

function tableRegion(group: readonly Row[], columns: readonly Interval[]): Region {
  const rowGap = median(group.slice(1).map((row, at) => row.top - (group[at]?.bottom ?? 0)))
  const rows: TableRun[][] = []
  for (const [index, row] of group.entries()) {
    const cells = cellsOf(row, columns)
    const gap = row.top - (group[index - 1]?.bottom ?? row.top)
    const above = rows.at(-1)
    const goesOn =
      above !== undefined &&
      (cells[0]?.column ?? 0) > 0 &&
      gap < rowGap * 0.9 - 0.5 &&
      cells.every((cell) => above.some((upper) => upper.column === cell.column))
    if (goesOn) rows[rows.length - 1] = above.map((cell) => withNextLine(cell, cells))
    else rows.push(cells)
  }
  return { kind: 'table', rows, columns: columns.length, place: enclosing(group) }
}

const withNextLine = (cell: TableRun, next: readonly TableRun[]): TableRun => {
  const more = next.find(({ column }) => column === cell.column)
  return more === undefined ? cell : { ...cell, text: `${cell.text} ${more.text}` }
}

/** A run over several columns spans them; runs that share a column are one cell. */
function cellsOf(row: Row, columns: readonly Interval[]): TableRun[] {
  const cells: TableRun[] = []
  for (const run of [...row.runs].sort((a, b) => a.left - b.left)) {
    const over = columns.flatMap((column, index) => {
      const shared = Math.min(run.right, column.right) - Math.max(run.left, column.left)
      return shared > Math.min(0.25 * (column.right - column.left), run.size * 2) ? [index] : []
    })
    const column = over[0] ?? nearest(run, columns)
    const last = cells.at(-1)
    if (last !== undefined && column < last.column + last.columnSpan) {
      const columnSpan = Math.max(last.columnSpan, (over.at(-1) ?? column) - last.column + 1)
      cells[cells.length - 1] = { ...last, columnSpan, text: `${last.text} ${run.text}` }
    } else {
      cells.push({ column, columnSpan: (over.at(-1) ?? column) - column + 1, text: run.text, bold: run.bold })
    }
  }
  return cells
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
