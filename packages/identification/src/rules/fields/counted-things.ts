import { candidate, type Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { type TextIndex, type Word, wordsOf } from '../text-index.ts'
import { numberWords } from '../values/number-words.ts'
import { isOfStem, labelWords, sameStem, stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import { isPartNumber } from './part-numbers.ts'
import type { Stems } from './telling-words.ts'
import { outOf } from './value-in-sentence.ts'

/** A number with the words right behind it, which say what there are so many of: 3, [`buckets`]. */
export interface Counted {
  readonly value: Candidate
  readonly things: readonly string[]
}

const mostCounted = 600
const mostWords = 5
/** Articles are number words as well. */
const leastInWords = 2
/** `three (3)`, `drei (3)`: the same number said again. */
const again = /^ ?\(\d{1,4}\)/u
/** What parts one thing from the next; a hyphen does not. */
const ends = /[^ \u00a0-]/u
const label = /^ ?[:：]/u
/** A unit of money or of a share: `57 EUR` are no 57 things. */
const measured = /^[ \u00a0]?(?:€|£|\$|%|‰|EUR|USD|GBP|CHF)/u
/** `6.4 pence per share` counts no shares. */
const apiece = new Set('per pro je par por cada'.split(' '))
function thingsBehind({ text, words }: TextIndex, from: number, end: number): string[] {
  const things: string[] = []
  let last = end
  for (let at = from; things.length < mostWords; at += 1) {
    const word = words[at]
    if (word === undefined || ends.test(text.slice(last, word.start)) || /\d/.test(word.folded)) break
    if (apiece.has(word.folded)) break
    things.push(word.folded)
    last = word.end
  }
  // `11 Gross weight: 3,640 kg` is the eleventh box of a form.
  return label.test(text.slice(last, last + 3)) ? [] : things
}

/** The value of a number in digits or in words that is a word of the text. */
const countOf = (text: string, { start, end, folded }: Word): number | undefined => {
  if (/^\d{1,3}$/.test(folded)) return Number(folded)
  const inWords = numberWords.get(folded)
  // A capital may begin a name: `Six Counties`.
  return inWords !== undefined && inWords >= leastInWords && /^\p{Ll}/u.test(text.slice(start, end))
    ? inWords
    : undefined
}

/** The whole of `Forty-eight`, whose second word is a unit. */
function tensBefore(text: string, tens: Word | undefined, { start, end }: Word, unit: number): Candidate | undefined {
  const ten = tens === undefined ? 0 : (numberWords.get(tens.folded) ?? 0)
  if (tens === undefined || unit > 9 || ten < 20 || ten % 10 > 0 || text.slice(tens.end, start) !== '-')
    return undefined
  return candidate('integer', tens.start, end, ten + unit, 0.9)
}

/** The counts of things in a text, once for all fields. */
export function countedThings(index: TextIndex, values: Values): Counted[] {
  const { text, words } = index
  const integers = new Map(values.of('integer').map((value) => [value.start, value] as const))
  const found: Counted[] = []
  for (const [at, word] of words.entries()) {
    if (found.length === mostCounted) break
    const written = integers.get(word.start)
    const count = written === undefined && !/\d/.test(word.folded) ? countOf(text, word) : undefined
    if (written === undefined && count === undefined) continue
    const tens = count === undefined ? undefined : tensBefore(text, words[at - 1], word, count)
    const value = written ?? tens ?? candidate('integer', word.start, word.end, count ?? 0, 0.9)
    const after = text.slice(value.end, value.end + 20)
    if (measured.test(after) || isPartNumber(text, value.start)) continue
    const said = again.exec(after)?.[0].length ?? 0
    let next = at + 1
    while ((words[next]?.start ?? Infinity) < value.end + said) next += 1
    const things = thingsBehind(index, next, value.end + said)
    const before = found.at(-1)?.value
    const part = before !== undefined && outOf.test(text.slice(before.end, value.start)) ? before : undefined
    if (part !== undefined) found.pop()
    if (things.length > 0) found.push({ value: part ?? value, things })
  }
  return found
}

/** What only says that there are at least or at most so many. */
const bounds = new Set(
  'minimum maximum min max minimal maximal least most total totale gesamt mindest minimo maximo massimo how many combien cuantos quanti quantos viele hoeveel'.split(
    ' ',
  ),
)
/** The word of a thing, or a compound that ends with it: `Monatsraten` for `Raten`. */
const isThing = (wanted: string, word: string): boolean =>
  sameStem(wanted, word) || (wanted.length >= leastEnding && word.length > wanted.length + 2 && word.endsWith(wanted))
const leastEnding = 5
/** An adjective or two, or a measure (`4 sets of …`), may stand before the thing. */
const mostBefore = 4
const reach = 120

/**
 * How many a paper says there are of what the field is called by: `buckets` of `three (3) buckets`, `anzahlRaten` of `12
 * Monatsraten`, `minimumTrips` of `at least 24 trips`. Things of which it gives several numbers are told by all words of the name.
 */
export function countedOptions(
  { text, words }: TextIndex,
  stems: Stems,
  counted: readonly Counted[],
  target: Target,
): Option[] {
  if (target.type !== 'integer' && target.type !== 'number') return []
  const name = labelWords(spaced(target.name)).telling.filter((word) => word.length > 2 && !bounds.has(word))
  if (name.length === 0) return []
  const isSaid = (wanted: string): boolean =>
    (stems.get(stemKey(wanted)) ?? []).some((at) => isOfStem(wanted, words[at]?.folded ?? ''))
  const found = counted.flatMap(({ value, things }) => {
    const said = name.filter((wanted) => things.some((word) => isThing(wanted, word)))
    const first = things.findIndex((word) => said.some((wanted) => isThing(wanted, word)))
    if (said.length === 0 || first >= mostBefore) return []
    // What else the name says is said around, or nowhere: `10 entregadas` of `2 correas` are others.
    const rest = name.filter((wanted) => !said.includes(wanted) && isSaid(wanted))
    const around = rest.length === 0 ? [] : wordsOf(text.slice(Math.max(0, value.start - reach), value.end + reach))
    const isAround = rest.every((wanted) => around.some(({ folded }) => isOfStem(wanted, folded)))
    return isAround ? [{ value, said: said.length }] : []
  })
  const most = found.reduce((best, { said }) => Math.max(best, said), 0)
  const best = found.filter(({ said }) => said === most)
  const [only] = best
  // Measures may have a word of the name as well: `10 jours de congés`.
  if (
    only === undefined ||
    (most < name.length && target.type !== 'integer') ||
    best.some(({ value }) => value.value !== only.value.value)
  )
    return []
  const score = (most === name.length ? 0.56 : 0.44) * (0.6 + 0.4 * only.value.confidence)
  const value = target.type === 'integer' ? only.value.value : String(only.value.value)
  return [{ value: { ...only.value, type: target.type, value, alternatives: [] }, score, method: 'clause' }]
}
