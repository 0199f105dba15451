import { memoized } from '@chancery/core'

/** Letters that Unicode does not take apart into a letter and a mark, and the sign of Japan's postcodes. */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  º: 'o',
  '№': 'no',
  '〒': '郵便番号',
}

/** A word for women and men: "Né(e) le", "Nato/a il", "Kund:in". */
const genders = /(?<=\p{L})(\p{Ll})(?:[(/·:*](?:a|e|o|in|ne)\)?)(?!\p{L})/gu

/** Japanese "ご住所" and "番地等" are the same without these signs; "ご" has lost its mark by then. */
const politeness = /^[おこ](?=\p{Script=Han}{2})|(?<=\p{Script=Han}{2})(?:等|など|欄|以降)$/gu

const split = (name: string): readonly string[] =>
  name
    .replaceAll(genders, '$1')
    .replaceAll(/\bn\s?°/giu, 'no ')
    .replaceAll(/\bbill[\s_]to\b/giu, 'billing')
    .replaceAll(/\bship[\s_]to\b/giu, 'shipping')
    .replace(/(?<=\p{L})\s*#$/u, ' no')
    .replaceAll(/\([dmytjahbгдм\s./-]{6,}\)/giu, '')
    .replaceAll(/(?<=[\p{Script=Han}ー])(?=[A-Za-z])/gu, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøæœđº№〒]/g, (letter) => undecomposed[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(politeness, ''))
    .filter((word) => word !== '')

/** No name of a column that is read is longer. */
const longest = 200
const known = memoized(split)

/** A name as look-ups compare it: lower case, no accents, words split at case changes ("POAddress" too), punctuation and digits' edges. */
export const wordsOf = (name: string): readonly string[] => (name.length > longest ? split(name) : known(name))

/** The words run together: "E-mail" and "email" are one. */
export const fold = (name: string): string => wordsOf(name).join('')
