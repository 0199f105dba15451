import type { KeyValue, Table, TableCell } from '@chancery/core'
import { hasFigure, isAmount, isBareLabel, linesOf, pair } from './label.ts'

interface LabelledCell {
  readonly label: TableCell
  readonly value: TableCell
}

/** No form has more rows; what has is data. */
export const mostRows = 40
/** Of the filled cells: so many have a label and a value. */
const nearlyAll = 0.8

/**
 * Tables that are forms: each cell a label with its value below or a value with its caption below, or columns of labels
 * and values in turn.
 */
export function* formRows(text: string, table: Table, rows: readonly TableCell[][]): Generator<KeyValue> {
  if (table.rows > mostRows) return
  let isStacked = false
  for (const found of pairsOfStackedCells(text, table)) {
    isStacked = true
    yield found
  }
  if (!isStacked) yield* pairsOfTurns(text, table, rows)
}

/** "Surname" over "O'Connor" in one cell, and nearly all cells alike; a label alone has nothing filled in. */
export function* pairsOfStackedCells(text: string, table: Table): Generator<KeyValue> {
  if (table.rows > mostRows) return
  const filled = table.cells.filter((cell) => cell.text.trim() !== '')
  const alone = filled.filter((cell) => isBareLabel(cell.text)).length
  const stacked = filled.flatMap((cell) => {
    const [label, first, ...others] = linesOf(text, [cell.span.start, cell.span.end])
    if (label === undefined || first === undefined || others.length > 3 || !isBareLabel(text.slice(...label))) return []
    return [{ label, value: [first[0], cell.span.end] as const }]
  })
  if (stacked.length >= 2 && stacked.length > alone && stacked.length >= nearlyAll * (filled.length - alone))
    for (const { label, value } of stacked) yield* pair(text, label, value, table.span, 0.6)
  else yield* pairsOfCaptionedCells(text, table, filled)
}

/** What was filled in over "(place and date)", in each cell that has anything. */
function* pairsOfCaptionedCells(text: string, table: Table, filled: readonly TableCell[]): Generator<KeyValue> {
  const captioned = filled.flatMap((cell) => {
    const [value, caption, ...others] = linesOf(text, [cell.span.start, cell.span.end])
    if (value === undefined || caption === undefined || others.length > 0) return []
    return /^\s*\(.*\)\s*$/.test(text.slice(...caption)) ? [{ value, caption }] : []
  })
  if (captioned.length < filled.length) return
  for (const { value, caption } of captioned) yield* pair(text, caption, value, table.span, 0.6)
}

/**
 * A row of labels and the row of their values, and so on; a table of data has its labels once. Most rows of values have
 * figures, also in the first column; no label does, and none stands there twice.
 */
export function* pairsOfRowsInTurn(text: string, table: Table, rows: readonly TableCell[][]): Generator<KeyValue> {
  if (table.rows > mostRows) return
  const filled = rows.map((row) => row.filter((cell) => cell.text.trim() !== '')).filter((row) => row.length > 0)
  if (filled.length < 4 || filled.length % 2 === 1) return
  const labels = filled.filter((_, at) => at % 2 === 0)
  const values = filled.filter((_, at) => at % 2 === 1)
  const names = labels.flat().map((cell) => cell.text.trim())
  if (!names.every((name) => isBareLabel(name.replace(/[:：]$/, ''))) || new Set(names).size < names.length) return
  const withFigures = values.filter((row) => row.some((cell) => hasFigure(cell.text)))
  if (
    withFigures.length * 2 < values.length ||
    values.every(([first]) => first === undefined || isBareLabel(first.text))
  )
    return
  for (const [at, row] of labels.entries())
    for (const label of row) {
      const value = values[at]?.find(({ column }) => column === label.column)
      if (value === undefined) continue
      yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], table.span, 0.6)
    }
}

/** "Payments, Amount, Deductions, Amount": lists beside each other, whose amounts have one title. */
function areListsOfAmounts([head = [], ...rows]: readonly (readonly LabelledCell[])[]): boolean {
  const titles = new Set(head.map(({ value }) => value.text.trim()))
  const below = rows.flat().filter(({ value }) => value.text.trim() !== '')
  return (
    head.length > 1 &&
    titles.size === 1 &&
    head.every(({ label, value }) => isBareLabel(label.text) && isBareLabel(value.text)) &&
    below.length > 2 &&
    below.every(({ label, value }) => isAmount(value.text) && !isAmount(label.text))
  )
}

/**
 * Label, value, label, value. A table of data has as many columns; in a form the values of a column are of several kinds,
 * those of the first row are no labels, and no label stands there twice.
 */
function* pairsOfTurns(text: string, table: Table, rows: readonly TableCell[][]): Generator<KeyValue> {
  const filled = rows.filter((row) => row.some((cell) => cell.text.trim() !== ''))
  const widest = filled.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest < 4 || widest % 2 === 1) return
  const pairs = filled.map((row) =>
    row.flatMap((label, at) => {
      const value = row[at + 1]
      return at % 2 === 1 || value === undefined || label.text.trim() === '' ? [] : [{ label, value }]
    }),
  )
  if (areListsOfAmounts(pairs)) {
    for (const { label, value } of pairs.slice(1).flat())
      yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], table.span, 0.6)
    return
  }
  const all = pairs.flat()
  const labels = new Set(all.map(({ label }) => label.text.trim()))
  if (labels.size < all.length || !all.every(({ label }) => isBareLabel(label.text.replace(/[:：]\s*$/, '')))) return
  if (filled.length < 2) {
    // A single row of labels and figures in turn.
    if (!all.every(({ value }) => hasFigure(value.text))) return
    for (const { label, value } of all)
      yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], table.span, 0.6)
    return
  }
  const kinds = kindsByColumn(all.map(({ value }) => value))
  if (![...kinds.values()].some(({ size }) => size > 1)) return
  // A first row of words alone may be the header of data, of which each column is of one kind.
  if (pairs[0]?.every(({ value }) => isBareLabel(value.text)) ?? true) {
    const below = kindsByColumn(pairs.slice(1).flatMap((row) => row.map(({ value }) => value)))
    if (![...below.values()].every(({ size }) => size > 1)) return
  }
  for (const { label, value } of all)
    yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], table.span, 0.6)
}

function kindsByColumn(cells: readonly TableCell[]): ReadonlyMap<number, ReadonlySet<string>> {
  const kinds = new Map<number, Set<string>>()
  for (const { column, text } of cells) kinds.set(column, (kinds.get(column) ?? new Set()).add(kindOf(text)))
  return kinds
}

const kindOf = (text: string): string =>
  isAmount(text) ? 'amount' : !hasFigure(text) ? 'words' : /\p{L}/u.test(text) ? 'code' : 'figures'
