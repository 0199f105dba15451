import Papa from 'papaparse'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { beyondLimit } from '../reading-errors.ts'
import { textOfDocument } from '../text-of-document.ts'
import { countCells } from './count-cells.ts'

/** Old programs end their files so. */
const endOfFile = '\u001a'

/** Excel's own first line that names the delimiter. */
const separatorLine = /^sep=(.)(?:\r\n|\r|\n|$)/i

/** Delimited text (RFC 4180 and what is written in practice): one table, or one for each width that an empty line parts. */
export const csvReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    const builder = new ModelBuilder(limits)
    const decoded = textOfDocument(document)
    const whole = decoded.endsWith(endOfFile) ? decoded.slice(0, -1) : decoded
    const named = separatorLine.exec(whole)
    const text = named === null ? whole : whole.slice(named[0].length)
    const delimiter = named?.[1] ?? (document.type === 'tsv' ? '\t' : sniffDelimiter(text))
    if (countCells(text, delimiter, limits.cells) > limits.cells) {
      throw beyondLimit('cells', limits.cells)
    }
    const parse = (quoteChar: string): Papa.ParseResult<string[]> =>
      Papa.parse<string[]>(text, { delimiter, quoteChar })
    const quoted = parse('"')
    const endless = quoted.errors.some(({ code }) => code === 'MissingQuotes')
    const plain = endless ? parse('\0') : quoted
    if (endless) builder.warnings.push(unclosedQuote)
    // A quote that never ends swallows the rows behind it; where they are as wide as the others, it was no quote.
    const { data } = endless && isMoreEven(plain.data, quoted.data) ? plain : quoted
    for (const { rows, headerRows } of tablesOf(data)) {
      builder.table(
        rows.map((row) => row.map((cell) => ({ text: cell.replaceAll('\t', ' ') }))),
        headerRows,
      )
    }
    return builder.build()
  },
}

const unclosedQuote = {
  code: 'unclosed_quote',
  severity: 'warning',
  message: 'A cell begins with a quote that never ends; what follows it may be in the wrong cells, or cut off.',
} as const

const candidates = [',', ';', '\t', '|'] as const

/** The delimiter that parts the first lines most evenly; quoted text does not count. */
function sniffDelimiter(text: string): string {
  const sample = text.slice(0, 64 * 1024)
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of candidates) {
    const rows = Papa.parse<string[]>(sample, { delimiter, preview: 50, skipEmptyLines: true }).data
    // The last row of a sample may be cut off.
    const { width, share } = evenness(rows.length > 1 && sample.length < text.length ? rows.slice(0, -1) : rows)
    const score = width < 2 ? 0 : share * share * Math.min(width, 3)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** How many cells most rows have, and how large a share of the rows that is. */
function evenness(rows: readonly (readonly string[])[]): { readonly width: number; readonly share: number } {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as const)
  return { width, share: count / Math.max(rows.length, 1) }
}

/** Whether rows are as wide as each other in more cases; of two that are as even, and as wide, the first. */
function isMoreEven(rows: readonly (readonly string[])[], others: readonly (readonly string[])[]): boolean {
  const [one, other] = [evenness(rows.filter(isFilled)), evenness(others.filter(isFilled))]
  return one.share > other.share || (one.share === other.share && one.width === other.width)
}

interface CsvTable {
  readonly rows: readonly (readonly string[])[]
  readonly headerRows: number
}

/** More of them are rows with gaps. */
const maxParts = 10

/** What banks and shops write above and below their rows is a table of its own: an empty line parts it, and its width. */
function tablesOf(data: readonly (readonly string[])[]): CsvTable[] {
  const parts: { readonly rows: (readonly string[])[]; width: number }[] = []
  let isNew = true
  for (const row of data) {
    if (isNew && isFilled(row)) parts.push({ rows: [], width: 0 })
    isNew = !isFilled(row)
    const part = parts.at(-1)
    if (isNew || part === undefined) continue
    part.rows.push(row)
    part.width = Math.max(part.width, filledWidth(row))
  }
  const widest = parts.reduce((width, part) => Math.max(width, part.width), 0)
  const together = joined(parts)
  if (together.length < 2 || together.length > maxParts) {
    const rows = data.filter((row) => row.length > 1 || row[0] !== '')
    return [{ rows, headerRows: hasHeader(rows) ? 1 : 0 }]
  }
  return together.map(({ rows, width }) => ({
    rows: rows.map((row) => row.slice(0, width)),
    // Two columns beside wider ones are labels and values.
    headerRows: (width > 2 || width === widest) && hasHeader(rows.map((row) => row.slice(0, width))) ? 1 : 0,
  }))
}

/** Parts that follow each other and are as wide are one. */
function joined<Part extends { readonly rows: (readonly string[])[]; readonly width: number }>(
  parts: readonly Part[],
): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last?.width === part.width) for (const row of part.rows) last.rows.push(row)
    else all.push(part)
  }
  return all
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '')
const filledWidth = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1

/** A first row of different names, none of them a number, above at least one other row. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const names = (rows[0] ?? []).map((name) => name.trim())
  return (
    rows.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && !/^[-+(]?[\p{Sc}\s]*\d[\d.,'\s:/-]*(?:[%)]|\p{Sc})?$/u.test(name))
  )
}
