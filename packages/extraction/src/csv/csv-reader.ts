import Papa from 'papaparse'
import { decodeText } from '../decode-text.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { beyondLimit } from '../reading-errors.ts'
import { countCells } from './count-cells.ts'

/** Excel's own first line that names the delimiter. */
const separatorLine = /^sep=(.)(?:\r\n|\r|\n|$)/i

/** Delimited text (RFC 4180 and what is written in practice) as one table. */
export const csvReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    const builder = new ModelBuilder(limits)
    const whole = decodeText(document)
    const named = separatorLine.exec(whole)
    const text = named === null ? whole : whole.slice(named[0].length)
    const delimiter = named?.[1] ?? (document.type === 'tsv' ? '\t' : sniffDelimiter(text))
    if (countCells(text, delimiter, limits.tableCells) > limits.tableCells) {
      throw beyondLimit('cells of a table', limits.tableCells)
    }
    const parse = (quoteChar: string): Papa.ParseResult<string[]> =>
      Papa.parse<string[]>(text, { delimiter, quoteChar, skipEmptyLines: true })
    const quoted = parse('"')
    const endless = quoted.errors.some(({ code }) => code === 'MissingQuotes')
    const plain = endless ? parse('\0') : quoted
    // A quote that never ends swallows the rows behind it; where they are as wide as the others, it was no quote.
    const data = evenness(plain.data).share > evenness(quoted.data).share ? plain.data : quoted.data
    builder.table(
      data.map((row) => row.map((cell) => ({ text: cell.replaceAll('\t', ' ') }))),
      hasHeader(data) ? 1 : 0,
    )
    return builder.build()
  },
}

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

/** A first row of different names, none of them a number, above at least one other row. */
function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const names = (rows[0] ?? []).map((name) => name.trim())
  return (
    rows.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && !/^[-+(]?[\p{Sc}\s]*\d[\d.,'\s:/-]*(?:[%)]|\p{Sc})?$/u.test(name))
  )
}
