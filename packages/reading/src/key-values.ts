import { type Block, contentStart, type KeyValue, type Table, type TableCell } from '@chancery/core'
import { nextLabel } from './next-label.ts'

const maxKeyLength = 60
const maxValueLength = 300
const maxLineLength = 1000
const maxPairs = 2000
/** Blocks between a label and its value, where labels and values stand in rows. */
const mostBeside = 6

/** What may stand before the colon: starts with a letter, a few words, no sentence. */
const keyPattern = /^[\p{L}\p{N}№#*][\p{L}\p{M}\p{N}\s.,/&'’()#№°%_-]*$/u

/**
 * Labels and the values beside them: lines such as "Total: 12.00" in blocks of text, and the rows of tables with two
 * columns. Conservative: what could be prose, a time or an address of the web is left out.
 */
export function keyValuesIn(text: string, blocks: readonly Block[], tables: readonly Table[]): KeyValue[] {
  const pairs: KeyValue[] = []
  for (const [index, block] of blocks.entries()) {
    const table = block.table === undefined ? undefined : tables[block.table]
    const isProse = block.type !== 'code' && block.type !== 'heading' && block.type !== 'title'
    const found =
      table !== undefined
        ? pairsOfTable(table, text)
        : isProse
          ? [
              ...pairsOfLines(text, withoutMarker(text, block)),
              ...pairOfNeighbours(text, block, valueOf(text, blocks, index)),
              ...pairsOfStacked(text, block, blocks[index + 1], blocks[index + 2]),
            ]
          : []
    for (const pair of found) {
      if (pairs.length >= maxPairs) return pairs
      pairs.push(pair)
    }
  }
  return pairs
}

/** "1." is no part of the label "1. Name". */
const withoutMarker = (text: string, block: Block): Pick<Block, 'span'> => ({
  span: { ...block.span, start: contentStart(block, text) },
})

const endsAsLabel = (text: string, { span }: Block): boolean => /[:：]\s*$/.test(text.slice(span.end - 3, span.end))

/** The block behind a label; where labels stand in a row, and their values in the next, the one that is right below it. */
function valueOf(text: string, blocks: readonly Block[], label: number): Block | undefined {
  const [own, next] = [blocks[label], blocks[label + 1]]
  if (own === undefined || next === undefined || own.span.box === undefined || !endsAsLabel(text, own)) return next
  if (!endsAsLabel(text, next) && (isUnder(own.span, next.span) || areBeside(own.span, next.span))) return next
  return blocks.slice(label + 2, label + 2 + mostBeside).find(({ span }) => isUnder(own.span, span)) ?? next
}

/** A label in a block of its own, and the value in the next one, which stands beside it on the page or right below. */
function* pairOfNeighbours(text: string, label: Block, value: Block | undefined): Generator<KeyValue> {
  if (value === undefined || value.table !== undefined) return
  const isBelow = value.type === 'paragraph' && (isUnder(label.span, value.span) || isNextInFlow(text, label, value))
  if (!isBelow && !areBeside(label.span, value.span)) return
  const [start, valueStart] = [contentStart(label, text), contentStart(value, text)]
  const key = text.slice(start, Math.min(label.span.end, start + maxKeyLength + 2))
  const isShort = label.span.end - start === key.length && value.span.end - valueStart <= maxValueLength
  if (!isShort || !/^[^:：\n\t]*[:：]\s*$/.test(key) || /[:：](?:\s|$)|\n/.test(text.slice(valueStart, value.span.end)))
    return
  yield* pair(text, [start, label.span.end], [valueStart, value.span.end], label.span, isBelow ? 0.5 : 0.7)
}

/**
 * Labels without colons: an amount beside one, or values right below them, one below each. That they are labels is said by
 * figures in their values and, of a single one, by its smaller type.
 */
function* pairsOfStacked(
  text: string,
  label: Block,
  value: Block | undefined,
  after: Block | undefined,
): Generator<KeyValue> {
  if (label.type !== 'paragraph' || value?.type !== 'paragraph') return
  if (label.layer !== value.layer || label.span.end - label.span.start > maxLineLength) return
  const [labels, values] = [partsOf(text, label), partsOf(text, value)]
  const [first, firstValue] = [labels[0], values[0]]
  if (first === undefined || firstValue === undefined || labels.length !== values.length) return
  if (labels.length === 1 && areBeside(label.span, value.span)) {
    const isTotal = isAmount(text.slice(...firstValue)) && !/[:：]/.test(text.slice(...first))
    if (isTotal && !isAmount(text.slice(...first))) yield* pair(text, first, firstValue, label.span, 0.6)
    return
  }
  if (!labels.every((part) => isBareLabel(text.slice(...part)))) return
  if (!isUnder(label.span, value.span) || values.some(([start, end]) => end - start > maxKeyLength)) return
  const isSmaller = (label.span.box?.height ?? 0) < 0.85 * (value.span.box?.height ?? 0)
  const isRow = (parts: readonly (readonly [number, number])[]): boolean =>
    parts.length === labels.length && parts.filter((part) => /\d/.test(text.slice(...part))).length * 2 >= parts.length
  // A second row of values makes it a table.
  if (labels.length === 1 && !isRow(values)) return
  const isForm = labels.length > 1 && isRow(values) && !(after !== undefined && isRow(partsOf(text, after)))
  if (!isSmaller && !isForm) return
  for (const [at, part] of labels.entries()) {
    const below = values[at]
    if (below !== undefined) yield* pair(text, part, below, label.span, isSmaller ? 0.6 : 0.5)
  }
}

/** What tabs part on a single line; nothing of several lines. */
function partsOf(text: string, { span }: Block): [number, number][] {
  const line = text.slice(span.start, span.end)
  if (line.length > maxLineLength || line.includes('\n')) return []
  let start = span.start
  return line.split('\t').map((part): [number, number] => {
    const from = start
    start += part.length + 1
    return [from, from + part.length]
  })
}

const isBareLabel = (text: string): boolean => isKey(text) && !/[\d:：]|[.]\s*$/.test(text.replace(/no\.\s*$/i, ''))

/** Of a document without pages: a paragraph of a word or three, and the next one. */
const isNextInFlow = (text: string, { type, span: label }: Block, { span: value }: Block): boolean =>
  type === 'paragraph' &&
  label.box === undefined &&
  value.box === undefined &&
  label.end - label.start < 40 &&
  /^\p{Lu}\S*(?:[ \u00a0]\S+){0,2}\s*$/u.test(text.slice(label.start, label.end))

/** Begins where the label does, without a line's room between. */
function isUnder({ box: label, page }: Block['span'], { box: value, page: otherPage }: Block['span']): boolean {
  if (label === undefined || value === undefined || page !== otherPage) return false
  const gap = value.y - label.y - label.height
  return Math.abs(value.x - label.x) < 0.01 && gap > -0.2 * label.height && gap < 0.8 * label.height
}

function areBeside({ box: one, page }: Block['span'], { box: other, page: otherPage }: Block['span']): boolean {
  if (one === undefined || other === undefined || page !== otherPage) return false
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const isBeside = other.x >= one.x + one.width || one.x >= other.x + other.width
  return isBeside && overlap > 0.5 * Math.min(one.height, other.height)
}

function* pairsOfLines(text: string, { span }: Pick<Block, 'span'>): Generator<KeyValue> {
  let start = span.start
  while (start < span.end) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 || newline > span.end ? span.end : newline
    // Tabs part the pairs of one line: "Date:	1 May	Number:	17".
    if (end - start <= maxLineLength) yield* pairsOfLine(text, start, end, span)
    start = end + 1
  }
}

function* pairsOfLine(text: string, start: number, end: number, place: Block['span']): Generator<KeyValue> {
  const line = text.slice(start, end)
  const colon = /[:：]/.exec(line.slice(0, maxKeyLength + 1))?.index
  if (colon === undefined) {
    // "Subtotal	745.00"
    const tab = line.indexOf('\t')
    if (tab > 0 && tab <= maxKeyLength && isAmount(line.slice(tab + 1)))
      yield* pair(text, [start, start + tab], [start + tab + 1, end], place, 0.6)
    return
  }
  const value = line.slice(colon + 1)
  // "12:30" and "https://" are no labels.
  if (/^\S/.test(value) && line[colon] === ':' && (/\d$/.test(line.slice(0, colon)) || value.startsWith('//'))) return
  const rest = value.trim()
  const next = nextLabel(rest)
  const own = next === undefined ? rest : rest.slice(0, next)
  const at = start + colon + 1 + value.indexOf(rest)
  // What stands before a tab is no part of the label.
  const keyStart = start + line.lastIndexOf('\t', colon) + 1
  yield* pair(text, [keyStart, start + colon], [at, at + own.length], place, 0.8)
  if (next !== undefined) yield* pairsOfLine(text, at + next, end, place)
}

/** A number with a currency or share, and nothing else; "VAT 21%" is none. */
const isAmount = (text: string): boolean =>
  text.length < 40 &&
  /^\s*[-–(]?\s*(?:\p{Sc}|[A-Z]{2,3}[$€£]?)?\s*[-–(]?\d[\d.,'’\s]{0,20}\)?\s*(?:%|\p{Sc}|[A-Z]{3})?\s*$/u.test(text) &&
  !/^\s*[A-Z].*%/.test(text)

/**
 * Two columns: the left one holds the labels, if nearly all of it looks like labels. Of other tables: labels with a colon,
 * inside cells and beside them; rows of a label and an amount below rows of more (totals); a header over a single row.
 */
function* pairsOfTable(table: Table, text: string): Generator<KeyValue> {
  // Rows that merged cells cover have none of their own.
  const rows = Array.from({ length: table.rows }, (): TableCell[] => [])
  for (const cell of table.cells) rows[cell.row]?.push(cell)
  if (table.columns === 2) {
    // Not gathered first: of a long table only some are wanted.
    let isLabelled = false
    for (const found of pairsOfLabels(table, rows, text)) {
      isLabelled = true
      yield found
    }
    if (isLabelled) return
  }
  for (const [at, cell] of table.cells.entries()) {
    if (!/[:：]/.test(cell.text)) continue
    yield* pairsOfLines(text, cell)
    yield* pairsUnderLabels(text, cell)
    if (table.columns !== 2) yield* pairOfCells(text, table, cell, table.cells[at + 1])
  }
  if (table.columns === 2) return
  const filled = rows.map((row) => row.filter((cell) => cell.text.trim() !== ''))
  const most = filled.reduce((count, row) => Math.max(count, row.length), 0)
  for (const [label, amount, ...others] of filled.slice(table.headerRows + 1)) {
    if (most < 3 || label === undefined || amount === undefined || others.length > 0) continue
    if (/[:：]/.test(label.text) || !isAmount(amount.text) || isAmount(label.text)) continue
    yield* pair(text, [label.span.start, label.span.end], [amount.span.start, amount.span.end], table.span, 0.7)
  }
  if (table.headerRows === 1 && table.rows === 2) yield* pairsOfHeader(table, filled, text)
}

/** A label on a line of a cell, and its value on the lines below, up to the next label. */
function* pairsUnderLabels(text: string, { span }: TableCell): Generator<KeyValue> {
  if (span.end - span.start > maxLineLength) return
  let label: readonly [number, number] | undefined
  let value: [number, number] | undefined
  let start = span.start
  for (const line of text.slice(span.start, span.end).split('\n')) {
    const end = start + line.length
    if (/[:：\t]/.test(line)) {
      if (label !== undefined && value !== undefined) yield* pair(text, label, value, span, 0.7)
      label = /^[^:：\t]*[:：]\s*$/.test(line) ? [start, end] : undefined
      value = undefined
    } else if (label !== undefined) value = [value?.[0] ?? start, end]
    start = end + 1
  }
  if (label !== undefined && value !== undefined) yield* pair(text, label, value, span, 0.7)
}

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
    .slice(table.headerRows)
    .filter(([left, right]) => left !== undefined && right !== undefined && right.text.trim() !== '')
  const labels = filled.filter(([left]) => left !== undefined && isKey(left.text))
  if (labels.length < filled.length * 0.7) return
  for (const [left, right] of labels) {
    if (left === undefined || right === undefined || right.text.includes('\n')) continue
    const withColon = /[:：]\s*$/.test(left.text)
    yield* pair(
      text,
      [left.span.start, left.span.end],
      [right.span.start, right.span.end],
      table.span,
      withColon ? 0.9 : 0.6,
    )
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

const isKey = (text: string): boolean => {
  const key = text.trim().replace(/[:：]$/, '')
  return key.length <= maxKeyLength && keyPattern.test(key) && /\p{L}/u.test(key) && key.split(/\s+/).length <= 6
}

function* pair(
  text: string,
  [keyStart, keyEnd]: readonly [number, number],
  [valueStart, valueEnd]: readonly [number, number],
  place: Block['span'],
  confidence: number,
): Generator<KeyValue> {
  const keySpan = trimmed(text, keyStart, keyEnd, /[:：\s]/)
  const valueSpan = trimmed(text, valueStart, valueEnd, /\s/)
  const key = text.slice(keySpan.start, keySpan.end)
  const value = text.slice(valueSpan.start, valueSpan.end)
  // A line to be filled in is no value.
  if (!isKey(key) || value.length > maxValueLength || !/[^\s_.…]/.test(value)) return
  const page = place.page === undefined ? {} : { page: place.page }
  yield { key, value, keySpan: { ...keySpan, ...page }, valueSpan: { ...valueSpan, ...page }, confidence }
}

function trimmed(text: string, from: number, to: number, edge: RegExp): { start: number; end: number } {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start] ?? '')) start++
  while (end > start && edge.test(text[end - 1] ?? '')) end--
  return { start, end }
}
