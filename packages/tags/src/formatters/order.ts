import { compareDecimals, decimalOf, isNumeric } from './decimal.ts'
import { collator } from './intl-cache.ts'
import { plainText } from '../data/plain-text.ts'

type Comparison = (left: unknown, right: unknown) => number

const rank = (value: unknown): number =>
  value === null || value === undefined || value === ''
    ? 3
    : isNumeric(value)
      ? 0
      : plainText(value) === undefined
        ? 2
        : 1

/** Numbers (and texts that are numbers) by size, then texts as the locale sorts them, then what is neither, then nothing. */
export const orderIn = (locale: string): Comparison => {
  const texts = collator(locale, { numeric: true })
  return (left, right) => {
    const [a, b] = [rank(left), rank(right)]
    if (a !== b) return a - b
    if (a === 0) return numbers(left, right)
    return a === 1 ? texts.compare(plainText(left) ?? '', plainText(right) ?? '') : 0
  }
}

const numbers: Comparison = (left, right) =>
  typeof left === 'number' && typeof right === 'number'
    ? left - right
    : compareDecimals(decimalOf(left, 'sort'), decimalOf(right, 'sort'))

/** Whether nothing stands there, which always sorts last. */
export const isNothing = (value: unknown): boolean => rank(value) === 3
