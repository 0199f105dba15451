import type { TableWord } from './page-tables.ts'
import { type Column, columnsUnder } from './text-columns.ts'
import type { TextLine } from './text-lines.ts'

/** Each text of a line in a column of its own. */
export function keepsToColumns<W extends TableWord>({ segments }: TextLine<W>, columns: readonly Column[]): boolean {
  const places = segments.map((segment) => columnsUnder(segment, columns))
  return places.every(([from, to], at) => from === to && from > (places[at - 1]?.[1] ?? -1))
}

/** The same, with hardly a column without a text. */
export const fillsColumns = <W extends TableWord>(line: TextLine<W>, columns: readonly Column[]): boolean =>
  columns.length > 1 && line.segments.length >= Math.max(2, columns.length - 1) && keepsToColumns(line, columns)
