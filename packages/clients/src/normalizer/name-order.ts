import { fold, wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

/** Short for family name, given name and father's name, in this order. */
const familyGivenPatronymic: ReadonlySet<string> = new Set([fold('фио'), fold('піб')])

/**
 * Whether the name of a column says that family names stand first in it: "Cognome e Nome", "Nachname, Vorname",
 * "Фамилия Имя Отчество". At most one word of it is none of a name.
 */
export function isFamilyFirst(column: string): boolean {
  if (column.length > 60) return false
  if (familyGivenPatronymic.has(fold(column))) return true
  const words = wordsOf(column)
  const fields = words.map((word) => fieldNamed(word)).filter((field) => field !== undefined)
  const [first, second] = fields
  return fields.length >= 2 && words.length - fields.length <= 1 && isFamily(first) && second === 'givenName'
}

/** A "Nom" or "Name" before a given name is the family name. */
const isFamily = (field: string | undefined): boolean => field === 'familyName' || field === 'name'

interface Parts {
  readonly givenName: string
  readonly familyName: string
}

/**
 * Parts a name whose family name stands first. What is in capitals among small letters is the family name, wherever it stands; of three
 * words and more nothing else tells where it ends, unless the last one is a father's name.
 */
export function familyFirstParts(words: readonly string[]): Parts | undefined {
  const capitals = words.map((word) => /^\p{Lu}[\p{Lu}\p{M}'’-]+$/u.test(word))
  const count = capitals.filter(Boolean).length
  if (count > 0 && count < words.length) {
    if (capitals.slice(0, count).every(Boolean)) return partsAt(words, count)
    if (capitals.slice(-count).every(Boolean)) {
      return { givenName: words.slice(0, -count).join(' '), familyName: words.slice(-count).join(' ') }
    }
  }
  if (words.length === 2 || (words.length === 3 && isPatronymic(words[2] ?? ''))) return partsAt(words, 1)
  return undefined
}

const partsAt = (words: readonly string[], end: number): Parts => ({
  familyName: words.slice(0, end).join(' '),
  givenName: words.slice(end).join(' '),
})

const isPatronymic = (word: string): boolean => /(?:вич|вна|ична|ьич|кызы|оглы)$/iu.test(word)
