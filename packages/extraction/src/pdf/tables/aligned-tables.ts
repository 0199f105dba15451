import { enclosing, type Rectangle } from '../page-geometry.ts'
import { isFigure } from './cell-kinds.ts'
import type { Boundary, Grid } from './drawn-grids.ts'
import { gridTable } from './grid-table.ts'
import type { FoundTable, TableWord } from './page-tables.ts'
import { alignmentOf } from './table-evidence.ts'
import { type Column, columnsUnder, median, textColumns } from './text-columns.ts'
import { textOf, type TextLine, textLines } from './text-lines.ts'

/** Columns of prose inside columns are looked into no deeper than this. */
const maxDepth = 3
/** A later line may begin a table: so many are tried in a group, so that time grows with the page alone. */
const starts = 8
const mostTitles = 3
/** In lines: a longer one is looked at once. */
const longGroup = 300

/** Tables without a drawn grid: consecutive lines whose text lines up in columns. */
export function alignedTables<W extends TableWord>(words: readonly W[], depth = 0): FoundTable<W>[] {
  const lines = textLines(words)
  const tables: FoundTable<W>[] = []
  for (let at = 0; at < lines.length;) {
    const group = alignedLines(lines, at)
    if (group.length < 2) {
      at++
      continue
    }
    const columns = textColumns(group)
    if (columns.length < 2) {
      at += stepOver(group)
      continue
    }
    if (depth < maxDepth && hasProse(group, columns)) {
      const parts = columns.map((): W[] => [])
      for (const segment of group.flatMap((line) => line.segments))
        for (const word of segment.words) parts[columnsUnder(segment, columns)[0]]?.push(word)
      tables.push(...parts.flatMap((part) => alignedTables(part, depth + 1)))
      at += group.length
      continue
    }
    const table = tableOf([...titlesAbove(lines, at, columns), ...group])
    const alignment = table === undefined ? 'unclear' : alignmentOf(table, false)
    if (table !== undefined && alignment === 'table') tables.push(table)
    if (alignment !== 'unclear') at += group.length
    else at += stepOver(group)
  }
  return tables
}

/** Lines right above that have no more than a title over several columns. */
function titlesAbove<W extends TableWord>(
  lines: readonly TextLine<W>[],
  start: number,
  columns: readonly Column[],
): readonly TextLine<W>[] {
  const edge = columns[0]?.right ?? Infinity
  let first = start
  while (first > 0 && start - first < mostTitles) {
    const [line, below] = [lines[first - 1], lines[first]]
    if (line === undefined || below === undefined || line.segments.length > 1) break
    if (below.top - line.bottom > 0.8 * line.size || line.left <= edge || isCaption(line)) break
    first--
  }
  return lines.slice(first, start)
}

const stepOver = ({ length }: readonly unknown[]): number => (length > longGroup ? length : Math.ceil(length / starts))

/** From `start`: lines near each other that have several segments, with single short ones between them. */
function alignedLines<W extends TableWord>(lines: readonly TextLine<W>[], start: number): readonly TextLine<W>[] {
  if ((lines[start]?.segments.length ?? 0) < 2) return []
  let [left, right] = [Infinity, -Infinity]
  let end = start
  let hasFigures = false
  const pitches: number[] = []
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]
    const above = lines[at - 1]
    if (line === undefined) break
    if (at > start && above !== undefined) {
      const pitch = line.top - above.bottom
      const height = line.bottom - line.top
      const apart = Math.max(3 * Math.max(median(pitches), 1), (hasFigures ? 0.8 : 1.6) * height)
      if (pitch > 2.2 * height || (pitches.length > 2 && pitch > apart) || isCaption(line)) break
      pitches.push(pitch)
      if (pitches.length > 20) pitches.shift()
    }
    if (line.segments.length > 1) {
      hasFigures ||= line.segments.slice(1).some(({ words }) => isFigure(textOf(words)))
      left = Math.min(left, line.left)
      right = Math.max(right, line.right)
      end = at + 1
    } else if (line.right - line.left > 0.6 * (right - left)) break
    else if (at - end > 4) break
  }
  return lines.slice(start, end)
}

/** In sizes of the font. */
const narrowestProse = 12

/** A column that is full of long lines. */
function hasProse<W extends TableWord>(group: readonly TextLine<W>[], columns: readonly Column[]): boolean {
  if (columns.length < 2 || columns.length > 4 || group.length < 4) return false
  return columns.some((column, index) => {
    const segments = group.flatMap((line) =>
      line.segments.filter((segment) => columnsUnder(segment, columns)[0] === index),
    )
    const words = segments.reduce((sum, segment) => sum + segment.words.length, 0)
    const width = segments.reduce((sum, segment) => sum + segment.right - segment.left, 0)
    return (
      segments.length >= 6 &&
      segments.length >= 0.6 * group.length &&
      words / segments.length >= 4 &&
      column.right - column.left > narrowestProse * median(segments.map((segment) => segment.size)) &&
      width / segments.length > 0.75 * (column.right - column.left)
    )
  })
}

function tableOf<W extends TableWord>(group: readonly TextLine<W>[]): FoundTable<W> | undefined {
  const lines = withoutCaption(group)
  if (lines.length < 2) return undefined
  const words = lines.flatMap((line) => line.segments.flatMap((segment) => segment.words))
  return gridTable(gridAround(enclosing(lines)), words, true)
}

/** "Table 3:   Title", set with a gap. */
const caption = /^(?:tab(?:le|elle|leau|la|ella|ela|el)?|fig(?:ure|ura)?|abb(?:ildung)?|box|chart|graph|exhibit)\.?$/i

function withoutCaption<W extends TableWord>(group: readonly TextLine<W>[]): readonly TextLine<W>[] {
  const [first, ...rest] = group
  return first !== undefined && isCaption(first) ? rest : group
}

function isCaption<W extends TableWord>(line: TextLine<W>): boolean {
  const [word, number] = line.segments[0]?.words ?? []
  return caption.test(word?.text ?? '') && /^[\dA-Z][\dA-Z.:-]*$/.test(number?.text ?? '')
}

export function gridAround({ left, top, right, bottom }: Rectangle): Grid {
  const sides = (from: number, to: number): Boundary[] => [
    { at: from, drawn: [] },
    { at: to, drawn: [] },
  ]
  return { xs: sides(left, right), ys: sides(top, bottom) }
}
