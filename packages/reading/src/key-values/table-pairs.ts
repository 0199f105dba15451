import type { KeyValue, Table, TableCell } from '@chancery/core'
import { formRows, mostRows, pairsOfRowsInTurn, pairsOfStackedCells } from './form-rows.ts'
import { isAmount, isBareLabel, isKey, linesOf, longestLine, pair } from './label.ts'
import { pairsOfLines } from './line-pairs.ts'

/**
 * Two columns: the left one holds the labels, if nearly all of it looks like labels. Of other tables: labels with a colon,
 * inside cells and beside them; cells of a label and its value below; columns of labels and values in turn; rows of a label
 * and an amount below rows of more (totals); a header over a single row.
 */
export function* pairsOfTable(table: Table, text: string): Generator<KeyValue> {
  // Rows that merged cells cover have none of their own; a column of nothing is space.
  const rows = Array.from({ length: table.rows }, (): TableCell[] => [])
  const columns = new Set<number>()
  for (const cell of table.cells) {
    rows[cell.row]?.push(cell)
    if (!columns.has(cell.column) && cell.text.trim() !== '') columns.add(cell.column)
  }
  const numbers = columns.size === 3 && table.rows <= mostRows ? (lineNumbers(rows) ?? boxNumbers(rows)) : undefined
  if (numbers !== undefined) columns.delete(numbers)
  const isFull = columns.size === table.columns
  const filled = isFull ? rows : rows.map((row) => row.filter(({ column }) => columns.has(column)))
  if (isHeaderOverOne(table, filled)) {
    yield* pairsOfHeader(table, filled, text)
    return
  }
  if (table.cells.every(({ text: own }) => own.trim() === '' || own.includes('\n') || isBareLabel(own))) {
    const stacked = [...pairsOfStackedCells(text, table)]
    yield* stacked
    if (stacked.length > 0) return
  }
  const inTurn = [...pairsOfRowsInTurn(text, table, filled)]
  yield* inTurn
  if (inTurn.length > 0) return
  if (columns.size === 2) {
    // Not gathered first: of a long table only some are wanted.
    let isLabelled = false
    for (const found of pairsOfLabels(table, filled, text)) {
      isLabelled = true
      yield found
    }
    if (isLabelled) return
  }
  let isPaired = false
  for (const [at, cell] of table.cells.entries()) {
    if (!/[:：\t]/.test(cell.text)) continue
    for (const found of pairsInCell(text, cell)) {
      isPaired = true
      yield found
    }
    if (columns.size === 2 || !/[:：]/.test(cell.text)) continue
    for (const found of pairOfCells(text, table, cell, table.cells[at + 1])) {
      isPaired = true
      yield found
    }
  }
  if (!isPaired) yield* formRows(text, table, filled)
  if (columns.size !== 2) yield* pairsOfTotals(table, rows, text)
}

/** The first column, where it counts the lines of a form: 1, 2, 3; data that are counted have a header over that. */
function lineNumbers(rows: readonly TableCell[][]): number | undefined {
  const filled = rows.filter((row) => row.some(({ text }) => text.trim() !== ''))
  const isCounted = filled.every(([first], at) => first?.text.trim().replace(/[.)]$/, '') === String(at + 1))
  return filled.length > 2 && isCounted ? filled[0]?.[0]?.column : undefined
}

/** The column between labels and amounts that has nothing but the numbers of the boxes: 01, 02, 03. */
function boxNumbers(rows: readonly TableCell[][]): number | undefined {
  const filled = rows.filter((row) => row.some(({ text }) => text.trim() !== ''))
  const between = filled.map((row) => row[1])
  const numbers = between.map((cell) =>
    /^\[?\d{1,4}\]?$/.test(cell?.text.trim() ?? '') ? cell?.text.replaceAll(/\D/g, '') : undefined,
  )
  const isCounted = numbers.every(
    (number, at) => number !== undefined && (at === 0 || Number(number) > Number(numbers[at - 1])),
  )
  const isPadded = numbers.every((number) => number?.startsWith('0') === true || (number?.length ?? 0) > 2)
  return filled.length > 2 && isCounted && isPadded ? between[0]?.column : undefined
}

/** Rows of a label and an amount, below rows of more. */
function* pairsOfTotals({ headerRows, span }: Table, rows: readonly TableCell[][], text: string): Generator<KeyValue> {
  const filled = rows.map((row) => row.filter((cell) => cell.text.trim() !== ''))
  const most = filled.reduce((count, row) => Math.max(count, row.length), 0)
  for (const [label, amount, ...others] of filled.slice(headerRows + 1)) {
    if (most < 3 || label === undefined || amount === undefined || others.length > 0) continue
    if (/[:：]/.test(label.text) || !isAmount(amount.text) || isAmount(label.text)) continue
    yield* pair(text, [label.span.start, label.span.end], [amount.span.start, amount.span.end], span, 0.7)
  }
}

/** Labels with a colon in a cell, their values behind or below them; lines of a label and a value that a tab parts. */
function* pairsInCell(text: string, cell: TableCell): Generator<KeyValue> {
  if (/[:：]/.test(cell.text)) {
    yield* pairsOfLines(text, cell)
    yield* pairsUnderLabels(text, cell)
    return
  }
  if (!cell.text.includes('\t') || !cell.text.includes('\n')) return
  const parted = linesOf(text, [cell.span.start, cell.span.end]).flatMap(([start, end]) => {
    const [label = '', value = '', ...others] = text.slice(start, end).split('\t')
    const isPair = others.length === 0 && isBareLabel(label) && value.trim() !== ''
    return isPair ? [{ start, middle: start + label.length, end }] : []
  })
  // One alone is two columns of something else.
  if (parted.length < 2) return
  for (const { start, middle, end } of parted) yield* pair(text, [start, middle], [middle + 1, end], cell.span, 0.6)
}

/** A label on a line of a cell, and its value on the lines below, up to the next label. */
function* pairsUnderLabels(text: string, { span }: TableCell): Generator<KeyValue> {
  if (span.end - span.start > longestLine) return
  let label: readonly [number, number] | undefined
  let value: [number, number] | undefined
  for (const [start, end] of linesOf(text, [span.start, span.end])) {
    const line = text.slice(start, end)
    if (/[:：\t]/.test(line)) {
      if (label !== undefined && value !== undefined) yield* pair(text, label, value, span, 0.7)
      label = /^[^:：\t]*[:：]\s*$/.test(line) ? [start, end] : undefined
      value = undefined
    } else if (label !== undefined) value = [value?.[0] ?? start, end]
  }
  if (label !== undefined && value !== undefined) yield* pair(text, label, value, span, 0.7)
}

/** A row of labels over a single row; two rows of a label and a value beside it are none. */
function isHeaderOverOne({ headerRows, rows }: Table, [headers = [], values = []]: readonly TableCell[][]): boolean {
  if (rows !== 2 || headerRows > 1 || headers.length < 2 || headers.length !== values.length) return false
  if (!headers.every(({ text }) => isBareLabel(text))) return false
  const [first, ...others] = values
  if (first === undefined) return false
  // Of two columns, the left one may hold the labels.
  if (headers.length > 2 && headers.every(({ text }) => /\p{Ll}/u.test(text)) && areCapitals(values)) return true
  const isLabelOfRow =
    isBareLabel(first.text.replace(/[:：]\s*$/, '')) &&
    (headers.length === 2 || others.some(({ text }) => isBareLabel(text)))
  return headerRows === 1 ? !(isLabelOfRow && headers.length === 2) : !isLabelOfRow
}

/** As forms are filled in. */
const areCapitals = (cells: readonly TableCell[]): boolean =>
  cells.every(({ text }) => !/\p{Ll}/u.test(text)) && cells.some(({ text }) => /\p{Lu}{3}/u.test(text))

function* pairsOfHeader(
  { span }: Table,
  [headers = [], values = []]: readonly TableCell[][],
  text: string,
): Generator<KeyValue> {
  for (const header of headers) {
    const value = values.find(({ column, columnSpan }) => column === header.column && columnSpan === header.columnSpan)
    if (value === undefined || /[:：]/.test(header.text)) continue
    yield* pair(text, [header.span.start, header.span.end], [value.span.start, value.span.end], span, 0.6)
  }
}

function* pairsOfLabels(table: Table, rows: readonly TableCell[][], text: string): Generator<KeyValue> {
  const filled = rows
    .slice(Math.max(table.headerRows, isHeaderOfAmounts(rows) ? 1 : 0))
    .filter(([left, right]) => left !== undefined && right !== undefined && right.text.trim() !== '')
  const labels = filled.filter(([left]) => left !== undefined && (left.text.includes('\n') || isKey(left.text)))
  if (labels.length < filled.length * 0.7) return
  for (const [left, right] of labels) {
    if (left === undefined || right === undefined) continue
    if (left.text.includes('\n')) {
      yield* pairsOfLineByLine(text, left, right)
      continue
    }
    if (right.text.includes('\n')) continue
    const withColon = /[:：]\s*$/.test(left.text)
    const start = right.span.start + (/^\s*[:：]\s/.exec(right.text)?.[0].length ?? 0)
    yield* pair(text, [left.span.start, left.span.end], [start, right.span.end], table.span, withColon ? 0.9 : 0.6)
  }
}

/** "Item" and "Amount" over rows that all have amounts. */
function isHeaderOfAmounts([first, ...others]: readonly TableCell[][]): boolean {
  const [left, right] = first ?? []
  if (left === undefined || right === undefined || others.length < 2 || !isBareLabel(right.text)) return false
  return isBareLabel(left.text) && others.every(([, value]) => value !== undefined && isAmount(value.text))
}

/** A cell of labels, one a line, and one of as many values. */
function* pairsOfLineByLine(text: string, left: TableCell, right: TableCell): Generator<KeyValue> {
  const [labels, values] = [left, right].map(({ span }) => linesOf(text, [span.start, span.end]))
  if (labels === undefined || values === undefined || labels.length !== values.length) return
  if (!labels.every((label) => isBareLabel(text.slice(...label).replace(/[:：]\s*$/, '')))) return
  for (const [at, label] of labels.entries()) {
    const value = values[at]
    if (value !== undefined) yield* pair(text, label, value, left.span, 0.6)
  }
}

/** A label with its colon in one cell, and the value in the next one of the row. */
function* pairOfCells(
  text: string,
  { headerRows, span }: Table,
  label: TableCell,
  value: TableCell | undefined,
): Generator<KeyValue> {
  if (value === undefined || value.row !== label.row || label.row < headerRows) return
  if (!/^[^:：]*[:：]\s*$/.test(label.text) || /[:：]\s*$|\n/.test(value.text)) return
  yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], span, 0.9)
}
