import type { FieldType, Identification } from '@chancery/core'
import { people } from '../labels/lexicon.ts'
import { spaced, type Target } from '../labels/target.ts'
import { inAnyCase } from '../any-case.ts'
import { firstWithin, type Values } from '../read-values.ts'
import type { TextIndex } from '../text-index.ts'
import { isOfStem, kindOfName, leastStem, type LabelWords, labelWords, sameStem, wordsBeyond } from './alike-words.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'

type KeyValue = Identification['keyValues'][number]

/** More words than these say another thing; of a field that is known, any. */
const mostBeyond = 2
const mostBeyondTitle = 3
/** A pair without a mark between may be a sentence. */
const leastSure = 0.6
const mostKeys = 500

/** Rates, days and amounts in a label say nothing of what it is of: `Moms 25%`, `Acompte versé le 02/05/2025`. */
const figures = /(?<![\p{L}\d])(?:\d+(?:[.,]\d+)? ?%|\d+[./,-]\d[\d./,-]*)(?![\p{L}\d])/gu

/** A title with the number of the paper: `UMOWA ZLECENIA nr 8/2026`, `АКТ № 47`. */
const numberedTitle = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,60}(\p{Lu}[\p{L} .,()-]{2,60}?)[ \t]{1,40}(?:№|${inAnyCase('nr no n[.°º]{1,2} č číslo numéro número numer number sorszám')})[.:]{0,2} ?(?=[\p{L}\d./-]*\d)`,
  'gu',
)
/** What stands between the number of a paper and its day: `n. 1187 del 08/04/2026`. */
const dayBehind = /^ ?[\p{L}\d./-]{1,30},? (?:del|du|vom|of|dated|de|do|van|z dnia|av|af|от|від) (?=\d)/u
const head = 1500

/** A label of the paper by its words, with the place of its value. */
export interface Key {
  readonly words: LabelWords
  /** 0 to 1, how sure it is that the one is the label of the other. */
  readonly fit: number
  readonly valueSpan: { readonly start: number; readonly end: number }
  /** Of the paper itself, whose kind may have more words. */
  readonly isTitle: boolean
}

/** `DDT` of `Documento di trasporto`. */
const initialsOf = (title: string): string => {
  const words = title.split(/\s+/u)
  return words.length > 1 && words.length < 6 ? words.map((word) => word[0] ?? '').join('') : ''
}

/**
 * The labels that a mark parts from their values, and the titles with a number at the head.
 * @param read the pairs that the reader of the document saw by where they stand, which need no mark
 */
export function keysOf(text: string, keyValues: readonly KeyValue[], read: readonly KeyValue[]): Key[] {
  const titles = Array.from(text.slice(0, head).matchAll(numberedTitle)).flatMap(
    ({ 0: raw, 1: title = '', index }): Key[] => {
      const start = index + raw.length
      const line = text.indexOf('\n', start)
      const valueSpan = { start, end: line === -1 ? text.length : line }
      const lead = dayBehind.exec(text.slice(start, Math.min(valueSpan.end, start + 60)))?.[0].length
      const daySpan = lead === undefined ? undefined : { start: start + lead, end: valueSpan.end }
      return [title, initialsOf(title)]
        .filter((name) => name !== '')
        .flatMap((name) => [
          { words: labelWords(`${name} no`), fit: 0.8, valueSpan, isTitle: true },
          ...(daySpan ? [{ words: labelWords(`${name} date`), fit: 0.8, valueSpan: daySpan, isTitle: true }] : []),
        ])
    },
  )
  const seen = new Set(read)
  const pairs = keyValues
    .filter((pair) => (pair.confidence >= leastSure || seen.has(pair)) && pair.valueSpan.start >= pair.keySpan.end)
    .slice(0, mostKeys)
    .map(({ key, valueSpan, confidence }): Key => {
      const words = labelWords(key.replaceAll(figures, ' '))
      return { words, fit: confidence >= leastSure ? 0.8 : 0.72, valueSpan, isTitle: false }
    })
  return [...titles, ...pairs]
}

/** A description says more than the label that it begins with: `Prozessbevollmächtigte der Klägerin` of `Prozessbevollmächtigte:`. */
const opensWith = (description: LabelWords, label: LabelWords): boolean =>
  label.telling.some((word) => word.length >= leastTelling) &&
  label.telling.every((word, at) => sameStem(word, description.telling[at] ?? ''))
const leastTelling = 8

/**
 * What stands at a label that has the words of a field's name or description in other forms: `datePaiement` at `Date de
 * paiement:`, `numeroSecuriteSociale` at `N° Sécurité sociale :`, `Zählernummer` at `Zähler:`.
 */
export function alikeOptions(
  index: TextIndex,
  values: Values,
  keys: readonly Key[],
  target: Target,
  description: string | undefined,
): Option[] {
  const byWords = optionsByWords(index, values, keys, target, description)
  return byWords.length > 0 || target.type !== 'date' ? byWords : dayOfVerb(index, values, keys, target)
}

/** The day at the only label of one word that begins as the name's does: `admissionDate` at `Admitted:`. */
function dayOfVerb(index: TextIndex, values: Values, keys: readonly Key[], target: Target): Option[] {
  const [word, another] = labelWords(spaced(target.name)).telling
  if (word === undefined || another !== undefined || target.canonical !== undefined || word.length < leastVerb)
    return []
  const begins = keys.filter(
    ({ words: { telling } }) =>
      telling.length === 1 &&
      (telling[0]?.length ?? 0) >= leastVerb &&
      telling[0]?.startsWith(word.slice(0, leastBegin)),
  )
  const [only] = begins
  if (only === undefined || begins.length > 1) return []
  const place = { ...only.valueSpan, fit: 0.62, method: 'label', divided: true } as const
  const option = optionAt(index, values, place, target, 0.96)
  return option ? [option] : []
}
const leastVerb = 5
const leastBegin = 4

function optionsByWords(
  index: TextIndex,
  values: Values,
  keys: readonly Key[],
  target: Target,
  description: string | undefined,
): Option[] {
  const named = [labelWords(spaced(target.name)), ...(description === undefined ? [] : [labelWords(description)])]
  return keys.flatMap(({ words, fit, valueSpan, isTitle }) => {
    // What was done on a day is told by a verb: `collectionDate` by `Collected:`.
    if (people.has(target.type) && [...words.kinds].some((kind) => kind !== kindOfName)) return []
    // A title may be a longer word: `Buchungsbestätigung Nr. 26-0188` has the `buchungsnummer`.
    const isSame = isTitle ? isTitleOf : target.type === 'date' ? isOfStem : sameStem
    const all = named.reduce((least, name) => Math.min(least, wordsBeyond(name, words, isSame) ?? least), Infinity)
    const isRole = people.has(target.type) && named.some((name) => isDerived(name, words))
    const beyond = Math.min(all, isRole || named.slice(1).some((said) => opensWith(said, words)) ? 1 : Infinity)
    const most = isTitle ? mostBeyondTitle : mostOf(target)
    if (beyond > most || (isTitle && target.type !== 'identifier' && target.type !== 'date')) return []
    const place = { ...valueSpan, fit: fit - beyond * 0.12, method: 'label', divided: true } as const
    const option = optionAt(index, values, place, target, 0.96)
    // `Deposit account: 12345678` is another thing of the deposit.
    const isOther = beyond > 0 && target.type === 'money' && target.canonical !== undefined && option?.value.bare
    return option === undefined || isOther === true || (isRole && !isName(values, option)) ? [] : option
  })
}

const isTitleOf = (word: string, title: string): boolean =>
  sameStem(word, title) || (word.length >= leastStem && title.startsWith(word))

/** What is more in a label of a known field says another thing, but of a day, a time or an amount that is no sum. */
function mostOf({ canonical, type }: Target): number {
  if (canonical === undefined) return mostBeyond
  return shown.has(type) && !sums.has(canonical) ? 1 : 0
}
const shown: ReadonlySet<FieldType> = new Set(['date', 'money', 'duration'])
const sums: ReadonlySet<string> = new Set(['total', 'subtotal', 'tax', 'price'])

/** A role is told by what somebody does: `Versammlungsleiter` by `Versammlungsleitung:`, `protokollfuehrer` by `Protokoll:`. */
function isDerived(
  { telling: [role = '', ...others] }: LabelWords,
  { telling: [act = '', ...more] }: LabelWords,
): boolean {
  if (others.length + more.length > 0 || act.length < leastTelling) return false
  const least = Math.min(role.length, act.length)
  return (
    role.slice(0, Math.max(leastTelling, least - mostEnding)) ===
    act.slice(0, Math.max(leastTelling, least - mostEnding))
  )
}
const mostEnding = 3
const isName = (values: Values, { value }: Option): boolean =>
  firstWithin(values.names, value.start, value.start + 1) !== undefined
