import { isFigureOrNone } from './cell-kinds.ts'
import type { TableWord } from './page-tables.ts'
import type { Column } from './text-columns.ts'
import { isRightToLeft, textOf, type TextLine } from './text-lines.ts'

/** In sizes of the font: sides of one column are not further apart. */
const mostBetween = 8
/** Shares: of the lines that have one of two columns; of the cells that are figures, and that are not. */
const mostlyFilled = 0.8
const mostlyAlike = 0.8
const fewestCells = 3

/** What stands in a column, title and figures. */
interface Filled {
  lines: number
  figures: number
  /** Lines that have the next column, too. */
  withNext: number
  /** Texts that lie over it and the next one, as their title may. */
  overNext: number
}

/**
 * Columns with those made one whose texts are set to the left and whose figures to the right, so that a gap lies between
 * them: no line has both, but nearly every one has either. The labels that are read first are never one side of a column.
 */
export function withoutPartedColumns<W extends TableWord>(lines: readonly TextLine<W>[], columns: Column[]): Column[] {
  const rows = lines.filter(({ segments }) => segments.length > 1)
  if (columns.length < 3 || rows.length < 2 * fewestCells) return columns
  const filled = filledColumns(rows, columns)
  const toTheLeft = isRightToLeft(rows.flatMap(({ segments }) => segments.flatMap(({ words }) => words)))
  const size = rows.reduce((least, row) => Math.min(least, row.size), Infinity)
  const result: Column[] = []
  let isOpen = false
  for (const [at, column] of columns.entries()) {
    const [before, last] = [filled[at - 1], result.at(-1)]
    const own = filled[at]
    const isLabel = toTheLeft ? at === columns.length - 1 : at === 1
    if (
      isOpen &&
      (!isLabel || (before?.overNext ?? 0) > 0) &&
      own !== undefined &&
      before !== undefined &&
      last !== undefined &&
      column.left - last.right < mostBetween * size &&
      areSides(before, own, rows.length)
    ) {
      result[result.length - 1] = { left: last.left, right: column.right }
      isOpen = false
    } else {
      result.push(column)
      isOpen = true
    }
  }
  return result
}

function areSides(one: Filled, other: Filled, rows: number): boolean {
  const fewest = one.overNext > 0 ? 1 : fewestCells
  if (one.withNext > 0 || Math.min(one.lines, other.lines) < fewest) return false
  if (one.lines + other.lines + one.overNext < mostlyFilled * rows) return false
  const [few, many] = [one.figures / one.lines, other.figures / other.lines].sort((a, b) => a - b)
  return (few ?? 1) <= 1 - mostlyAlike && (many ?? 0) >= mostlyAlike
}

/** A text over several columns, as a title may be, is in none of them. */
function filledColumns<W extends TableWord>(rows: readonly TextLine<W>[], columns: readonly Column[]): Filled[] {
  const filled = columns.map((): Filled => ({ lines: 0, figures: 0, withNext: 0, overNext: 0 }))
  for (const { segments } of rows) {
    let [at, before] = [0, -2]
    for (const segment of segments) {
      while ((columns[at]?.right ?? Infinity) <= segment.left) at++
      const [own, next] = [filled[at], columns[at + 1]]
      if (own === undefined || at === before) continue
      if (next !== undefined && next.left < segment.right) {
        if ((columns[at + 2]?.left ?? Infinity) >= segment.right) own.overNext++
        continue
      }
      own.lines++
      if (isFigureOrNone(textOf(segment.words))) own.figures++
      const upper = filled[at - 1]
      if (before === at - 1 && upper !== undefined) upper.withNext++
      before = at
    }
  }
  return filled
}
