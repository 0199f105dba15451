/** A name as look-ups compare it: lower case, no accents, words split at case changes, punctuation and digits' edges. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The words run together: "E-mail" and "email" are one. */
export const fold = (name: string): string => wordsOf(name).join('')
