import { enclosing } from '../page-geometry.ts'
import { isFigureOrNone } from './cell-kinds.ts'
import type { FilledCell } from './grid-table.ts'
import type { TableWord } from './page-tables.ts'
import { median } from './text-columns.ts'
import { textOf } from './text-lines.ts'

/** A row below the header: what stands in its first column, and beside it. */
interface BodyRow<W extends TableWord> {
  readonly row: number
  readonly first: FilledCell<W>
  readonly beside: readonly FilledCell<W>[]
  /** Of what stands beside the first column, in points. */
  readonly middle: number
}

/** Rows that one label is of, the last one included. */
interface Group<W extends TableWord> {
  readonly label: FilledCell<W>
  readonly from: number
  readonly to: number
}

/** Of the distance between rows: a label stands as near to the middle of its rows. */
const nearMiddle = 0.25
/** Groups of several rows that show that labels at the top of rows are of those below, too. */
const fewestGroups = 2

/**
 * Labels of the first column that are of several rows: those that stand in the middle of their rows, however many, and those
 * at the first of rows of which each has a label of its own in the second column.
 */
export function withRowLabels<W extends TableWord>(
  cells: readonly FilledCell<W>[],
  headerRows: number,
): readonly FilledCell<W>[] {
  const rows = bodyRows(cells, headerRows)
  const blanks = rows?.filter(({ first }) => first.words.length === 0).length ?? 0
  if (rows === undefined || blanks === 0 || blanks === rows.length) return cells
  const groups = groupsAround(rows) ?? groupsBelow(rows) ?? []
  const wide = groups.filter(({ from, to }) => to > from)
  if (wide.length === 0) return cells
  const taken = new Set(wide.flatMap(({ from, to }) => rows.slice(from, to + 1).map(({ first }) => first)))
  const labels = wide.map(({ label, from, to }) => ({ ...label, row: rows[from]?.row ?? 0, rowSpan: to - from + 1 }))
  return [...cells.filter((cell) => !taken.has(cell)), ...labels]
}

/** `undefined` where a row has none, a cell of the first column has more than its place, or nothing stands beside it. */
function bodyRows<W extends TableWord>(
  cells: readonly FilledCell<W>[],
  headerRows: number,
): readonly BodyRow<W>[] | undefined {
  const byRow = new Map<number, FilledCell<W>[]>()
  for (const cell of cells) {
    if (cell.row < headerRows) continue
    const row = byRow.get(cell.row)
    if (row === undefined) byRow.set(cell.row, [cell])
    else row.push(cell)
  }
  const rows: BodyRow<W>[] = []
  for (const [row, all] of [...byRow].sort(([a], [b]) => a - b)) {
    const first = all.find(({ column }) => column === 0)
    const beside = all.filter(({ column, words }) => column > 0 && words.length > 0)
    if (first === undefined || first.rowSpan > 1 || first.columnSpan > 1 || beside.length === 0) return undefined
    const { top, bottom } = enclosing(beside.flatMap(({ words }) => words))
    rows.push({ row, first, beside, middle: (top + bottom) / 2 })
  }
  return rows
}

const middleOf = <W extends TableWord>({ words }: FilledCell<W>): number => {
  const { top, bottom } = enclosing(words)
  return (top + bottom) / 2
}

/** All rows by labels that are in the middle of theirs; `undefined` where they are not. */
function groupsAround<W extends TableWord>(rows: readonly BodyRow<W>[]): readonly Group<W>[] | undefined {
  const pitch = median(rows.slice(1).map(({ middle }, at) => middle - (rows[at]?.middle ?? middle)))
  const near = nearMiddle * pitch
  const groups: Group<W>[] = []
  let isBetween = (rows[0]?.first.words.length ?? 0) === 0
  for (let from = 0; from < rows.length;) {
    let to = from
    let label: FilledCell<W> | undefined
    for (; to < rows.length; to++) {
      const { first, middle } = rows[to] ?? { first: undefined, middle: Infinity }
      if (first !== undefined && first.words.length > 0) {
        if (label !== undefined) return undefined
        label = first
        isBetween ||= Math.abs(middleOf(first) - middle) > near
      }
      const off = label === undefined ? Infinity : (rows[from]?.middle ?? 0) + middle - 2 * middleOf(label)
      // Twice as far as the middle of the rows is off.
      if (off > -2 * near && off < 2 * near) break
      if (label !== undefined && off > 0) return undefined
    }
    if (label === undefined || to === rows.length) return undefined
    groups.push({ label, from, to })
    from = to + 1
  }
  // Where the first row has a label, as all others on their lines, they may as well be at the top of their rows.
  return isBetween ? groups : undefined
}

/** Labels at the first of their rows: each row has words in the second column, too, and figures behind them. */
function groupsBelow<W extends TableWord>(rows: readonly BodyRow<W>[]): readonly Group<W>[] | undefined {
  const isLabel = (cell: FilledCell<W> | undefined): boolean =>
    cell !== undefined && /\p{L}{3}/u.test(textOf(cell.words)) && !isFigureOrNone(textOf(cell.words))
  const isBold = ({ words }: FilledCell<W>): boolean => words.every(({ bold }) => bold === true)
  const groups: Group<W>[] = []
  for (const [at, { first, beside }] of rows.entries()) {
    const [own, ...others] = beside
    if (own?.column !== 1 || !isLabel(own) || others.length === 0) return undefined
    const group = groups.at(-1)
    if (first.words.length > 0) {
      if (!isLabel(first)) return undefined
      groups.push({ label: first, from: at, to: at })
      continue
    }
    const above = rows[at - 1]
    // A row in bold type below others is their sum.
    if (group === undefined || above === undefined || beside.every(isBold) !== above.beside.every(isBold))
      return undefined
    groups[groups.length - 1] = { ...group, to: at }
  }
  return groups.filter(({ from, to }) => to > from).length < fewestGroups ? undefined : groups
}
