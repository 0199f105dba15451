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

/** A name as look-ups compare it: lower case, no accents, words split at case changes ("POAddress" too), punctuation and digits' edges. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøæœđº№〒]/g, (letter) => undecomposed[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The words run together: "E-mail" and "email" are one. */
export const fold = (name: string): string => wordsOf(name).join('')
