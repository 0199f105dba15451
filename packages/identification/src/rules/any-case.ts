/**
 * Words as a part of a pattern, each in capital and small letters, where the rest of the pattern tells them apart. A group
 * `(?i:…)` would say the same, but V8 (13.6, Node 24) loses its flag in a process that has compiled many patterns.
 * @param words in small letters, separated by spaces; signs of patterns in them count as such
 */
export const inAnyCase = (words: string): string =>
  words
    .split(' ')
    .map((word) => word.replaceAll(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`))
    .join('|')

/** A class of letters, an escape (`\p{Lu}`, `\s`), the name or head of a group, or a letter. */
const piece = /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\.|\(\?<?[=!:]|\p{L}/gu

const bothCases = (letter: string): string => {
  const [small, capital] = [letter.toLowerCase(), letter.toUpperCase()]
  return small === capital || capital.length > 1 ? letter : `${small}${capital}`
}
/** The letters of a class that are no part of an escape or a range. */
const inClass = (letters: string): string =>
  letters.replaceAll(/\\[pP]\{[^}]*\}|\\.|.-.|\p{L}/gu, (part) => (/^\p{L}$/u.test(part) ? bothCases(part) : part))

/**
 * The same pattern with its own words in capital and small letters alike, for a pattern without the flag `i`: below that
 * `\p{Lu}` and `\p{Ll}` are any letter.
 */
export const anyCase = (source: string): string =>
  source.replaceAll(piece, (part) => {
    if (part.startsWith('[')) return inClass(part)
    if (!/^\p{L}$/u.test(part)) return part
    const both = bothCases(part)
    return both.length > 1 ? `[${both}]` : both
  })
