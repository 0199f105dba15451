/** One record of a delimited text: its cells, and whether its quotation marks can be trusted. */
export interface CsvRecord {
  /** No more than `maxCells`, and one that says that there are more. */
  readonly cells: readonly string[]
  /** `open`: a quotation mark that never closes; `stray`: one in the middle of a value, taken as a character. */
  readonly quotes: 'good' | 'stray' | 'open'
  /** Where it starts in the text, in UTF-16 units. */
  readonly start: number
  /** Where reading can go on behind it; `undefined` where what stood before decides how the rest is read. */
  readonly end: number | undefined
}

/** How a text says where a cell ends. */
export interface Dialect {
  readonly delimiter: string
  /** Around a cell that has a delimiter or a line break in it; within, it is written twice. */
  readonly quote: '"' | "'"
  /** Whether a quotation mark within a quoted cell may stand behind a backslash, too. */
  readonly escapes: boolean
}

/** Cells of one record that are kept: no table of clients is nearly as wide, and millions of them would only cost time. */
export const maxCells = 10_000

/** A quoted value may be looked for again this many times the text's length; then quotes no longer cross lines. */
const rereadFactor = 4

/**
 * The records of a delimited text as RFC 4180 has it, with CR, LF or CRLF. What breaks the rule stays within its own
 * line: a quotation mark that is not closed does not swallow the lines behind it. Blank records are passed over.
 * @param from where the first of them starts
 */
export function* csvRecords(text: string, dialect: Dialect, from = 0): Generator<CsvRecord> {
  for (const record of filledRecords(text, dialect, from)) yield { ...record, cells: detached(record.cells) }
}

/** How many records there are, for less than what all of them would take. */
export function countRecords(text: string, dialect: Dialect): number {
  let count = 0
  for (const _ of filledRecords(text, dialect, 0)) count++
  return count
}

/** Records as slices of the text. */
function* filledRecords(text: string, dialect: Dialect, from: number): Generator<CsvRecord> {
  let at = from
  let reread = 0
  while (at < text.length) {
    const start = at
    let record = recordAt(text, start, dialect, reread < text.length * rereadFactor)
    if (record.failedAt !== undefined) {
      reread += record.failedAt - start
      record = { ...recordAt(text, start, dialect, false), quotes: 'open' }
    }
    at = record.end
    if (record.cells.some((cell) => cell.trim() !== ''))
      yield { cells: record.cells, quotes: record.quotes, start, end: reread === 0 ? at : undefined }
  }
}

/** Cells that stand for themselves: a slice of a text holds all of it in memory for as long as anything keeps the slice. */
function detached(cells: readonly string[]): readonly string[] {
  const own = Buffer.from(cells.join('')).toString()
  let at = 0
  return cells.map(({ length }) => own.slice(at, (at += length)))
}

/** The first records, without reading the rest. */
export function firstRecords(text: string, dialect: Dialect, count: number): readonly CsvRecord[] {
  const first: CsvRecord[] = []
  for (const record of csvRecords(text, dialect)) if (first.push(record) === count) break
  return first
}

interface ReadRecord extends Omit<CsvRecord, 'start' | 'end'> {
  /** Where the next record starts. */
  readonly end: number
  /** A quoted value crossed lines and then broke here: it was not meant to. */
  readonly failedAt?: number
}

function recordAt(text: string, start: number, dialect: Dialect, quotesCrossLines: boolean): ReadRecord {
  const { delimiter, quote } = dialect
  const cells: string[] = []
  let quotes: CsvRecord['quotes'] = 'good'
  const limit = quotesCrossLines ? text.length : endOfPlain(text, start, '\n')
  let at = start
  for (;;) {
    // Behind a quotation mark that does not close on its line the others are characters too.
    const quoted = text[at] === quote && quotes !== 'open' ? quotedAt(text, at, dialect, limit) : undefined
    if (quoted?.failedAt !== undefined) {
      if (quotesCrossLines) return { cells, quotes: 'open', end: start, failedAt: quoted.failedAt }
      quotes = 'open'
    }
    if (quoted?.stray === true && quotes === 'good') quotes = 'stray'
    const isWhole = quoted !== undefined && quoted.failedAt === undefined
    const end = isWhole ? quoted.end : endOfPlain(text, at, delimiter)
    if (cells.length <= maxCells) cells.push(isWhole ? quoted.value : text.slice(at, end))
    at = end
    if (text[at] !== delimiter) break
    at++
  }
  if (text[at] === '\r' && text[at + 1] === '\n') at++
  return { cells, quotes, end: Math.min(at + 1, text.length) }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

interface QuotedValue {
  readonly value: string
  readonly end: number
  readonly stray?: boolean
  readonly failedAt?: number
}

/** The quoted value that opens at `from` and ends before `limit`; blanks between its end and the delimiter are tolerated. */
function quotedAt(text: string, from: number, dialect: Dialect, limit: number): QuotedValue {
  const { delimiter, quote } = dialect
  let value = ''
  let piece = from + 1
  let stray = false
  let crossed = false
  for (;;) {
    const at = text.indexOf(quote, piece)
    if (at === -1 || at >= limit) return { value, end: from, failedAt: limit }
    const part = text.slice(piece, at)
    crossed ||= /[\r\n]/.test(part)
    if (dialect.escapes && backslashesAtEnd(part) % 2 === 1) {
      value += part.slice(0, -1) + quote
      piece = at + 1
      continue
    }
    value += part
    if (text[at + 1] === quote) {
      value += quote
      piece = at + 2
      continue
    }
    let end = at + 1
    while (text[end] === ' ' && text[end] !== delimiter) end++
    if (end >= text.length || text[end] === delimiter || text[end] === '\n' || text[end] === '\r') {
      return { value: dialect.escapes ? value.replaceAll('\\\\', '\\') : value, end, stray }
    }
    if (crossed) return { value, end: from, failedAt: at }
    stray = true
    value += quote
    piece = at + 1
  }
}

/** An even number of them stands for half as many, and escapes nothing. */
const backslashesAtEnd = (part: string): number => part.length - part.replace(/\\+$/, '').length
