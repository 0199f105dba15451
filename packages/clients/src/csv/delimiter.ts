import { largestOf } from '@chancery/core'
import { knownColumns } from '../normalizer/known-columns.ts'
import { commonest } from '../table/commonest.ts'
import { firstRecords } from './csv-records.ts'

const candidates = [',', ';', '\t', '|'] as const

/** Records of the start of a text that are looked at. */
const looked = 40

/** A first line `sep=;`, as spreadsheets write it, and the text behind it. */
export function namedDelimiter(text: string): { readonly delimiter: string; readonly body: string } | undefined {
  const named = /^"?sep=([^\r\n"])"?[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(text)
  return named?.[1] === undefined ? undefined : { delimiter: named[1], body: text.slice(named[0].length) }
}

/**
 * The delimiter under which the first records make most sense: the header row has names that are known, the rows are
 * equally wide, no quotation mark stands in the wrong place; in this order. A comma where nothing tells.
 */
export function sniffDelimiter(text: string): string {
  const head = text.slice(0, 50_000)
  const scored = candidates.map((delimiter) => ({ delimiter, score: scoreOf(head, delimiter) }))
  return scored.reduce((best, each) => (isHigher(each.score, best.score) ? each : best)).delimiter
}

function scoreOf(head: string, delimiter: string): readonly number[] {
  const records = firstRecords(head, delimiter, looked)
  const widths = records.map(({ cells }) => cells.length)
  const usual = commonest(widths)
  if (usual < 2) return [-1]
  const known = largestOf(records.slice(0, 10).map(({ cells }) => knownColumns(cells)))
  const even = widths.filter((width) => width === usual).length / widths.length
  const badQuotes = records.filter(({ quotes }) => quotes !== 'good').length / records.length
  return [known > 1 ? known : 0, Math.round((even - badQuotes) * 10), usual]
}

const isHigher = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}
