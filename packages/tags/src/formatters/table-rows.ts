import { kindOf, plainText } from '../data/plain-text.ts'
import { ownField } from './rich-inputs.ts'
import type { TableCell, TableValue } from '../data/rich-value.ts'
import { FormatterFault } from './formatter.ts'
import { listOf } from './list-items.ts'

/** Columns that Word can hold (63), and rows that anybody prints. */
const limits = { columns: 63, rows: 100_000 }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/**
 * A table from a list of lists, a list of objects (their own fields, in the order in which they first come, are the
 * headings), a list of texts (one column), or `{header, rows}`.
 */
export function tableOf(value: unknown, takesHeader: boolean, style: string | undefined): TableValue {
  const inner = Array.isArray(value) ? undefined : ownField(value, 'rows')
  const list = inner ?? value
  if (!Array.isArray(list)) {
    throw new FormatterFault('wrong_kind', `"table" wants a list and got ${kindOf(value)}.`, 'Give a list of rows.')
  }
  const lines: readonly unknown[] = listOf(list, 'table')
  if (lines.length > limits.rows) throw new FormatterFault('wrong_kind', `"table" takes at most ${limits.rows} rows.`)
  const given = inner === undefined ? undefined : ownField(value, 'header', 'headers', 'columns')
  const isObjects = lines.some(isRecord)
  const names = isObjects ? fieldsOf(lines) : []
  const cells = lines.map((line) =>
    isObjects
      ? names.map((name) => cellOf(ownField(line, name)))
      : (Array.isArray(line) ? listOf(line, 'table') : [line]).map(cellOf),
  )
  const first = !isObjects && given === undefined && takesHeader ? cells.shift()?.map(({ text }) => text) : undefined
  const header = Array.isArray(given)
    ? listOf(given, 'table').map((each) => cellOf(each).text)
    : isObjects
      ? names
      : first
  const width = cells.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0)
  if (width > limits.columns) throw new FormatterFault('wrong_kind', `"table" takes at most ${limits.columns} columns.`)
  const widened = (row: readonly TableCell[]): readonly TableCell[] =>
    row.length === width ? row : [...row, ...Array.from({ length: width - row.length }, () => blank)]
  return {
    rich: 'table',
    header: header === undefined ? undefined : [...header, ...Array.from({ length: width - header.length }, () => '')],
    rows: cells.map(widened),
    style,
  }
}

const blank: TableCell = { text: '', isNumber: false }

function fieldsOf(lines: readonly unknown[]): readonly string[] {
  const names = new Set<string>()
  for (const line of lines) {
    if (isRecord(line)) for (const name of Object.keys(line)) names.add(name)
    if (names.size > limits.columns) break
  }
  return [...names]
}

function cellOf(value: unknown): TableCell {
  if (value === null || value === undefined) return blank
  const text = plainText(value)
  if (text !== undefined) return { text, isNumber: typeof value === 'number' || typeof value === 'bigint' }
  throw new FormatterFault('wrong_kind', `"table" wants texts in its cells, and one is ${kindOf(value)}.`)
}
