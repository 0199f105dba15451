import { isFigureOrNone } from './cell-kinds.ts'
import type { RefinedGrid } from './grid-refinement.ts'
import type { Area, FilledCell } from './grid-table.ts'
import type { TableWord } from './page-tables.ts'
import { placeLine } from './text-columns.ts'
import { textLines, textOf } from './text-lines.ts'

/** Steps of the grid with no line drawn between them, and the words there, in any order. */
export interface FilledArea<W extends TableWord> extends Area {
  readonly words: readonly W[]
}

/** Columns of an area, and what stands in them, left to right. */
interface Range<W extends TableWord> {
  readonly first: number
  last: number
  readonly words: W[]
}

/** Areas whose texts leave a gap at a boundary that is not drawn there: so many show that it is one there, too. */
const fewestApart = 3
const mostlyApart = 0.6

/** "12 -", "b)", "•": begins the text behind it. */
const marker = /^(?:\(?[\p{L}\d]{1,3}\s?[-–.):]+|[•◦▪■●○]+)$/u

/**
 * The cells of areas: one each, unless its texts stand apart in columns of their own. A box that is drawn around several
 * columns is one cell though there is a gap in its text, unless the gap is before figures, or goes on in other rows.
 */
export function cellsOf<W extends TableWord>(areas: readonly FilledArea<W>[], grid: RefinedGrid): FilledCell<W>[] {
  const ranges = areas.map((area) => rangesIn(area, grid))
  const shown = shownBoundaries(areas, ranges, grid)
  return areas.flatMap((area, at) => cellsByColumn(area, joinedRanges(ranges[at] ?? [], shown), grid))
}

/** Texts of an area by the columns that they stand in. */
function rangesIn<W extends TableWord>({ left, right, words }: FilledArea<W>, grid: RefinedGrid): Range<W>[] {
  if (left === right) return []
  const columns = grid.columns.slice(left, right + 1)
  const placed = textLines(words)
    .flatMap((line) => placeLine(line.segments, columns))
    .sort((a, b) => a.first - b.first || b.last - a.last)
  const ranges: Range<W>[] = []
  for (const { segment, first, last } of placed) {
    const range = ranges.at(-1)
    if (range === undefined || left + first > range.last)
      ranges.push({ first: left + first, last: left + last, words: [...segment.words] })
    else {
      range.last = Math.max(range.last, left + last)
      for (const word of segment.words) range.words.push(word)
    }
  }
  return ranges
}

/** Whether a boundary parts areas over which it is not drawn: as only the text shows it at all, or by what other rows have. */
type Shown = 'text' | 'rows' | undefined

/** By place in the grid. */
function shownBoundaries<W extends TableWord>(
  areas: readonly FilledArea<W>[],
  ranges: readonly (readonly Range<W>[])[],
  { xs, textual }: RefinedGrid,
): readonly Shown[] {
  const [apart, crossed] = [xs.map(() => 0), xs.map(() => 0)]
  for (const [at] of areas.entries()) {
    const own = ranges[at] ?? []
    for (const [index, range] of own.entries()) {
      const { first, last } = range
      for (let place = first + 1; place <= last; place++) crossed[place] = (crossed[place] ?? 0) + 1
      const next = own[index + 1]
      if (next !== undefined && !isMarker(range))
        for (let place = last + 1; place <= next.first; place++) apart[place] = (apart[place] ?? 0) + 1
    }
  }
  return xs.map((boundary, place) => {
    const [gaps, texts] = [apart[place] ?? 0, crossed[place] ?? 0]
    if (textual.has(boundary)) return 'text'
    return gaps >= fewestApart && gaps >= mostlyApart * (gaps + texts) ? 'rows' : undefined
  })
}

function joinedRanges<W extends TableWord>(ranges: readonly Range<W>[], shown: readonly Shown[]): Range<W>[] {
  const joined: Range<W>[] = []
  for (const range of ranges) {
    const before = joined.at(-1)
    if (before !== undefined && !isParted(before, range, shown)) {
      before.last = range.last
      for (const word of range.words) before.words.push(word)
    } else joined.push({ ...range })
  }
  return joined
}

const isMarker = <W extends TableWord>({ words }: Range<W>): boolean => words.length < 3 && marker.test(textOf(words))

function isParted<W extends TableWord>(before: Range<W>, range: Range<W>, shown: readonly Shown[]): boolean {
  const between = shown.slice(before.last + 1, range.first + 1)
  if (between.includes('text')) return true
  if (isMarker(before)) return false
  return between.includes('rows') || isFigureOrNone(textOf(range.words)) || isFigureOrNone(textOf(before.words))
}

function cellsByColumn<W extends TableWord>(
  area: FilledArea<W>,
  ranges: readonly Range<W>[],
  grid: RefinedGrid,
): FilledCell<W>[] {
  const rows = { row: area.top, rowSpan: area.bottom - area.top + 1 }
  const inner = grid.xs.slice(area.left + 1, area.right + 1)
  if (ranges.length < 2 && !inner.some((boundary) => grid.textual.has(boundary)))
    return [{ ...rows, column: area.left, columnSpan: area.right - area.left + 1, words: area.words }]
  const cells: FilledCell<W>[] = []
  let next = area.left
  const blankUntil = (column: number): void => {
    for (; next < column; next++) cells.push({ ...rows, column: next, columnSpan: 1, words: [] })
  }
  for (const { first, last, words } of ranges) {
    blankUntil(first)
    cells.push({ ...rows, column: first, columnSpan: last - first + 1, words })
    next = last + 1
  }
  blankUntil(area.right + 1)
  return cells
}
