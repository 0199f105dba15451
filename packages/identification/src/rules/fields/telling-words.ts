import type { FieldType } from '@chancery/core'
import { isTailOf, synonymsOf, typeOfThing } from '../labels/concepts.ts'
import { spaced, type Target, typeWordsOf } from '../labels/target.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import { isOfStem, labelWords, stemKey } from './alike-words.ts'
import { partsOf } from './compound-words.ts'

/** Places of one word that are looked at. */
export const mostPlaces = 40
/** `Entsorgung …… 65,00 €` are the `entsorgungskosten`. */
const isOfMoney = (type: FieldType): boolean => type === 'money' || type === 'percent'
/** What says of a day only that it is the last. */
export const limits = new Set(
  'limite limit latest last final deadline until before by frist spatestens bis plazo entro scadenza termine prazo termijn uiterlijk termin'.split(
    ' ',
  ),
)

/** Words of a text by how they begin, for those of a name in another form. */
export type Stems = ReadonlyMap<string, readonly number[]>

export function stemsOf({ words }: TextIndex): Stems {
  const stems = new Map<string, number[]>()
  for (const [at, { folded }] of words.entries()) {
    if (folded.length < 2) continue
    const stem = stemKey(folded)
    const known = stems.get(stem)
    if (known === undefined) stems.set(stem, [at])
    else if (known.length < mostPlaces * 4) known.push(at)
  }
  return stems
}

/** `Nebenkostenvorauszahlung` is of the `nebenkosten`. */
export const isSaidBy = (word: string, wanted: string): boolean =>
  isOfStem(wanted, word) || (wanted.length >= leastOfCompound && word.startsWith(wanted))
const leastOfCompound = 8

/** Whether a text has a word in one of its forms. */
const isIn = ({ words }: TextIndex, stems: Stems, one: string): boolean =>
  (stems.get(stemKey(one)) ?? []).some((at) => isSaidBy(words[at]?.folded ?? '', one))

/** The words of a name or description that say which value is meant, and not of what kind it is. */
export function tellingOf(index: TextIndex, stems: Stems, words: string, type: FieldType): string[] {
  const isKind = (word: string): boolean =>
    typeWordsOf(type).has(word) || (isOfMoney(type) && isTailOf(type, word)) || (type === 'date' && limits.has(word))
  const isKnown = (part: string): boolean =>
    isKind(part) || isIn(index, stems, part) || otherWords(index, stems, part).length > 0
  const said = labelWords(words.replaceAll(/(?<=\p{L})(?=\d)/gu, ' '))
    .telling.flatMap((word) => (isKnown(word) ? word : (partsOf(word, isKnown) ?? word)))
    .filter((word) => word.length > 2)
  const telling = said.filter((word) => !isKind(word))
  // A `deposit` is an amount, and one of its own.
  return telling.length > 0 ? telling : said.filter((word) => synonymsOf(word).size > 0)
}

/** What a text calls the thing as well: `Betriebskosten` for `nebenkosten`. */
export const otherWords = (index: TextIndex, stems: Stems, word: string): string[] =>
  [...synonymsOf(word)].filter((other) => other !== word && isIn(index, stems, other))

/**
 * Whether a name asks for a day of what a paper is silent about, such as `anzahlungBis` of a bill without a deposit: the
 * only day on which anything ends or begins is another's then.
 */
export const isOfAbsentThing = (
  { index, stems }: { readonly index: TextIndex; readonly stems: Stems },
  { name }: Target,
): boolean =>
  wordsOf(spaced(name)).some(({ folded }) => {
    const type = typeOfThing(folded)
    return (
      type !== undefined &&
      type !== 'date' &&
      !isIn(index, stems, folded) &&
      otherWords(index, stems, folded).length === 0
    )
  })
