import { kindOf, plainNumber } from '../data/plain-text.ts'
import { FormatterFault } from './formatter.ts'

const decimal = /^[+-]?\d{1,100}(?:\.\d{1,100})?$/

/** Longest result of a calculation, in digits. */
const maxDigits = 400

/** A number as a decimal string, exact: from a number, a bigint, or a decimal string such as `"1234.50"`. */
export function decimalOf(value: unknown, formatter: string): string {
  if (typeof value === 'number' && Number.isFinite(value)) return plainNumber(value) ?? '0'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') {
    const text = value.trim()
    if (decimal.test(text)) return text.replace(/^\+/, '')
    throw new FormatterFault(
      'wrong_kind',
      `"${formatter}" wants a number and got a text that is none.`,
      'Give a number, or a text such as "1234.50": a point for decimals, nothing between thousands.',
    )
  }
  throw new FormatterFault('wrong_kind', `"${formatter}" wants a number and got ${kindOf(value)}.`)
}

/** Whether a value is a number, or a text that is one. */
export const isNumeric = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  typeof value === 'bigint' ||
  (typeof value === 'string' && decimal.test(value.trim()))

/** `Intl` takes decimal strings and keeps all digits; the library's types know only literals. */
export const exact = (value: string): Intl.StringNumericLiteral => value as Intl.StringNumericLiteral

/** A result as a number where that is the same, so that it compares as one; else its digits as text. */
export const asNumber = (value: string): number | string => {
  const number = Number(value)
  return plainNumber(number) === value ? number : value
}

/** `units` times ten to the power of minus `places`. */
interface Scaled {
  readonly units: bigint
  readonly places: number
}

function scaled(value: string): Scaled {
  const [whole = '', fraction = ''] = value.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}

function written({ units, places }: Scaled): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  if (digits.length > maxDigits) throw new FormatterFault('wrong_kind', `A number has more than ${maxDigits} digits.`)
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return units < 0n && text !== '0' ? `-${text}` : text
}

const tenTo = (power: number): bigint => 10n ** BigInt(power)

/** Adds decimal strings without the error of binary fractions: 0.1 + 0.2 is 0.3. */
export function sumOf(values: readonly string[]): string {
  const all = values.map(scaled)
  const places = all.reduce((most, each) => Math.max(most, each.places), 0)
  return written({ units: all.reduce((sum, each) => sum + each.units * tenTo(places - each.places), 0n), places })
}

export const negated = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`)

export function productOf(left: string, right: string): string {
  const [a, b] = [scaled(left), scaled(right)]
  return written({ units: a.units * b.units, places: a.places + b.places })
}

/** To so many decimals, halves away from zero. @throws {FormatterFault} for a divisor of 0 */
export function quotientOf(left: string, right: string, places = 20): string {
  const [a, b] = [scaled(left), scaled(right)]
  if (b.units === 0n)
    throw new FormatterFault(
      'wrong_kind',
      'A division by zero has no result.',
      'Test it before: {b == 0 ? "" : a / b}.',
    )
  return written({ units: divided(a.units * tenTo(places + b.places), b.units * tenTo(a.places)), places })
}

/** Rounded to so many decimals, halves away from zero; down and up are towards minus and plus infinity. */
export function roundTo(value: string, places: number, how: 'half' | 'down' | 'up' = 'half'): string {
  const { units, places: had } = scaled(value)
  if (had <= places) return written({ units, places: had })
  const step = tenTo(had - places)
  if (how === 'half') return written({ units: divided(units, step), places })
  const rest = units % step
  const towardsZero = units / step
  const shift = rest === 0n ? 0n : how === 'up' && units > 0n ? 1n : how === 'down' && units < 0n ? -1n : 0n
  return written({ units: towardsZero + shift, places })
}

function divided(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const result = (a * 2n + b) / (b * 2n)
  return isNegative ? -result : result
}

/** -1, 0 or 1, exact. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [scaled(left), scaled(right)]
  const places = Math.max(a.places, b.places)
  const [x, y] = [a.units * tenTo(places - a.places), b.units * tenTo(places - b.places)]
  return x < y ? -1 : x > y ? 1 : 0
}
