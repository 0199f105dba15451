import { expect, it } from 'vitest'
import { numberInWords } from './number-in-words.ts'

it.each([
  ['fourteen', 14],
  ['Eleven', 11],
  ['dreizehn', 13],
  ['vingt', 20],
  ['veintiuno', 21],
  ['novanta', 90],
  ['czternaście', 14],
])('%s is %d', (word, number) => expect(numberInWords(word)).toBe(number))

it.each(['', 'many', 'two hundred'])('knows no number of "%s"', (word) => expect(numberInWords(word)).toBeUndefined())
