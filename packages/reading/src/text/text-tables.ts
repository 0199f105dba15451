import { alignedRows, cutAt, mostCells, mostColumns, ruledColumns } from './text-columns.ts'
import type { TableRows } from '../model/block-sink.ts'

export interface TextTable {
  readonly rows: TableRows
  readonly headerRows: number
  /** Lines before the one asked for that are its header. */
  readonly linesAbove: number
  /** How many lines it takes from there. */
  readonly lines: number
}

/** The table that begins at a line, or whose header is the line above: drawn with signs, or set in columns. */
export const tableAt = (lines: readonly string[], at: number, above: number): TextTable | undefined =>
  framedTable(lines, at) ?? pipedTable(lines, at, above) ?? ruledTable(lines, at, above) ?? setTable(lines, at)

const frame = /^\s*\+(?:[-=]{2,}\+)+$/
const pipes = /^[-=:+|\s]*$/
const isPipeRule = (line: string): boolean => pipes.test(line) && /[|+]/.test(line) && /--|==/.test(line)

const cellsOf = (texts: readonly string[]): TableRows[number] => texts.map((text) => ({ text }))

/** Its cells; a line that begins with a sign ends with one. */
const parted = (line: string): readonly string[] => {
  const whole = line.trim()
  const inner = whole.startsWith('|') ? whole.slice(1).replace(/\|$/, '') : whole
  return inner.split('|').map((cell) => cell.trim())
}

/** In frames of `+---+`: the rows between two of them, or, as databases print them, a row a line below the header. */
function framedTable(lines: readonly string[], at: number): TextTable | undefined {
  const [first = ''] = lines.slice(at, at + 1)
  if (!frame.test(first)) return undefined
  const width = first.trim().split('+').length - 2
  const parts: (readonly string[])[][] = []
  let end = at
  let headerParts = 0
  for (let line = at; line < lines.length; line++) {
    const text = lines[line] ?? ''
    if (frame.test(text)) {
      if (parts.at(-1)?.length === 0) break
      if (headerParts === 0 && text.includes('=')) headerParts = parts.length
      parts.push([])
      end = line + 1
    } else if (text.trim().startsWith('|') && parted(text).length === width) parts.at(-1)?.push(parted(text))
    else break
  }
  // Below the last frame stands nothing of the table.
  parts.pop()
  const isByLine = headerParts === 0 && parts.length <= 2
  const rows = isByLine
    ? parts.flat()
    : parts.map((part) => Array.from({ length: width }, (_, column) => filled(part.map((line) => line[column] ?? ''))))
  const headerRows = isByLine && parts.length === 2 ? (parts[0]?.length ?? 0) : headerParts
  return rows.length > headerRows ? { rows: rows.map(cellsOf), headerRows, linesAbove: 0, lines: end - at } : undefined
}

const filled = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')

/** Cells between `|`, below a header and a rule. */
function pipedTable(lines: readonly string[], at: number, above: number): TextTable | undefined {
  const header = lines[at - 1]
  if (above === 0 || header === undefined || !header.includes('|') || !isPipeRule(lines[at] ?? '')) return undefined
  const rows = [parted(header)]
  const width = rows[0]?.length ?? 0
  if (width < 2 || width > mostColumns) return undefined
  let end = at + 1
  for (; end < lines.length && rows.length * width < mostCells; end++) {
    const line = lines[end] ?? ''
    if (isPipeRule(line)) continue
    const row = parted(line)
    if (row.length < 2 || row.length > width) break
    rows.push(row)
  }
  return rows.length > 1 ? { rows: rows.map(cellsOf), headerRows: 1, linesAbove: 1, lines: end - at } : undefined
}

/** In columns below rules of their own: `----  ------`. */
function ruledTable(lines: readonly string[], at: number, above: number): TextTable | undefined {
  const columns = ruledColumns(lines[at] ?? '')
  if (columns === undefined) return undefined
  const isFramed = above === 0
  const header = isFramed ? undefined : cutAt(columns, lines[at - 1] ?? '')
  if (!isFramed && header === undefined) return undefined
  const rows = header === undefined ? [] : [header]
  let headerRows = rows.length
  let rowsAtRule = -1
  let end = at + 1
  for (; end < lines.length && rows.length * columns.length < mostCells; end++) {
    const line = lines[end] ?? ''
    if (ruledColumns(line) !== undefined) {
      if (rows.length === rowsAtRule) break
      rowsAtRule = rows.length
      // What stands between the first two rules is the header, where none is above them.
      if (headerRows === 0) headerRows = rows.length
      continue
    }
    const row = cutAt(columns, line)
    if (row === undefined) break
    rows.push(row)
  }
  if (headerRows === rows.length) headerRows = 0
  return rows.length > 1
    ? { rows: rows.map(cellsOf), headerRows, linesAbove: isFramed ? 0 : 1, lines: end - at }
    : undefined
}

/** A whole run of lines whose cells stand below each other, with blanks between them. */
function setTable(lines: readonly string[], at: number): TextTable | undefined {
  if (at > 0) return undefined
  const rows = alignedRows(lines)
  if (rows === undefined) return undefined
  const [first = [], ...others] = rows
  const headsFigures = first.some((_, column) =>
    others.every((row) => row[column] === '' || /\d/.test(row[column] ?? '')),
  )
  const headerRows = headsFigures && !first.some((text) => /\d/.test(text)) ? 1 : 0
  return { rows: rows.map(cellsOf), headerRows, linesAbove: 0, lines: lines.length }
}
