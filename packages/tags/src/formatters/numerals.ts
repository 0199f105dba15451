import { decimalOf } from './decimal.ts'
import { type Formatter, FormatterFault } from './formatter.ts'
import { numeric } from './numbers.ts'
import { spellNumber } from './words/spell.ts'

/** Largest number that Word writes with letters. */
const largestInLetters = 780
/** Largest number of Roman numerals without signs above them. */
const largestRoman = 3999

const romans: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

const whole = { type: ['integer', 'string'], pattern: String.raw`^\s*\d+\s*$`, examples: [4] }

function wholeNumber(value: unknown, formatter: string, largest: number): number {
  const text = decimalOf(value, formatter)
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= largest) return number
  throw new FormatterFault('wrong_kind', `"${formatter}" wants a whole number from 1 to ${largest}.`)
}

const roman: Formatter = {
  name: 'roman',
  summary: 'A whole number in Roman numerals: XIV.',
  example: '{chapter | roman}',
  takes: 'number',
  gives: 'text',
  args: [],
  schema: whole,
  format(value) {
    let rest = wholeNumber(value, 'roman', largestRoman)
    let text = ''
    for (const [size, sign] of romans) {
      text += sign.repeat(Math.floor(rest / size))
      rest %= size
    }
    return text
  },
}

const letters: Formatter = {
  name: 'letters',
  summary: 'A whole number as Word counts with letters: A to Z, then AA, BB.',
  example: '{annex | letters}',
  takes: 'number',
  gives: 'text',
  args: [],
  schema: whole,
  format(value) {
    const number = wholeNumber(value, 'letters', largestInLetters) - 1
    return String.fromCharCode(65 + (number % 26)).repeat(Math.floor(number / 26) + 1)
  },
}

const dollarText: Formatter = {
  name: 'dollarText',
  summary: 'An amount as it stands on a cheque in English, as Word has it: fourteen and 55/100.',
  example: '{total | dollarText}',
  takes: 'number',
  gives: 'text',
  args: [],
  schema: numeric,
  format(value) {
    const [, sign = '', integer = '', decimals = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(decimalOf(value, 'dollarText')) ?? []
    // Cents are rounded by halves away from zero, and may carry.
    const cents = BigInt(integer + decimals.padEnd(3, '0').slice(0, 3)) + 5n
    const [dollars, rest] = [cents / 1000n, (cents / 10n) % 100n]
    return `${spellNumber(`${sign}${dollars}`, 'en')} and ${String(rest).padStart(2, '0')}/100`
  },
}

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

const ordinalWords: Formatter = {
  name: 'ordinalWords',
  summary: 'A place in a row, spelled out in English: twenty-first.',
  example: '{place | ordinalWords}',
  takes: 'number',
  gives: 'text',
  args: [],
  schema: whole,
  format(value) {
    const words = spellNumber(String(wholeNumber(value, 'ordinalWords', Number.MAX_SAFE_INTEGER)), 'en')
    return words.replace(
      /[a-z]+$/,
      (last) => irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
    )
  },
}

export const numeralFormatters = [roman, letters, dollarText, ordinalWords]
