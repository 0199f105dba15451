import type { FieldType, Identification, SearchedModel } from '@chancery/core'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { mostKeyValues } from '../text-in-reach.ts'
import { tickedPart } from './check-marks.ts'
import { knownLabels } from './label-hits.ts'

type KeyValue = Identification['keyValues'][number]

const pair =
  /(?<=^|[\t\n|]| {2})[ •*-]{0,4}(?:\d{1,3}[.)] )?([\p{L}][\p{L}\p{M}\p{N} .,'’/()&#°º+-]{0,58}?)[ ]{0,24}(?:[:：](?!\/\/|(?<=\d:)\d)|\.{3,40}:?|_{3,40}:?)[ \t]{0,40}(?=[^\s])([^\n\t]{1,400})/gu
/** Words of a label are written alike: `Date of Issue:` or `AN:`, of `Musterstadt AN:` the last alone. */
const nextPair =
  / {2,}(?=[\p{L}][\p{L} .'’/°º-]{0,38}:)|(?<=[\p{L}\d)])(?: [–—·|•-])? (?=(?:(?:\p{Lu}\p{Ll}[\p{L}]{0,14}[ .]{0,2}){1,3}(?:(?:ID|VAT|NO|NR) ?)?|(?:\p{Lu}{2,16}[ .]{0,2}){1,3}|\p{Lu}\p{Ll}{2,15}(?: \p{Ll}[\p{L}'’]{1,14}){1,3} ?): )/u
const below =
  /(?<=^|\n)[ \t]{0,8}([\p{L}][\p{L}\p{M}\p{N} .'’/()&#-]{0,48}?) ?:[ \t]{0,8}\r?\n[ \t]{0,12}([^\n:]{1,120})(?=\r?\n|$)/gu

/** A line of a name and a measure, without a mark between: "Blood pressure 120/80", "Body weight 72.5 kg". */
const measured =
  /(?<=^|\n)[ \t]{0,8}(\p{Lu}[\p{L}’'-]{1,24}(?: [\p{L}’'().-]{1,24}){0,3}) {1,3}([<>≤≥~]?[-+]?\d[\d.,/:]{0,20}(?: ?(?:%|[\p{L}°µ][\p{L}\d°µ²³/%]{0,11}))?)[ \t]{0,8}(?=\r?\n|$)/gu
/** What numbers count parts of papers, and not facts: "Page 3 of", "Section 2.1". */
const counted =
  /^(?:pages?|sections?|chapter|articles?|part|step|figure|fig|table|annex|appendix|item|no|nr|seite|abschnitt|kapitel|artikel|teil|anlage|abbildung|tabelle|art|chapitre|partie|annexe|tableau|página|sección|capítulo|artículo|anexo|tabla|pagina|sezione|capitolo|articolo|allegato|tabella|secção|artigo|tabela|hoofdstuk|bijlage|deel)(?![\p{L}])/iu

/** Where the next pair of a line begins, as the space before its label; a label that is known ends a value of any words. */
export function nextPairIn(rest: string): { readonly index: number; readonly length: number } | undefined {
  const found = nextPair.exec(rest)
  const cut = found === null ? undefined : { index: found.index, length: found[0].length }
  if (cut !== undefined && cut.length > 1) return cut
  const colon = /(?<=[\p{L}.)]) ?[:：][ \t]/u.exec(rest)?.index
  if (colon === undefined) return cut
  const head = rest.slice(Math.max(0, colon - 60), colon)
  const known = Array.from(head.matchAll(/(?<=[^\s] )(?=\p{Lu})/gu), ({ index }) => index)
    .slice(-4)
    .find((start) => knownLabels.get(head.slice(start)).length > 0)
  return known === undefined ? cut : { index: colon - head.length + known - 1, length: 1 }
}

/** Where a value of a kind ends that more words and another mark follow: `Net: 12.00 EUR Total of all items: 15.00 EUR`. */
function nextBehindValue(
  values: Values,
  rest: string,
  start: number,
): { readonly index: number; readonly length: number } | undefined {
  const lead = rest.length - rest.trimStart().length
  const end =
    kinds.reduce(
      (last, type) => Math.max(last, firstWithin(values.of(type), start + lead, start + lead + 1)?.end ?? 0),
      0,
    ) - start
  return end > 0 && nextLabel.test(rest.slice(end, end + 80)) ? { index: end, length: 1 } : undefined
}
const kinds = ['money', 'date', 'iban', 'email', 'phone', 'percent', 'identifier'] as const
/** Words from a capital on to the next mark; letters without case have none. */
const nextLabel = /^ (?=[\p{Lu}\p{Lo}])[^:：\n\t.;]{1,60}(?:\([^()\n]{1,20}\)[ ]?)?[:：]/u

/**
 * Whatever reads as a label with a value: `Key: value`, several on a line, the value below, rows of two cells. One more than
 * `mostKeyValues` where there are more.
 */
export function findKeyValues(index: TextIndex, model: SearchedModel, values: Values): KeyValue[] {
  const { text } = index
  const found = new Map<number, KeyValue>()
  const taken = new Set<number>()
  const add = (start: number, key: string, valueStart: number, rawValue: string, confidence: number): void => {
    const part = tickedPart(rawValue)
    if (part === undefined) return
    const value = rawValue.slice(part.start, part.end).trimEnd()
    const from = valueStart + part.start
    if (found.size > mostKeyValues || value === '' || found.has(start) || taken.has(valueStart)) return
    taken.add(valueStart)
    found.set(start, {
      key: collapse(key),
      value: collapse(value),
      keySpan: { start, end: start + key.length },
      valueSpan: { start: from, end: from + value.length },
      confidence,
    })
  }
  for (const known of model.keyValues) {
    const { keySpan, valueSpan } = known
    if (valueSpan.start < valueSpan.end && valueSpan.end <= text.length && keySpan.end <= text.length) {
      found.set(keySpan.start, known)
      taken.add(valueSpan.start)
    }
  }
  for (const table of model.tables) {
    if (table.columns !== 2) continue
    const cells = new Map(table.cells.filter((cell) => cell.column === 1).map((cell) => [cell.row, cell]))
    for (const cell of table.cells) {
      if (cell.column !== 0 || cell.row < table.headerRows || cell.span.end - cell.span.start > 60) continue
      const value = cells.get(cell.row)
      const key = text.slice(cell.span.start, cell.span.end).replace(/[\s:]+$/u, '')
      if (value && /\p{L}/u.test(key))
        add(cell.span.start, key, value.span.start, text.slice(value.span.start, value.span.end), 0.85)
    }
  }
  for (const match of text.matchAll(pair)) {
    let [, key = '', rest = ''] = match
    let start = match.index + match[0].indexOf(key)
    let valueStart = match.index + match[0].length - rest.length
    // Several pairs on one line: each value ends where the next label begins.
    for (let rounds = 0; rounds < 12; rounds += 1) {
      const cut = nextPairIn(rest) ?? nextBehindValue(values, rest, valueStart)
      add(start, key, valueStart, cut ? rest.slice(0, cut.index) : rest, key.split(' ').length > 5 ? 0.55 : 0.85)
      if (!cut) break
      const from = cut.index + cut.length
      const colon = from + rest.slice(from).search(/[:：]/u)
      key = rest.slice(from, colon).trimEnd()
      start = valueStart + from
      const value = rest.slice(colon + 1)
      const lead = value.length - value.trimStart().length
      valueStart += colon + 1 + lead
      rest = value.slice(lead)
    }
  }
  for (const match of text.matchAll(below)) {
    const [, key = '', value = ''] = match
    const start = match.index + match[0].indexOf(key)
    add(start, key, match.index + match[0].length - value.length, value, 0.65)
  }
  for (const match of text.matchAll(measured)) {
    const [all, key = '', value = ''] = match
    const start = match.index + all.indexOf(key)
    const valueStart = start + all.slice(all.indexOf(key)).lastIndexOf(value)
    const isMeasure = key.includes(' ') || !/^\d+$/.test(value)
    const isOther = (['address', 'date', 'phone'] as const).some((type) => covers(values, type, start, valueStart))
    if (isMeasure && !isOther && !counted.test(key)) add(start, key, valueStart, value, 0.5)
  }
  return [...found.values()].toSorted((a, b) => a.keySpan.start - b.keySpan.start)
}

/** Whether a value of a type has some of a stretch of text. */
function covers(values: Values, type: FieldType, start: number, end: number): boolean {
  const list = values.of(type)
  const last = list[lastAtOrBefore(list, end)]
  return last !== undefined && last.end > start
}
