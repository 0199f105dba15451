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
export function slips(a: string, b: string): number {
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 2) return 3
  // What both begin and end with needs no slips.
  let [from, endOfA, endOfB] = [0, a.length, b.length]
  while (from < endOfA && from < endOfB && a[from] === b[from]) from++
  while (endOfA > from && endOfB > from && a[endOfA - 1] === b[endOfB - 1]) {
    endOfA--
    endOfB--
  }
  return slipsBetween(a.slice(from, endOfA), b.slice(from, endOfB))
}

function slipsBetween(a: string, b: string): number {
  let [two, one, row]: [number[], number[], number[]] = [[], [], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    ;[two, one, row] = [one, row, [i]]
    let least = i
    // Farther from the diagonal there are more than two.
    for (let j = Math.max(1, i - 2); j <= Math.min(b.length, i + 2); j++) {
      const same = a[i - 1] === b[j - 1]
      const turned = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const straight = Math.min((one[j] ?? 3) + 1, (row[j - 1] ?? 3) + 1, (one[j - 1] ?? 3) + (same ? 0 : 1))
      row[j] = turned ? Math.min(straight, (two[j - 2] ?? 3) + 1) : straight
      least = Math.min(least, row[j] ?? 3)
    }
    // What no beginning is nearer to, no end is: the least of a row is at most one less than the next one's.
    if (least > 2) return 3
  }
  return row[b.length] ?? 3
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
