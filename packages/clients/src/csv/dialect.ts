import { largestOf } from '@chancery/core'
import { knownColumns } from '../normalizer/known-columns.ts'
import { commonest } from '../table/commonest.ts'
import { type Dialect, firstRecords } from './csv-records.ts'

const candidates = [',', ';', '\t', '|'] as const

/** What else parts columns where the names of two of them are known then. */
const rarer = ['^', '~', ':'] as const

/** Records of the start of a text that are looked at. */
const looked = 40

/** A first line `sep=;`, as spreadsheets write it, and the text behind it. */
export function namedDelimiter(text: string): { readonly delimiter: string; readonly body: string } | undefined {
  const named = /^"?sep=([^\r\n"])"?[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(text)
  return named?.[1] === undefined ? undefined : { delimiter: named[1], body: text.slice(named[0].length) }
}

/**
 * How the cells of a text are parted and quoted: the delimiter under which the first records make most sense, where none is
 * given; apostrophes for quotation marks where they stand around cells; a backslash before a quotation mark within, where
 * that mends what would be broken.
 */
export function sniffDialect(text: string, given?: string): Dialect {
  const head = text.slice(0, 50_000)
  const quoted = (delimiter: string): Dialect => ({ delimiter, quote: quoteOf(head, delimiter), escapes: false })
  const dialect = given === undefined ? sniffed(head, quoted) : quoted(given)
  const escaped = { ...dialect, escapes: true }
  const isMended = head.includes(`\\${dialect.quote}`) && badQuotes(head, dialect) > 0 && badQuotes(head, escaped) === 0
  return isMended ? escaped : dialect
}

/**
 * The header row has names that are known, the rows are equally wide, no quotation mark stands in the wrong place; in this
 * order. A comma where nothing tells.
 */
function sniffed(head: string, quoted: (delimiter: string) => Dialect): Dialect {
  const scored = candidates.map((delimiter) => ({
    dialect: quoted(delimiter),
    score: scoreOf(head, quoted(delimiter)),
  }))
  const best = scored.reduce((first, each) => (isHigher(each.score, first.score) ? each : first))
  if ((best.score[0] ?? 0) > 0) return best.dialect
  const rare = rarer.map((delimiter) => quoted(delimiter)).find((dialect) => (scoreOf(head, dialect)[0] ?? 0) > 1)
  return rare ?? best.dialect
}

const badQuotes = (head: string, dialect: Dialect): number =>
  firstRecords(head, dialect, looked).filter(({ quotes }) => quotes !== 'good').length

/** An apostrophe where most cells stand in two of them, and none of quotation marks does. */
function quoteOf(head: string, delimiter: string): Dialect['quote'] {
  const cut = delimiter === '|' ? String.raw`\|` : delimiter === '^' ? String.raw`\^` : delimiter
  const enclosed = new RegExp(`(?:^|${cut})'(?:[^'\\r\\n]|'')*'(?=${cut}|[\\r\\n]|$)`, 'gm')
  const apostrophes = head.match(enclosed)?.length ?? 0
  if (apostrophes < 2 || head.match(new RegExp(`(?:^|${cut})"`, 'm')) !== null) return '"'
  const records = firstRecords(head, { delimiter, quote: "'", escapes: false }, looked)
  const isGood = records.every(({ quotes }) => quotes === 'good')
  const widths = new Set(records.map(({ cells }) => cells.length))
  const filled = records.flatMap(({ cells }) => cells.filter((cell) => cell.trim() !== '')).length
  return isGood && (apostrophes * 2 >= filled || widths.size === 1) ? "'" : '"'
}

function scoreOf(head: string, dialect: Dialect): readonly number[] {
  const records = firstRecords(head, dialect, looked)
  const widths = records.map(({ cells }) => cells.length)
  const usual = commonest(widths)
  if (usual < 2) return [-1]
  const known = largestOf(records.slice(0, 10).map(({ cells }) => knownColumns(cells)))
  const even = widths.filter((width) => width === usual).length / widths.length
  const bad = records.filter(({ quotes }) => quotes !== 'good').length / records.length
  return [known > 1 ? known : 0, Math.round((even - bad) * 10), usual]
}

const isHigher = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}
