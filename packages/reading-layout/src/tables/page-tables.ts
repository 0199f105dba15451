import type { Rectangle } from '../page-geometry.ts'
import { alignedTables } from './aligned-tables.ts'
import { hasBars } from './drawn-bars.ts'
import { type DrawnLines, drawnLines } from './drawn-lines.ts'
import { withoutMarks } from './drawn-marks.ts'
import { ruledTables } from './ruled-tables.ts'
import { ShadedRows } from './shaded-rows.ts'
import { withoutEdgeText } from './table-edges.ts'
import { withoutUnderlines } from './underlines.ts'

/** A word and the box of its advance, in points from the page's top left; right-to-left text in logical order. */
export interface TableWord extends Rectangle {
  readonly text: string
  /** Of the font, in points. */
  readonly size: number
  readonly bold?: boolean
}

export interface TablePage<W extends TableWord> {
  /** In the order of the file, where it is known. */
  readonly words: readonly W[]
  /**
   * What is drawn and seen, in any order: a line as its thin box (also a filled rectangle that is thin), a filled area
   * as its box: its edges count as lines. A stroked rectangle is four lines. White on white is left out by the caller.
   */
  readonly rules: readonly Rectangle[]
  /** Points. */
  readonly width: number
  readonly height: number
}

export interface FoundCell<W extends TableWord> {
  /** From 0. */
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  /** In reading order; lines are joined by a space. */
  readonly text: string
  /** In reading order. */
  readonly words: readonly W[]
  readonly box: Rectangle
}

export interface FoundTable<W extends TableWord> {
  readonly box: Rectangle
  readonly rows: number
  readonly columns: number
  /** They tile the grid (empty ones are there too), row by row. */
  readonly cells: readonly FoundCell<W>[]
  /** How many of the first rows are headers. */
  readonly headerRows: number
  /** Its grid is drawn. */
  readonly ruled: boolean
}

/**
 * The tables of a page, top to bottom: those whose grid is drawn, and those whose text lines up in columns. Each word
 * is in at most one cell of one table; words in none are for the caller to lay out.
 * @param lines those of the rules, where the caller has them already
 */
export function pageTables<W extends TableWord>(
  page: TablePage<W>,
  lines: DrawnLines = drawnLines(withoutMarks(page.rules, page.words)),
): FoundTable<W>[] {
  const isTable = ({ box }: FoundTable<W>): boolean => !hasBars(page.rules, box)
  const grid = { ...lines, horizontal: withoutUnderlines(lines.horizontal, page.words) }
  const ruled = ruledTables(page.words, grid).map(withoutEdgeText).filter(isTable)
  const taken = new Set(ruled.flatMap((table) => table.cells.flatMap((cell) => cell.words)))
  const rest = page.words.filter((word) => !taken.has(word))
  const behind = { across: lines.horizontal, shaded: new ShadedRows(page.rules) }
  const aligned = alignedTables(rest, behind).map(withoutEdgeText).filter(isTable)
  return [...ruled, ...aligned].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
}
