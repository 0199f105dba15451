import type { FieldType, Json } from '@chancery/core'
import { candidate } from '../candidate.ts'
import { type Cell, cellsOf } from '../columns.ts'
import { lexicon } from '../labels/lexicon.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, type Line, type TextIndex } from '../text-index.ts'
import type { Option } from './option.ts'
import { headFit, type RecordColumn, wordsOfHead } from './record-columns.ts'

/** The head of a table: which of its cells is which column. */
interface Head {
  readonly line: Line
  readonly cells: readonly Cell[]
  readonly columns: ReadonlyMap<RecordColumn, number>
  readonly fit: number
  readonly isTabbed: boolean
}

const widestHead = 300
const mostCells = 16
const mostRows = 5000
const mostLooks = 5000
const longestRow = 4000
const numeric: ReadonlySet<FieldType> = new Set(['number', 'integer', 'money', 'percent'])

/** The rows of the table whose head names the most of the columns: a record each, grounded by its line. */
export function recordOptions(index: TextIndex, values: Values, columns: readonly RecordColumn[]): Option[] {
  const heads = headsOf(index, columns)
  const best = heads.toSorted((a, b) => b.columns.size - a.columns.size || b.fit - a.fit)[0]
  if (best === undefined) return []
  const words = headWords(index, best)
  const starts = new Set(heads.map(({ line }) => line.number))
  const options: Option[] = []
  // A table goes on over pages with its head said again.
  for (const head of heads.filter((other) => headWords(index, other) === words)) {
    for (const row of rowsBelow(index, head, starts)) {
      if (options.length === mostRows) return options
      const option = asRecord(index, values, head, row)
      if (option) options.push(option)
    }
  }
  return options
}

/** Lines that have words of heads in their cells; with more than are looked at, a paper is about such words. */
function headsOf(index: TextIndex, columns: readonly RecordColumn[]): Head[] {
  const telling = new Set(columns.flatMap(({ heads }) => heads.map(([first]) => first)))
  const found: Head[] = []
  let looked = 0
  for (const line of index.lines) {
    const cells = headCells(index.text, line)
    const words = cells.map(({ start, end }) => wordsOfHead(index.text.slice(start, end)))
    if (!words.some((ofCell) => ofCell.some((word) => telling.has(word)))) continue
    if (++looked > mostLooks) break
    const head = headAt(index.text, line, { cells, words, columns })
    if (head !== undefined) found.push(head)
  }
  return found
}

const headWords = ({ text }: TextIndex, { cells }: Head): string =>
  cells.map(({ start, end }) => collapse(text.slice(start, end))).join('\t')

/** The cells of a line that may be a head; none of one that is not. */
function headCells(text: string, line: Line): readonly Cell[] {
  if (line.end - line.start > widestHead) return []
  const cells = cellsOf(text, line)
  if (cells.length < 2 || cells.length > mostCells) return []
  // A row of figures is none.
  const isFigure = ({ start, end }: Cell): boolean =>
    /^[\d\s.,\p{Sc}%-]*\d[\d\s.,\p{Sc}%-]*$/u.test(text.slice(start, end))
  return cells.some(isFigure) ? [] : cells
}

interface Looked {
  readonly cells: readonly Cell[]
  readonly words: readonly (readonly string[])[]
  readonly columns: readonly RecordColumn[]
}

/** The line as a head, where its cells name two of the columns and more, or all that are wanted. */
function headAt(text: string, line: Line, { cells, words, columns }: Looked): Head | undefined {
  const fits = columns.flatMap((column) =>
    words.map((ofCell, at) => ({ column, at, fit: headFit(ofCell, column) })).filter(({ fit }) => fit > 0),
  )
  const chosen = new Map<RecordColumn, number>()
  const taken = new Set<number>()
  let sum = 0
  for (const { column, at, fit } of fits.toSorted((a, b) => b.fit - a.fit)) {
    if (chosen.has(column) || taken.has(at)) continue
    chosen.set(column, at)
    taken.add(at)
    sum += fit
  }
  if (chosen.size < Math.min(2, columns.length)) return undefined
  return { line, cells, columns: chosen, fit: sum, isTabbed: text.slice(line.start, line.end).includes('\t') }
}

interface Row {
  readonly start: number
  readonly end: number
  /** By the place of the head's cell; a column may have several lines. */
  readonly cells: readonly (readonly Cell[])[]
}

/** The rows below a head, to the first line that is none. `heads` are numbers of lines. */
function rowsBelow(index: TextIndex, head: Head, heads: ReadonlySet<number>): Row[] {
  const rows: Row[] = []
  for (let number = head.line.number + 1; number < index.lines.length; number += 1) {
    const line = index.lines[number]
    if (line === undefined || line.end - line.start > longestRow || heads.has(number)) break
    const cells = alignedCells(index.text, line, head)
    if (cells === undefined) {
      if (index.text.slice(line.start, line.end).trim() === '' && number === head.line.number + 1) continue
      break
    }
    const filled = cells.filter((cell) => cell !== undefined).length
    const last = rows.at(-1)
    // A long description goes on in the next line.
    if (filled === 1 && last !== undefined) {
      if (line.end - last.start > longestRow) continue
      rows[rows.length - 1] = {
        ...last,
        end: line.end,
        cells: last.cells.map((lines, at) => (cells[at] ? [...lines, cells[at]] : lines)),
      }
      continue
    }
    if (filled > 1) rows.push({ start: line.start, end: line.end, cells: cells.map((cell) => (cell ? [cell] : [])) })
  }
  return rows
}

/** The cells of a line by the columns of the head: of as many tabs, else by where they stand. `undefined` where it is no row. */
function alignedCells(text: string, line: Line, head: Head): (Cell | undefined)[] | undefined {
  const raw = text.slice(line.start, line.end)
  if (raw.trim() === '' || raw.includes('\t') !== head.isTabbed) return undefined
  const cells = cellsOf(text, line).filter(({ start, end }) => head.isTabbed || end > start)
  if (head.isTabbed) {
    if (cells.length !== head.cells.length) return undefined
    return cells.map((cell) => (text.slice(cell.start, cell.end).trim() === '' ? undefined : cell))
  }
  if (cells.length < 2 && !/^ {2}/u.test(raw)) return undefined
  const aligned: (Cell | undefined)[] = head.cells.map(() => undefined)
  // Columns of figures end together, others begin together.
  for (const cell of cells) {
    const [from, to] = [cell.start - line.start, cell.end - line.start]
    const gaps = head.cells.map(({ start, end }) => {
      const [headFrom, headTo] = [start - head.line.start, end - head.line.start]
      return Math.min(Math.abs(from - headFrom), Math.abs(to - headTo), from < headTo && to > headFrom ? 1 : Infinity)
    })
    const least = gaps.reduce((one, other) => Math.min(one, other), Infinity)
    const at = gaps.indexOf(least)
    if (least > 6 || aligned[at] !== undefined) return undefined
    aligned[at] = cell
  }
  return aligned
}

const sums = new Set(
  [
    ...lexicon.total.labels,
    ...lexicon.subtotal.labels,
    ...lexicon.tax.labels,
    'carried forward',
    'übertrag',
    'report',
    'suma y sigue',
    'a riportare',
  ].map((label) => wordsOfHead(label).join(' ')),
)
const sumWords = 4
/** Whether a row says a sum of the others: `Total`, `Netto 19 %`; goods are seldom called so, and have a quantity. */
function isSum(text: string, row: Row): boolean {
  const first = row.cells.find((lines) => lines.length > 0)?.[0]
  const words = first ? wordsOfHead(text.slice(first.start, first.end)) : []
  const begins = [1, 2, 3].some((count) => words.length >= count && sums.has(words.slice(0, count).join(' ')))
  return begins && words.length <= sumWords
}

function asRecord({ text }: TextIndex, values: Values, { columns, fit }: Head, row: Row): Option | undefined {
  const record: Record<string, Json> = {}
  const read = new Map<string, number>()
  let figures = 0
  let described = 0
  for (const [{ name, type }, at] of columns) {
    const lines = row.cells[at] ?? []
    const value = valueOf(text, values, lines, type)
    if (value === undefined) continue
    record[name] = value
    if (numeric.has(type)) figures += 1
    else described += 1
    const amount = typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value
    if (numeric.has(type)) read.set(name, Number(amount))
  }
  const hasFigures = [...columns.keys()].some(({ type }) => numeric.has(type))
  if (figures + described === 0 || (hasFigures && figures === 0) || isSum(text, row)) return undefined
  const sure = (fit / columns.size > 2.5 ? 0.85 : 0.75) * (figures + described === columns.size ? 1 : 0.93)
  const start = row.start + (/^\s*/u.exec(text.slice(row.start, row.end))?.[0].length ?? 0)
  const end = row.start + text.slice(row.start, row.end).trimEnd().length
  return {
    value: candidate('record', start, end, record, 1),
    score: sure + (addsUp([...columns.keys()], read) ? 0.1 : 0),
    method: 'table',
  }
}

/** Quantity times price is the amount of the line, where a row has all three in that order. */
function addsUp(columns: readonly RecordColumn[], read: ReadonlyMap<string, number>): boolean {
  const of = (type: FieldType): number[] =>
    columns.filter((column) => column.type === type).flatMap(({ name }) => read.get(name) ?? [])
  const [[quantity], [price, amount]] = [of('number'), of('money')]
  if (quantity === undefined || price === undefined || amount === undefined) return false
  return Math.abs(quantity * price - amount) < 0.011 || Math.abs(quantity * amount - price) < 0.011
}

/** What a cell says as a value of a type; of several lines the text of all. */
function valueOf(text: string, values: Values, lines: readonly Cell[], type: FieldType): Json | undefined {
  const [first] = lines
  if (first === undefined) return undefined
  if (type === 'text' || type === 'identifier') {
    const whole = collapse(lines.map(({ start, end }) => text.slice(start, end)).join(' '))
    return whole === '' ? undefined : whole
  }
  const found = firstWithin(values.of(type), first.start, first.end)
  if (found) return found.value
  // A column of rates has no signs of percent behind them.
  const plain = type === 'percent' ? firstWithin(values.of('number'), first.start, first.end) : undefined
  return plain?.value
}
