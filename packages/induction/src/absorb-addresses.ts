import type { WeighedToken } from './weighed-tokens.ts'

const british = '\\p{Lu}{1,2}\\d[\\p{Lu}\\d]? \\d\\p{Lu}{2}'
const american = '\\p{Lu}{2} \\d{5}(?:-\\d{4})?'
const continental = '(?:\\p{Lu}{1,3}-)?(?:\\d{4,5}|\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{4}-\\d{3})(?: \\p{Lu}{2})?'
const town = "\\p{Lu}[\\p{L}\\p{M}'’-]+(?: [\\p{L}\\p{M}'’-]+){0,3}"
const line = '[\\p{L}\\d][^\\n,]{1,60}'

/** A postcode with its town, or behind a street. */
const address = new RegExp(
  `^(?:(?:${line}, ){0,3}${town},? (?:${british}|${american})|${line}, ${continental}(?: ${town})?|${continental} ${town})$`,
  'u',
)
const street = /^\p{Lu}[\p{L}\p{M}'’. -]{2,60} \d{1,5}(?: ?\p{L})?(?:[-/]\d{1,5}\p{L}?)?$/u
/** Words that names of streets and towns have in small letters. */
const smallWords =
  'de|del|della|delle|dei|degli|des|du|da|do|dos|das|di|la|le|les|las|los|el|al|en|sur|sous|lès|van|der|den|het|ten|ter|op|aan|am|an|im|in|auf|zum|zur|bei|und|et|and|upon|on|the|under|by|rue|avenue|boulevard|place|quai|chemin|allée|cours|impasse|route|via|viale|corso|piazza|calle|avenida|plaza|paseo|rua|travessa|praça|largo|bis|ter'
/** What streets begin with where the name comes second. */
const kindOfStreet =
  /(?<![^\s,(])(?:(?:ul|al|os|pl)\.|rue|avenue|boulevard|place|quai|chemin|allée|via|viale|corso|piazza|calle|c\/|avda\.|avenida|plaza|paseo|rua|travessa|praça|largo) $/iu

/** Words of a sentence, as those between a name and an address (`Ann Lee of 3 Oak Road`): no part of an address. */
const wordsOfSentence = new RegExp(
  `(?<![\\p{L}\\p{M}'’.-])(?!(?:${smallWords})(?![\\p{L}\\p{M}]))\\p{Ll}{2,}(?![\\p{L}\\p{M}.])`,
  'u',
)

/** Whether fixed text may stand within an address. */
export const mayBeOfAddress = (text: string): boolean => !wordsOfSentence.test(text)

const longestAhead = 20
/** No address has more characters. */
export const longestAddress = 200

/** The year of a date with a word of the sentence behind it, as in `on 2 May 2026 in Oak Road 3, …`. */
const dayAhead = /(?<![\p{L}\p{N}])(?:19|20)\d{2} \p{Ll}/u

/** Whether what several samples have in a place are addresses, or lines of such. */
export function areAddresses(values: readonly string[], isLine: boolean): boolean {
  if (values.length < 2 || values.some(({ length }) => length > longestAddress)) return false
  if (values.some((value) => dayAhead.test(value))) return false
  return values.every((value) => address.test(value)) || (isLine && values.every((value) => street.test(value)))
}

/** How many tokens at the end of a text are the kind of a street whose name is behind them: `ul. `, `Via `. */
export function kindOfStreetBefore(tokens: readonly WeighedToken[]): number {
  const text = tokens
    .slice(-longestAhead)
    .map((token) => token.text)
    .join('')
  const kind = kindOfStreet.exec(text)?.[0] ?? ''
  let [count, length] = [0, 0]
  while (length < kind.length) length += tokens.at(-++count)!.text.length
  return length === kind.length ? count : 0
}
