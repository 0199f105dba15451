import { kindOf } from '../plain-text.ts'
import { FormatterFault } from './formatter.ts'

const decimal = /^[+-]?\d{1,100}(?:\.\d{1,100})?$/

/** A number as a decimal string, exact: from a number, a bigint, or a decimal string such as `"1234.50"`. */
export function decimalOf(value: unknown, formatter: string): string {
  if (typeof value === 'number' && Number.isFinite(value)) return plain(value)
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

const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

/** `Intl` takes decimal strings and keeps all digits; the library's types know only literals. */
export const exact = (value: string): Intl.StringNumericLiteral => value as Intl.StringNumericLiteral

/** Adds decimal strings without the error of binary fractions: 0.1 + 0.2 is 0.3. */
export function sumOf(values: readonly string[]): string {
  const places = values.reduce((most, value) => Math.max(most, value.split('.')[1]?.length ?? 0), 0)
  const total = values.reduce((sum, value) => {
    const [whole = '', fraction = ''] = value.split('.')
    return sum + BigInt(whole + fraction.padEnd(places, '0'))
  }, 0n)
  const digits = String(total < 0n ? -total : total).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return total < 0n ? `-${text}` : text
}
