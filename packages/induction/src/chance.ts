import type { TokenKind } from './tokens.ts'

/** How likely a separator may be to stand where it does by chance. */
export const mostByChance = 0.06

/** How often a text has a certain word of up to three letters (`of`, `der`), a longer one, a sign: roughly, in any language. */
const [shortWord, longWord, sign] = [0.03, 0.004, 0.2]
/** How often a short word follows another one: `of the`. */
const shortBehindShort = 0.3

const wordsIn = /\p{L}{2,}/gu
export const countWords = (text: string): number => text.match(wordsIn)?.length ?? 0

/** What a text begins or ends with: a word in capitals or small letters, figures. */
const shapeOf = (word = ''): string => (/^\p{Lu}/u.test(word) ? 'A' : /^\p{N}/u.test(word) ? '1' : 'a')
const lastWord = /[\p{L}\p{N}][^\s]*\s*$/u
/** Of a value, as much as is looked at: it may be a document of its own. */
const nearby = 60
const firstWord = /[\p{L}\p{N}]/u

/** The kinds of the words on both sides, where that is what changes there: `Ada Lund of 12 Elm Road`. */
const shapesAround = (before: string, after: string): string => {
  const sides =
    shapeOf(lastWord.exec(before.slice(-nearby))?.[0]) + shapeOf(firstWord.exec(after.slice(0, nearby))?.[0])
  return sides[0] === sides[1] ? '' : sides
}

/**
 * How likely it is that the same words stand between two values in all samples by chance: that of the words around them
 * in the first sample any stands in each other one, too, and that the same kinds of words meet there.
 * @param tokens what all samples have there
 * @param around what stands before and behind it in each of the samples
 */
export function chanceOf(
  tokens: readonly { readonly kind: TokenKind; readonly text: string }[],
  around: readonly (readonly [before: string, after: string])[],
): number {
  let frequency = 1
  let words = 0
  for (const { kind, text } of tokens) {
    if (kind === 'space') continue
    const isShort = [...text].length <= 3
    if (kind !== 'word') frequency *= sign
    else if (!isShort) frequency *= longWord
    else frequency *= words === 0 ? shortWord : shortBehindShort
    if (kind === 'word') words += 1
  }
  if (words === 0) return 1
  const distinct = [...new Map(around.map((sides) => [sides.join('\n'), sides])).values()]
  const [first = 1, ...others] = distinct.map((sides) => sides.reduce((sum, side) => sum + countWords(side), words))
  const shapes = new Set(distinct.map(([before, after]) => shapesAround(before, after)))
  const isSameShape = shapes.size === 1 && !shapes.has('')
  return others.reduce((product, count) => {
    return product * (1 - (1 - frequency) ** count) * (isSameShape ? 0.5 : 1)
  }, first)
}
