import type { TakenNames } from '@chancery/core'

/** Words that mean something in the tag language or in JavaScript objects. */
const reserved = new Set(
  (
    'this true false null undefined and or not if else each unless first last length today now ' +
    'constructor prototype hasOwnProperty toString valueOf isPrototypeOf toLocaleString propertyIsEnumerable'
  ).split(' '),
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

/** ASCII words of a label, lower case: `Größe (m²)` gives `grosse`, `m2`. */
export const asciiWords = (text: string): string[] =>
  text
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

/** The caller's own name if it can stand in a tag, else its camel case. */
export const usableName = (name: string): string =>
  /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : camelCase(asciiWords(name))
