import { type FieldType, largestOf } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import { firstAtOrAfter, lastAtOrBefore, type Word } from '../text-index.ts'
import { isPartNumber } from './part-numbers.ts'
import type { Sentence } from './said-sentences.ts'

export const isCounted = (type: FieldType): boolean => type === 'number' || type === 'integer'

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
export function valueIn(
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
