import type { Finding } from '@chancery/core'
import Papa from 'papaparse'
import { findHeader } from './find-header.ts'

export interface CsvRecord {
  readonly cells: readonly string[]
  readonly faults: readonly Finding[]
}

export interface CsvTable {
  readonly columns: readonly string[]
  readonly records: readonly CsvRecord[]
  readonly findings: readonly Finding[]
}

/**
 * A delimited text as a table. Nothing is dropped but blank lines and what stands above the header row, which is told. A
 * first line `sep=;`, as spreadsheets write it, names the delimiter.
 */
export function readCsv(source: string): CsvTable {
  const text = source.replace(/^\ufeff/, '')
  const named = /^sep=(.)\r?\n/i.exec(text)
  const delimiter = named?.[1] === undefined ? sniffDelimiter(text) : named[1]
  const body = named === null ? text : text.slice(named[0].length)
  const parsed = Papa.parse<string[]>(body, { delimiter, header: false, skipEmptyLines: false })
  const faulty = new Map(parsed.errors.filter(({ type }) => type === 'Quotes').map(({ row }) => [row ?? 0, quoteFault]))
  const lines = parsed.data
    .map((cells, index) => ({ cells, faults: faulty.has(index) ? [quoteFault] : [] }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const { columns, first, skipped } = findHeader(lines.map(({ cells }) => cells))
  const findings: Finding[] = []
  if (first === 0 && lines.length > 0) findings.push(noHeader)
  if (skipped > 0) findings.push(linesAbove(skipped))
  return { columns, records: lines.slice(first), findings }
}

const candidates = [',', ';', '\t', '|'] as const

/** The delimiter that splits the first lines most evenly, quotes regarded. */
function sniffDelimiter(text: string): string {
  const head = text.slice(0, 20_000)
  let best: string = ','
  let bestScore = 0
  for (const delimiter of candidates) {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: 30 })
    const widths = data.filter((cells) => cells.some((cell) => cell !== '')).map((cells) => cells.length)
    const widest = Math.max(1, ...widths)
    if (widest === 1) continue
    const usual = mode(widths)
    const score = (widths.filter((width) => width === usual).length / widths.length) * Math.min(usual, 20) + usual / 100
    if (usual > 1 && score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

function mode(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

const quoteFault: Finding = {
  code: 'bad_quotes',
  severity: 'error',
  message: 'A quotation mark is not closed, or text follows behind it.',
  hint: 'Write a quotation mark inside a quoted value twice.',
}

const noHeader: Finding = {
  code: 'no_header_row',
  severity: 'warning',
  message: 'The first row holds values, not names; the columns are numbered.',
  hint: 'Map them as "Column 1", "Column 2", …, or add a header row.',
}

const linesAbove = (count: number): Finding => ({
  code: 'lines_above_header',
  severity: 'info',
  message: `${count} line(s) above the header row were left out.`,
})
