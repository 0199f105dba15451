import type { KeyValue, Table, TableCell } from '@chancery/core'
import { hasFigure, isAmount, isBareLabel, linesOf, pair } from './label.ts'

/** No form has more rows; what has is data. */
const mostRows = 40
/** Of the filled cells: so many have a label and a value. */
const nearlyAll = 0.8

/** Tables that are forms: each cell a label with its value below, or columns of labels and values in turn. */
export function* formRows(text: string, table: Table, rows: readonly TableCell[][]): Generator<KeyValue> {
  if (table.rows > mostRows) return
  let isStacked = false
  for (const found of pairsOfStackedCells(text, table)) {
    isStacked = true
    yield found
  }
  if (!isStacked) yield* pairsOfTurns(text, table, rows)
}

/** "Surname" over "O'Connor" in one cell, and nearly all cells alike. */
export function* pairsOfStackedCells(text: string, table: Table): Generator<KeyValue> {
  if (table.rows > mostRows) return
  const filled = table.cells.filter((cell) => cell.text.trim() !== '')
  const stacked = filled.flatMap((cell) => {
    const [label, first, ...others] = linesOf(text, [cell.span.start, cell.span.end])
    if (label === undefined || first === undefined || others.length > 3 || !isBareLabel(text.slice(...label))) return []
    return [{ label, value: [first[0], cell.span.end] as const }]
  })
  if (stacked.length < 2 || stacked.length < nearlyAll * filled.length) return
  for (const { label, value } of stacked) yield* pair(text, label, value, table.span, 0.6)
}

/**
 * Label, value, label, value. A table of data has as many columns; in a form the values of a column are of several kinds,
 * those of the first row are no labels, and no label stands there twice.
 */
function* pairsOfTurns(text: string, table: Table, rows: readonly TableCell[][]): Generator<KeyValue> {
  const filled = rows.filter((row) => row.some((cell) => cell.text.trim() !== ''))
  const widest = filled.reduce((most, row) => Math.max(most, row.length), 0)
  if (filled.length < 2 || widest < 4 || widest % 2 === 1) return
  const pairs = filled.map((row) =>
    row.flatMap((label, at) => {
      const value = row[at + 1]
      return at % 2 === 1 || value === undefined || label.text.trim() === '' ? [] : [{ label, value }]
    }),
  )
  const all = pairs.flat()
  const labels = new Set(all.map(({ label }) => label.text.trim()))
  if (labels.size < all.length || !all.every(({ label }) => isBareLabel(label.text.replace(/[:：]\s*$/, '')))) return
  if (pairs[0]?.every(({ value }) => isBareLabel(value.text)) ?? true) return
  const kinds = new Map<number, Set<string>>()
  for (const { value } of all) {
    const own = kinds.get(value.column) ?? new Set()
    kinds.set(value.column, own.add(kindOf(value.text)))
  }
  if (![...kinds.values()].some(({ size }) => size > 1)) return
  for (const { label, value } of all)
    yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], table.span, 0.6)
}

const kindOf = (text: string): string =>
  isAmount(text) ? 'amount' : !hasFigure(text) ? 'words' : /\p{L}/u.test(text) ? 'code' : 'figures'
