import type { Identification } from '@chancery/core'
import { spaced, type Target } from '../labels/target.ts'
import { inAnyCase } from '../any-case.ts'
import type { Values } from '../read-values.ts'
import type { TextIndex } from '../text-index.ts'
import { type LabelWords, labelWords, sameStem, wordsBeyond } from './alike-words.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'

type KeyValue = Identification['keyValues'][number]

/** More words than these say another thing; of a field that is known, any. */
const mostBeyond = 2
const mostBeyondTitle = 3
/** A pair without a mark between may be a sentence. */
const leastSure = 0.6
const mostKeys = 500

/** A title with the number of the paper: `UMOWA ZLECENIA nr 8/2026`, `АКТ № 47`. */
const numberedTitle = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,60}(\p{Lu}[\p{L} .,()-]{2,60}?)[ \t]{1,40}(?:№|${inAnyCase('nr no n[.°º]{1,2} č číslo numéro número numer number sorszám')})[.:]{0,2} ?(?=[\p{L}\d./-]*\d)`,
  'gu',
)
const head = 1500

/** A label of the paper by its words, with the place of its value. */
interface Key {
  readonly words: LabelWords
  readonly valueSpan: { readonly start: number; readonly end: number }
  /** Of the paper itself, whose kind may have more words. */
  readonly isTitle: boolean
}

/** `DDT` of `Documento di trasporto`. */
const initialsOf = (title: string): string => {
  const words = title.split(/\s+/u)
  return words.length > 1 && words.length < 6 ? words.map((word) => word[0] ?? '').join('') : ''
}

/** The labels that a mark parts from their values, and the titles with a number at the head. */
export function keysOf(text: string, keyValues: readonly KeyValue[]): Key[] {
  const titles = Array.from(text.slice(0, head).matchAll(numberedTitle)).flatMap(
    ({ 0: raw, 1: title = '', index }): Key[] => {
      const start = index + raw.length
      const line = text.indexOf('\n', start)
      const valueSpan = { start, end: line === -1 ? text.length : line }
      return [title, initialsOf(title)]
        .filter((name) => name !== '')
        .map((name) => ({ words: labelWords(`${name} no`), valueSpan, isTitle: true }))
    },
  )
  const pairs = keyValues
    .filter(({ confidence, keySpan, valueSpan }) => confidence >= leastSure && valueSpan.start >= keySpan.end)
    .slice(0, mostKeys)
    .map(({ key, valueSpan }): Key => ({ words: labelWords(key), valueSpan, isTitle: false }))
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
  const named = [labelWords(spaced(target.name)), ...(description === undefined ? [] : [labelWords(description)])]
  return keys.flatMap(({ words, valueSpan, isTitle }) => {
    const all = named.reduce((least, name) => Math.min(least, wordsBeyond(name, words) ?? least), Infinity)
    const beyond = Math.min(all, named.slice(1).some((said) => opensWith(said, words)) ? 1 : Infinity)
    const most = isTitle ? mostBeyondTitle : target.canonical === undefined ? mostBeyond : 0
    if (beyond > most || (isTitle && target.type !== 'identifier')) return []
    const place = { ...valueSpan, fit: 0.8 - beyond * 0.12, method: 'label', divided: true } as const
    return optionAt(index, values, place, target, 0.96) ?? []
  })
}
