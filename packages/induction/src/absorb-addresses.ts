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
/** What streets begin with where the name comes second. */
const kindOfStreet =
  /(?<![^\s,(])(?:(?:ul|al|os|pl)\.|rue|avenue|boulevard|place|quai|chemin|allée|via|viale|corso|piazza|calle|c\/|avda\.|avenida|plaza|paseo|rua|travessa|praça|largo) $/iu

const longestAhead = 20
/** No address has more characters. */
export const longestAddress = 200

/** Whether what several samples have in a place are addresses, or lines of such. */
export function areAddresses(values: readonly string[], isLine: boolean): boolean {
  if (values.length < 2 || values.some(({ length }) => length > longestAddress)) return false
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
