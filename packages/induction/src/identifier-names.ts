import type { InductionField, TakenNames } from '@chancery/core'

const ofObjects =
  'constructor prototype __proto__ hasOwnProperty toString valueOf isPrototypeOf toLocaleString propertyIsEnumerable'
/** Members that JavaScript objects have of themselves. */
const inherited = new Set(ofObjects.split(' '))
/** Words that mean something in the tag language or in JavaScript objects. */
const reserved = new Set(
  `this true false null undefined and or not if else each unless first last length today now ${ofObjects}`.split(' '),
)

const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'Oe',
  þ: 'th',
  ı: 'i',
}

/** ASCII words of a label, lower case, without articles that have lost a letter: `Größe (m²)` gives `grosse`, `m2`; `l’adresse` `adresse`. */
export const asciiWords = (text: string): string[] =>
  text
    .replace(/(?<!\p{L})(?:[cdjlmnst]|qu|dell|nell|all|sull)['’](?=\p{L}{2})/giu, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[ßæÆøØłŁđĐœŒþı]/g, (letter) => special[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** `['invoice', 'no']` as `invoiceNo`; empty where no word begins with a letter. */
export const camelCase = (words: readonly string[]): string => {
  const usable = words.slice(words.findIndex((word) => /^[a-z]/.test(word))).slice(0, 4)
  if (words.every((word) => !/^[a-z]/.test(word))) return ''
  return usable
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('')
    .slice(0, 48)
}

/** A name that is free in `taken` and not reserved; it is added there. */
export const freeName = (wanted: string, taken: TakenNames): string =>
  taken.take(reserved.has(wanted) ? `${wanted}Value` : wanted)

const path = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/

/** The caller's own name, a data path such as `client.name`, if it can stand in a tag, else its camel case. */
export const usableName = (name: string): string => {
  const parts = name.split('.')
  const isUsable = path.test(name) && !parts.some((part) => inherited.has(part))
  return isUsable && (parts.length === 1 || !reserved.has(parts[0]!)) ? name : camelCase(asciiWords(name))
}

/**
 * The names of the caller's fields as they are written. One below another (`client.name` beside `client`) is written in
 * camel case, as a value has no members.
 */
export const wantedNames = (fields: readonly InductionField[]): ReadonlyMap<string, string> => {
  const all = new Set(fields.map(({ name }) => name))
  const isBelow = (name: string): boolean => {
    for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1))
      if (all.has(name.slice(0, at))) return true
    return false
  }
  return new Map(
    [...all].map((name) => [name, isBelow(name) ? camelCase(asciiWords(name)) : usableName(name)] as const),
  )
}
