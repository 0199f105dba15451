import type { Identification } from '@chancery/core'
import type { Target } from '../labels/target.ts'
import { spaced } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import type { TextIndex } from '../text-index.ts'
import { type LabelWords, labelWords, wordsBeyond } from './alike-words.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'

type KeyValue = Identification['keyValues'][number]

/** More words than these say another thing; of a field that is known, any. */
const mostBeyond = 2
/** A pair without a mark between may be a sentence. */
const leastSure = 0.6
const mostKeys = 500

/** A title with the number of the paper: `UMOWA ZLECENIA nr 8/2026`, `АКТ № 47`. */
const numberedTitle =
  /(?:^|\n)[ \t]{0,60}(\p{Lu}[\p{L} .,-]{2,60}?)[ \t]{1,3}(?:nr|no|n[.°º]{1,2}|№|č|číslo|numéro|número|numer|number|sorszám)[.:]{0,2} ?(?=[\p{L}\d./-]*\d)/giu
const head = 1500

/** What stands behind the number's mark in the titles at the head of a paper, as pairs. */
const titlePairs = (text: string): Pick<KeyValue, 'key' | 'keySpan' | 'valueSpan' | 'confidence'>[] =>
  Array.from(text.slice(0, head).matchAll(numberedTitle), ({ 0: raw, 1: key = '', index }) => {
    const start = index + raw.indexOf(key)
    const value = index + raw.length
    const line = text.indexOf('\n', value)
    const end = line === -1 ? text.length : line
    return { key: `${key} no`, keySpan: { start, end: start + key.length }, valueSpan: { start: value, end }, confidence: 0.8 }
  }) // prettier-ignore

/**
 * What stands at a label that has the words of a field's name or description in other forms: `datePaiement` at `Date de
 * paiement:`, `numeroSecuriteSociale` at `N° Sécurité sociale :`, `Zählernummer` at `Zähler:`.
 */
export function alikeOptions(
  index: TextIndex,
  values: Values,
  keyValues: readonly KeyValue[],
  target: Target,
  description: string | undefined,
): Option[] {
  const named = [labelWords(spaced(target.name)), ...(description === undefined ? [] : [labelWords(description)])]
  const beyond = (key: LabelWords): number =>
    Math.min(...named.map((name) => wordsBeyond(name, key) ?? Number.POSITIVE_INFINITY))
  const titles = target.type === 'identifier' ? titlePairs(index.text) : []
  return [...titles, ...keyValues.slice(0, mostKeys)].flatMap(({ key, keySpan, valueSpan, confidence }) => {
    const more = beyond(labelWords(key))
    const most = target.canonical === undefined || titles.some((title) => title.keySpan === keySpan) ? mostBeyond : 0
    if (more > most || confidence < leastSure || valueSpan.start < keySpan.end) return []
    const place = { ...valueSpan, fit: 0.8 - more * 0.12, method: 'label', divided: true } as const
    return optionAt(index, values, place, target, 0.96) ?? []
  })
}
