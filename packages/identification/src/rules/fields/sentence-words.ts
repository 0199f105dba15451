import { type FieldType, largestOf } from '@chancery/core'
import { isTailOf, synonymsOf, typeOfThing } from '../labels/concepts.ts'
import { spaced, type Target, typeWordsOf } from '../labels/target.ts'
import type { Candidate } from '../candidate.ts'
import type { Values } from '../read-values.ts'
import { firstAtOrAfter, lastAtOrBefore, type TextIndex, type Word, wordsOf } from '../text-index.ts'
import { isOfStem, labelWords, stemKey } from './alike-words.ts'
import { partsOf } from './compound-words.ts'
import { isUntil } from './last-days.ts'
import type { Option } from './option.ts'
import { isPartNumber } from './part-numbers.ts'

/** What shows by its form, so that the words around it say which one it is. */
const shown: ReadonlySet<FieldType> = new Set([
  'date',
  'money',
  'percent',
  'duration',
  'number',
  'integer',
  'phone',
  'email',
  'address',
])
/** What somebody is reached by. */
const reached: ReadonlySet<FieldType> = new Set(['phone', 'email', 'address'])
/** Less sure is what only means the same. */
const ofMeaning = 0.94
/** `Entsorgung …… 65,00 €` are the `entsorgungskosten`. */
const isOfMoney = (type: FieldType): boolean => type === 'money' || type === 'percent'
/** A word so long is the paper's own for the thing. */
const leastOfOwn = 9
const nearOwn = 48
/** What says right before a length of time that something goes on so long. */
const lasting =
  /(?<!\p{L})(?:lasts?|(?:will )?take|runs? for|dauer\p{L}*|läuft|dure\p{L}*|dur[aó]\p{L}*|duur\p{L}*|duurt|loopt|trwa\p{L}*|potrwa\p{L}*)(?: (?:for|about|etwa|ca\.|environ|unos|circa|ongeveer|około))? ?$/iu
/** Whether a name asks for the last day or the time for something. */
const isLimit = ({ name, type }: Target): boolean =>
  (type === 'date' || type === 'duration') &&
  wordsOf(spaced(name)).some(({ folded }) => limits.has(folded) || /(?:frist|termijn|termin|deadline)$/u.test(folded))
const isCounted = (type: FieldType): boolean => type === 'number' || type === 'integer'
/** Where a sentence ends: with a paragraph or a line of its own, behind a full stop that a capital follows. */
const ending =
  /\n[ \t]*\r?\n|\n(?=[ \t]*(?:[-•–*§]|\d{1,2}[.)]))|(?<=(?:^|\n)[^\n]{0,59})\n|[;!?]\s|(?<=\p{L}{3}|\d{3}|[.,]\d\d|[)%€])\.\s+(?=[\p{Lu}\p{Lo}„"“«])|\t/gu
/** What says of a day only that it is the last. */
const limits = new Set(
  'limite limit latest last final deadline until before by frist spatestens bis plazo entro scadenza termine prazo termijn uiterlijk termin'.split(
    ' ',
  ),
)
const reach = 260
const mostPlaces = 40
const mostWords = 10

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
const isSaidBy = (word: string, wanted: string): boolean =>
  isOfStem(wanted, word) || (wanted.length >= leastOfCompound && word.startsWith(wanted))
const leastOfCompound = 8

/** Whether a text has a word in one of its forms. */
const isIn = ({ words }: TextIndex, stems: Stems, one: string): boolean =>
  (stems.get(stemKey(one)) ?? []).some((at) => isSaidBy(words[at]?.folded ?? '', one))

/** The words of a name or description that say which value is meant, and not of what kind it is. */
function tellingOf(index: TextIndex, stems: Stems, words: string, type: FieldType): string[] {
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
const otherWords = (index: TextIndex, stems: Stems, word: string): string[] =>
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

/** What says of a thing that it is not the one that a paper is about, folded. */
const ofOthers = new Set(
  'next following previous nachste nachsten folgende folgenden vorige vorigen prochain prochaine precedent precedente proximo proxima siguiente anterior prossimo prossima seguinte volgende nastepne nastepny nastepna'.split(
    ' ',
  ),
)

/** Which of several is meant, whose value stands behind the word: `la prima il 1° maggio e l'ultima il 1° aprile`. */
const ordinals = new Set(
  'first second third last final erste ersten zweite zweiten letzte letzten premier premiere deuxieme dernier derniere primero primera segundo segunda ultimo ultima primo prima secondo seconda primeiro primeira eerste tweede laatste pierwsza pierwszy druga drugi ostatnia ostatni'.split(
    ' ',
  ),
)

interface Sentence {
  readonly start: number
  readonly end: number
}

function sentenceAt(text: string, offset: number): Sentence {
  const from = Math.max(0, offset - reach)
  // The mark of an ending looks at the letter behind it, which may be the first of the word itself.
  const before = [...text.slice(from, offset + 1).matchAll(ending)].findLast(
    ({ 0: mark, index }) => from + index + mark.length <= offset,
  )
  const after = text.slice(offset, offset + reach).search(ending)
  return {
    start: from + (before === undefined ? 0 : before.index + before[0].length),
    end: after === -1 ? Math.min(text.length, offset + reach) : offset + after,
  }
}

/** A count stands at the word of what is counted: `9 years' experience`. */
const countGap = 14

/** `31 of 42 owners` are 31. */
export const outOf = /^ (?:(?:out )?of|von|sur|de|di|su|van(?: de)?|z|av|af|din|из) $/u

/** `00044718821` is how something is registered, and no count. */
const isRegistered = (text: string, { start, end }: Candidate): boolean => /^0\d|^\d{8}/u.test(text.slice(start, end))

/** How much farther off the next value has to be. */
const farther = 1.5

/** What an amount is for stands right behind it: `4 380 € pour les embellissements et 1 250 € pour le mobilier`. */
const isFor =
  /^ (?:for|für|pour|por|para|per|voor|by way of|as(?: an?)?|als|à titre d[e'’]|en concepto de|a título de|a titolo di|bij wijze van|tytułem)(?: (?:the|die|das|den|les|la|le|el|los|las|il|i|gli|o|a|os|as|het|de))? $/u

/** The only value of a type in a sentence; where it has several, the one at most a few words from where a name is said. */
function valueIn(
  text: string,
  list: readonly Candidate[],
  type: FieldType,
  { start, end }: Sentence,
  said: Sentence,
  isBehind: boolean,
  words: readonly Word[],
): Candidate | undefined {
  const isCount = isCounted(type)
  // What is said of a value more often stands before it.
  const gap = (value: Candidate): number =>
    Math.max(value.start - said.end, (said.start - value.end) * (isCount ? 1 : 2))
  const within = list
    .slice(firstAtOrAfter(list, start), lastAtOrBefore(list, end) + 1)
    .filter((value) => value.end <= end && (!isBehind || value.start >= said.end))
    .filter((value) => (isCount ? gap(value) < countGap : value.bare !== true))
    // `porte-fenêtre 2 vantaux`: a number behind the word counts what follows it.
    .filter((value) => !isCount || !(isPartNumber(text, value.start) || isRegistered(text, value)))
    .filter((value) => !isCount || value.start < said.end || !/^ \p{Ll}{3}/u.test(text.slice(value.end, value.end + 4)))
  const purposed = isCount ? undefined : within.find((value) => isFor.test(text.slice(value.end, said.start)))
  if (purposed) return purposed
  const [nearest, next] = within.toSorted((a, b) => gap(a) - gap(b))
  const before = isCount && nearest ? list[lastAtOrBefore(list, nearest.start - 1)] : undefined
  if (before && nearest && outOf.test(text.slice(before.end, nearest.start))) return before
  if (nearest === undefined || next === undefined) return nearest
  const led = isCount ? undefined : mostLedTo(within, words, start)
  if (led) return led
  return gap(nearest) < 40 && gap(nearest) * farther < gap(next) ? nearest : undefined
}

/** The one of several values that most words of a field lead to, each standing between it and the value before. */
function mostLedTo(values: readonly Candidate[], words: readonly Word[], from: number): Candidate | undefined {
  const counts = values.map(({ start }, at) => {
    const before = values[at - 1]?.end ?? from
    return words.filter((word) => word.start >= before && word.end <= start).length
  })
  const most = largestOf(counts)
  return most > 1 && counts.indexOf(most) === counts.lastIndexOf(most) ? values[counts.indexOf(most)] : undefined
}

/** A sentence with some of the words that a field is called or described by. */
interface Said {
  readonly sentence: Sentence
  /** The words of the field, each where it is said first. */
  readonly words: Map<string, Word>
  /** Some of the words are only said by what means the same. */
  isMeant: boolean
}

/** Where a text has a word, and then where it has others of the same meaning; as many at most as it is looked for itself. */
function placesOf(
  { words }: Pick<TextIndex, 'words'>,
  stems: Stems,
  own: string,
  others: readonly string[],
): (readonly [word: string, at: number])[] {
  const found: (readonly [word: string, at: number])[] = []
  for (const word of [own, ...others]) {
    if (found.length >= mostPlaces) break
    for (const at of stems.get(stemKey(word)) ?? [])
      if (isSaidBy(words[at]?.folded ?? '', word) && found.length < mostPlaces) found.push([word, at])
  }
  return found
}

/** The sentences that have words of a field, by where they begin. */
function sentencesWith({ text, words, lines }: TextIndex, stems: Stems, telling: readonly string[]): Said[] {
  const found = new Map<number, Said>()
  const isOfOther = telling.some((one) => ofOthers.has(one))
  for (const one of telling) {
    for (const [place, at] of placesOf({ words }, stems, one, otherWords({ text, words, lines }, stems, one))) {
      const word = words[at]
      // `The next meeting` is another one.
      if (word === undefined || (!isOfOther && ofOthers.has(words[at - 1]?.folded ?? ''))) continue
      const sentence = sentenceAt(text, word.start)
      const said = found.get(sentence.start) ?? { sentence, words: new Map<string, Word>(), isMeant: false }
      if (!said.words.has(one)) {
        said.words.set(one, word)
        said.isMeant ||= place !== one
      }
      found.set(sentence.start, said)
    }
  }
  return [...found.values()]
}

/**
 * What a sentence says with the words of a field's name: `returnPeriod` of "shall return all papers within 14 days". Where
 * none has all of them, it is the one with the most of the name and the description. It is less sure than any label.
 */
export function sentenceOptions(
  index: TextIndex,
  values: Values,
  stems: Stems,
  target: Target,
  description = '',
): Option[] {
  if (!shown.has(target.type)) return []
  const name = new Set(tellingOf(index, stems, spaced(target.name), target.type))
  const all = [...new Set([...name, ...tellingOf(index, stems, description, target.type)])].slice(0, mostWords)
  const list = values.of(target.type)
  const isLimited = isLimit(target)
  const isPlain = (word: string): boolean => synonymsOf(word).size === 0
  const found = sentencesWith(index, stems, all).flatMap(({ sentence, words, isMeant }) => {
    const own = [...words.keys()].filter((word) => name.has(word))
    const ordinal = own.find((word) => ordinals.has(word))
    // What is done is said of several things: `zahlen` of the rest as well as of the deposit.
    const [longest] = (own.length > 0 ? own : [...words.keys()]).toSorted(
      (a, b) => Number(isPlain(b)) - Number(isPlain(a)) || b.length - a.length,
    )
    const said = words.get(ordinal ?? longest ?? '') ?? sentence
    const others = own.flatMap((word) => words.get(word) ?? [])
    const value = valueIn(index.text, list, target.type, sentence, said, ordinal !== undefined, others)
    if (value === undefined) return []
    const isLasting =
      target.type === 'duration' && lasting.test(index.text.slice(Math.max(0, value.start - 30), value.start))
    const isLast = isLimited && isUntil(index.text, value)
    const isOwnWord =
      !isMeant &&
      target.canonical === undefined &&
      name.size === 1 &&
      (own[0]?.length ?? 0) >= leastOfOwn &&
      value.start >= said.end &&
      value.start - said.end < nearOwn &&
      !/^ ?,/u.test(index.text.slice(said.end, said.end + 2))
    return [
      {
        value,
        own: own.length,
        all: words.size,
        isMeant,
        isSure: isLast || isOwnWord || isLasting,
        isLasting,
      },
    ]
  })
  const whole = found.filter(({ own }) => own > 0 && own === name.size)
  const asOption = ({ value }: { readonly value: Candidate }, score: number): Option => ({
    value,
    score: score * value.confidence,
    method: 'clause',
  })
  if (whole.length > 0)
    return whole.map((one) =>
      asOption(
        one,
        (name.size > 1 ? 0.56 : one.isSure ? 0.54 : 0.476) * (one.isMeant ? ofMeaning : 1) * (one.isLasting ? 1.06 : 1),
      ),
    )
  if (isCounted(target.type) || reached.has(target.type)) return []
  // Of several that say as much none is meant.
  const most = found.reduce((best, one) => Math.max(best, one.all), 0)
  const best = found.filter((one) => one.all === most)
  const isOne = best.every(({ value }) => JSON.stringify(value.value) === JSON.stringify(best[0]?.value.value))
  const isTold = most > 1 || best.some(({ own }) => own > 0)
  return isOne && isTold ? best.slice(0, 1).map((one) => asOption(one, most > 1 ? 0.46 : 0.4)) : []
}
