import type { Rectangle } from '../page-geometry.ts'
import { type Boundary, drawnGrids, type Grid, indexIn } from './drawn-grids.ts'
import type { DrawnLine, DrawnLines } from './drawn-lines.ts'
import { gridTable } from './grid-table.ts'
import type { FoundTable, TableWord } from './page-tables.ts'
import { withOuterRows } from './outer-rows.ts'
import { alignmentOf } from './table-evidence.ts'
import { textLines } from './text-lines.ts'

/** In points: lines further apart with nothing between them are not of a table. */
const emptyBand = 14

/** Times that a word is looked at, on the average, before the rest of the drawn boxes is left. */
const looks = 60

/** Tables that are drawn: as a grid, or at least with lines above and below. */
export function ruledTables<W extends TableWord>(words: readonly W[], lines: DrawnLines): FoundTable<W>[] {
  const { grids, loose } = drawnGrids(lines)
  const tables: FoundTable<W>[] = []
  const finder = new WordFinder(words)
  const find = (grid: Grid): void => {
    const table = tableIn({ ...grid, across: lines.horizontal }, finder)
    if (table === undefined) return
    tables.push(table)
    finder.take(table.cells.flatMap((cell) => cell.words))
  }
  // The small ones first: what stands in a frame is not the frame's.
  for (const grid of grids.sort((a, b) => areaOf(a) - areaOf(b))) find(grid)
  for (const grid of bands(loose, finder)) find(grid)
  return tables
}

/** The words that are in no table yet, by place. */
class WordFinder<W extends TableWord> {
  private readonly sorted: readonly { readonly word: W; readonly x: number; readonly y: number }[]
  private readonly taken = new Set<W>()
  private left: number

  constructor(words: readonly W[]) {
    this.sorted = words
      .map((word) => ({ word, x: (word.left + word.right) / 2, y: (word.top + word.bottom) / 2 }))
      .sort((a, b) => a.y - b.y)
    this.left = looks * words.length
  }

  take(words: readonly W[]): void {
    for (const word of words) this.taken.add(word)
  }

  within({ left, top, right, bottom }: Rectangle): W[] {
    let [low, high] = [0, this.sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.sorted[middle]?.y ?? 0) <= top) low = middle + 1
      else high = middle
    }
    const found: W[] = []
    for (let at = low; at < this.sorted.length && this.left > 0; at++, this.left--) {
      const each = this.sorted[at]
      if (each === undefined || each.y >= bottom) break
      if (each.x > left && each.x < right && !this.taken.has(each.word)) found.push(each.word)
    }
    return found
  }
}

const areaOf = ({ xs, ys }: Grid): number =>
  ((xs.at(-1)?.at ?? 0) - (xs[0]?.at ?? 0)) * ((ys.at(-1)?.at ?? 0) - (ys[0]?.at ?? 0))

function tableIn<W extends TableWord>(grid: Grid, finder: WordFinder<W>): FoundTable<W> | undefined {
  const [left = 0, right = 0] = [grid.xs[0]?.at, grid.xs.at(-1)?.at]
  const [top = 0, bottom = 0] = [grid.ys[0]?.at, grid.ys.at(-1)?.at]
  const inside = finder.within({ left, top, right, bottom })
  if (inside.length < 2) return undefined
  const open = grid.xs.length < 3
  if (open && grid.ys.length < 3) return undefined
  if (open && hasEmptyBands(grid, inside)) return undefined
  const table = gridTable(grid, inside, open)
  if (!open && !isFilled(table)) return undefined
  const alignment = alignmentOf(table, true)
  return alignment === 'table' || (!open && alignment === 'unclear') ? table : undefined
}

/** The lines of a chart have more between them than text. */
function hasEmptyBands<W extends TableWord>({ ys }: Grid, words: readonly W[]): boolean {
  const filled = new Set(words.map((word) => indexIn(ys, (word.top + word.bottom) / 2)))
  const empty = ys.slice(1).filter(({ at }, index) => !filled.has(index) && at - (ys[index]?.at ?? 0) > emptyBand)
  return empty.length > 0.2 * ys.length
}

/** Text in several rows and columns; a drawing has labels here and there. */
function isFilled<W extends TableWord>({ cells, rows, columns }: FoundTable<W>): boolean {
  const filled = cells.filter((cell) => cell.words.length > 0)
  const usedRows = new Set(filled.map((cell) => cell.row)).size
  const usedColumns = new Set(filled.map((cell) => cell.column)).size
  return (
    usedRows > 1 &&
    usedColumns > 1 &&
    filled.length > 3 &&
    filled.length >= 0.25 * Math.min(cells.length, rows * columns)
  )
}

/** In points: lines above each other are of one table if their ends are this near. */
const sameEnd = 6

/** Horizontal lines of one width above each other, with lines of several segments between them. */
function bands<W extends TableWord>(lines: readonly DrawnLine[], finder: WordFinder<W>): Grid[] {
  const groups: DrawnLine[][] = []
  for (const line of [...lines].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const group = groups.findLast((each) => {
      const first = each[0]
      return first !== undefined && Math.abs(first.from - line.from) < sameEnd && Math.abs(first.to - line.to) < sameEnd
    })
    if (group === undefined) groups.push([line])
    else group.push(line)
  }
  return groups.flatMap((group) => tabularStretches(group, finder))
}

function tabularStretches<W extends TableWord>(group: readonly DrawnLine[], finder: WordFinder<W>): Grid[] {
  const [first] = group
  if (first === undefined || group.length < 2) return []
  const grids: Grid[] = []
  let ys: Boundary[] = []
  let hasRows = false
  let next = 0
  const within =
    (left: number, right: number) =>
    (top: number, bottom: number): W[] =>
      finder.within({ left, right, top, bottom })
  const end = (): void => {
    const start = next - ys.length
    if (ys.length > 2 && hasRows) {
      grids.push({
        xs: [
          { at: first.from, drawn: [] },
          { at: first.to, drawn: [] },
        ],
        ys: withOuterRows(ys, within(first.from, first.to), {
          isFirst: start === 0,
          isLast: next === group.length,
          acrossPage: within(-Infinity, Infinity),
        }),
      })
    }
    ys = []
    hasRows = false
  }
  for (const line of group) {
    const mark = { at: line.at, drawn: [line] }
    ys.push(mark)
    next++
    const below = group[next]
    if (below === undefined) break
    const lines = textLines(finder.within({ left: first.from, right: first.to, top: line.at, bottom: below.at }))
    const several = lines.filter((each) => each.segments.length > 1).length
    if (lines.length === 0 && below.at - line.at > emptyBand) end()
    else if (several < 0.5 * lines.length) {
      // A title of a group of rows may stand alone between two lines.
      if (lines.length > 1) end()
    } else if (several > 0) hasRows = true
  }
  end()
  return grids
}
