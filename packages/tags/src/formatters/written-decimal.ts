import { numberFormat } from './intl-cache.ts'

const spaces = String.raw`[ \u00a0\u202f]`
const amount = new RegExp(
  String.raw`^(?:\p{Sc}|[A-Z]{3})?${spaces}?([+-]?)${spaces}?\p{Sc}?(\d{1,30}(?:[.,'’ \u00a0\u202f]\d{1,30}){0,12})${spaces}?(?:\p{Sc}|[A-Z]{3})?$`,
  'u',
)

/**
 * A number as people write it, as a decimal: `1,234.60`, `1.234,60 €`, `1 234,6`. Of one sign alone before three digits the
 * locale says whether it parts off decimals. `undefined` for what is no number.
 */
export function writtenDecimal(text: string, locale: string): string | undefined {
  const [, sign = '', digits] = amount.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const at = decimalSign(digits, locale)
  const whole = at === -1 ? digits : digits.slice(0, at)
  const isGrouped = /^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(whole)
  if (!isGrouped && !/^\d+$/.test(whole)) return undefined
  const decimals = at === -1 ? '' : `.${digits.slice(at + 1)}`
  return `${sign === '-' ? '-' : ''}${whole.replaceAll(/\D/g, '')}${decimals}`
}

/** Where decimals begin: at the last dot or comma, unless it parts groups. */
function decimalSign(digits: string, locale: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return -1
  const sign = digits[last] ?? ''
  if (digits.indexOf(sign) !== last) return -1
  const isAlone = !/[.,'’ \u00a0\u202f]/.test(digits.slice(0, last))
  if (!isAlone || digits.length - last - 1 !== 3 || last > 3) return last
  const own = numberFormat(locale, {})
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value
  return sign === own ? last : -1
}
