export type ListNumbering =
  | 'decimal'
  | 'decimalZero'
  | 'lowerLetter'
  | 'upperLetter'
  | 'lowerRoman'
  | 'upperRoman'
  | 'ordinal'

/** A number as a list counts it: 4 is "4", "04", "d", "iv" or "4th". Numbers that a style cannot write are decimal. */
export function listMarker(number: number, numbering: ListNumbering): string {
  switch (numbering) {
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'lowerLetter':
      return letters(number)
    case 'upperLetter':
      return letters(number).toUpperCase()
    case 'lowerRoman':
      return roman(number)
    case 'upperRoman':
      return roman(number).toUpperCase()
    case 'ordinal':
      return `${number}${ordinalEnding(number)}`
    default:
      return String(number)
  }
}

/** As Word counts on: a … z, aa, bb … (ECMA-376 part 1, 17.18.59). */
function letters(number: number): string {
  if (number < 1 || number > 26 * 100) return String(number)
  const letter = String.fromCodePoint(97 + ((number - 1) % 26))
  return letter.repeat(Math.ceil(number / 26))
}

const numerals = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let rest = number
  let written = ''
  for (const [value, numeral] of numerals) {
    while (rest >= value) {
      written += numeral
      rest -= value
    }
  }
  return written
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinalEnding = (number: number): string =>
  ({ one: 'st', two: 'nd', few: 'rd' })[ordinalRules.select(number) as string] ?? 'th'
