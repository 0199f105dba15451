import { street } from './value-forms.ts'
import type { WeighedToken } from './weighed-tokens.ts'
import { type AroundValue, type Extent, type LineEnds, noExtent, tokensOf } from './widen-values.ts'

const postcode = /^(?:\p{Lu}{1,3}[- ])?(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?: \p{Lu}{2})?$/u
const streetAndPostcode =
  /\p{L}[^\n]{2,80}, ?(?:\p{Lu}{1,3}[- ])?(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?: \p{Lu}{2})?$/u
/** What goes on behind a street in a sentence, up to the comma. */
const postcodeAndTown =
  /^, ?(?:\p{Lu}{1,3}[- ])?(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?: \p{Lu}{2})? \p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,3}(?=[,.;)]|$)/u
const inward = /^\d\p{Lu}{2}$/u
const british = /^\p{Lu}{1,2}\d[\p{Lu}\d]? ?\d\p{Lu}{2}$/u
const town = /^ \p{Lu}[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}/u
const outwardBehindTown = /^\p{Lu}[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3},? (?:\p{Lu}{1,2}\d[\p{Lu}\d]? )?$/u

/** No line of an address is longer. */
const mostTokens = 40
const textOf = (tokens: readonly WeighedToken[]): string => tokens.map(({ text }) => text).join('')

/**
 * How many tokens around a value belong to it, as the clients of all samples live in one town: `3311 KR` and `3312 AA` before
 * ` Dordrecht`, `6LN` and `4QD` behind `Bath BA2 `. Another client may live elsewhere.
 */
export function townAround(values: readonly string[], { before, after }: AroundValue, isLine: LineEnds): Extent {
  const all = (form: RegExp): boolean => values.length > 1 && values.every((value) => form.test(value))
  const behind = textOf(after.slice(0, mostTokens))
  const name = town.exec(behind)?.[0] ?? ''
  const opens = isLine.begins && before.length === 0 && isLine.ends && name === behind && all(postcode)
  if (name !== '' && (opens || all(streetAndPostcode))) return { before: 0, after: tokensOf(after, name.length) ?? 0 }
  const rest = postcodeAndTown.exec(behind)?.[0] ?? ''
  if (rest !== '' && all(street)) return { before: 0, after: tokensOf(after, rest.length) ?? 0 }
  if (before.length > mostTokens) return noExtent
  const ahead = textOf(before)
  const isTown = isLine.begins && isLine.ends && behind === '' && outwardBehindTown.test(ahead)
  const isWhole = /\d\S? $/u.test(ahead) ? all(inward) : all(british)
  return isTown && isWhole ? { before: before.length, after: 0 } : noExtent
}
