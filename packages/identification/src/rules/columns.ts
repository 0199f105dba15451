import { lineAt, type Line, type TextIndex } from './text-index.ts'

/** A stretch of one line between the gaps of columns. */
export interface Cell {
  readonly start: number
  readonly end: number
}

const longestLine = 4000

/** The cells of a line: between tabs, or where it has none between two spaces and more. */
export function cellsOf(text: string, { start, end }: Line): Cell[] {
  const line = text.slice(start, Math.min(end, start + longestLine))
  const cells: Cell[] = []
  let from = 0
  for (const gap of line.matchAll(line.includes('\t') ? /\t/g : / {2,}/g)) {
    if (gap.index > 0 || gap[0] === '\t') cells.push({ start: start + from, end: start + gap.index })
    from = gap.index + gap[0].length
  }
  if (from < line.length || line.endsWith('\t')) cells.push({ start: start + from, end: start + line.length })
  return cells
}

/** Rows of one letterhead or block of parties; tables have more. */
const mostRows = 12
const widest = 60
/** What typists are out by. */
const jitter = 2

/** The cell of a line that stands in the column of one above: of as many tabs, or at the same place of the line. */
function cellBelow(text: string, above: Cell, own: Line, below: Line): Cell | undefined {
  const cells = cellsOf(text, below)
  if (text.slice(below.start, Math.min(below.end, below.start + longestLine)).includes('\t'))
    return cells[cellsOf(text, own).findIndex(({ start }) => start === above.start)]
  return cells.find(({ start }) => Math.abs(start - below.start - (above.start - own.start)) <= jitter)
}

/** The cells below one another from one on, to the first line that has none there. */
export function cellsBelow(index: TextIndex, first: Cell): Cell[] {
  const cells = [first]
  let line = lineAt(index, first.start)
  while (cells.length < mostRows) {
    const [above, below] = [cells.at(-1), index.lines[line.number + 1]]
    const cell = above && below && cellBelow(index.text, above, line, below)
    if (!below || !cell || cell.end <= cell.start || cell.end - cell.start > widest) break
    cells.push(cell)
    line = below
  }
  return cells
}

/** The cell of its line that has an offset, where the line has several. */
export function cellAt(index: TextIndex, offset: number): Cell | undefined {
  const line = lineAt(index, offset)
  if (offset - line.start > longestLine) return undefined
  const cells = cellsOf(index.text, line)
  return cells.length < 2 ? undefined : cells.findLast(({ start }) => start <= offset)
}

/** A block that the next line may go on with. */
interface Open {
  readonly cells: Cell[]
  /** Of its line: of as many tabs, or so far from its start. */
  readonly place: number
}

/** Blocks of cells below one another, of two lines and more, where lines have several cells side by side. */
export function columnBlocks({ text, lines }: TextIndex): Cell[][] {
  const blocks: Cell[][] = []
  let open: Open[] = []
  for (const line of lines) {
    const isShort = line.end > line.start && line.end - line.start <= 4 * widest
    const cells = isShort ? cellsOf(text, line) : []
    const hasTabs = text.slice(line.start, isShort ? line.end : line.start).includes('\t')
    const next: Open[] = []
    for (const [at, cell] of cells.entries()) {
      if (cell.end <= cell.start || cell.end - cell.start > widest) continue
      const place = hasTabs ? at : cell.start - line.start
      // A cell by itself at the left is a line of the text.
      if (cells.length === 1 && place === 0 && !hasTabs) continue
      const above = open.find((block) => Math.abs(block.place - place) <= (hasTabs ? 0 : jitter))
      if (above && above.cells.length < mostRows) {
        above.cells.push(cell)
        if (above.cells.length === 2) blocks.push(above.cells)
        next.push({ cells: above.cells, place })
      } else next.push({ cells: [cell], place })
    }
    open = next
  }
  return blocks
}
