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
