/** Words of names, and which of them are likely the same. */
import { inLatin } from './latin-letters.ts'

/** A name's words, folded: small letters without marks. */
export const nameWords = (name: string): string[] =>
  (plain.test(name) ? name.toLowerCase().split(/[^a-z0-9]+/) : folded(name).split(/[^\p{L}\p{N}]+/u)).filter(
    (word) => word !== '',
  )

/** The same as they are compared: "Иван Соколов" and "Ivan Sokolov" are one name. */
export const latinWords = (name: string): string[] =>
  plain.test(name) ? nameWords(name) : nameWords(name).map(inLatin)

/** ASCII, as most names are: nothing in it has another form. */
const plain = /^[ -~]*$/

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')

/** The same word, a beginning of it, or one slip in it, two in a long one. */
export const areLike = (a: string, b: string): boolean =>
  a.startsWith(b) || b.startsWith(a) || slips(a, b) <= (Math.min(a.length, b.length) < 8 ? 1 : 2)

/** Letters that are put in, left out, changed, or in the order of their neighbour; from 3 on the number is not exact. */
export const slips = (a: string, b: string): number =>
  Math.min(a.length, b.length) < 4 ? 3 : slipsBehind(a, b, 0, 0, 2)

/** The same of what stands behind two places: the number up to `most`, or one more than that. */
function slipsBehind(a: string, b: string, inA: number, inB: number, most: number): number {
  let [i, j] = [inA, inB]
  // What both begin with needs no slips.
  while (i < a.length && a[i] === b[j]) {
    i++
    j++
  }
  const [left, right] = [a.length - i, b.length - j]
  if (left === 0 || right === 0) return Math.min(left + right, most + 1)
  if (Math.abs(left - right) > most || most === 0) return most + 1
  const isTurned = a[i] === b[j + 1] && a[i + 1] === b[j]
  return (
    1 +
    Math.min(
      slipsBehind(a, b, i + 1, j + 1, most - 1),
      slipsBehind(a, b, i + 1, j, most - 1),
      slipsBehind(a, b, i, j + 1, most - 1),
      isTurned ? slipsBehind(a, b, i + 2, j + 2, most - 1) : most,
    )
  )
}

/** Every word of the shorter name has its like in the longer one: the same, or an initial of it. */
export function namesAgree(a: string, b: string): boolean {
  const [x, y] = [latinWords(a), latinWords(b)]
  if (x.length === 0 || y.length === 0) return a === b
  return eachHasItsLike(
    x,
    y,
    (word, other) =>
      word === other || (word.length === 1 && other.startsWith(word)) || (other.length === 1 && word.startsWith(other)),
  )
}

/** Whether each word of the shorter list has one of its own in the longer. */
export function eachHasItsLike(
  a: readonly string[],
  b: readonly string[],
  isLike: (word: string, other: string) => boolean,
): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const left = [...long]
  return short.every((word) => {
    const at = left.findIndex((other) => isLike(word, other))
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
}
