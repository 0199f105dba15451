import { memoized } from '@chancery/core'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Enough digits and nothing but what numbers are written with. */
const form = /^[+\d(][\d\s()./+\u2010-\u2015-]*(?:(?:;ext=|x|ext\.?|dw|poste|extension)[\s:]*\d{1,8})?$/iu

export const looksLikePhone = (text: string): boolean =>
  text.length <= 40 && form.test(text) && text.replaceAll(/\D/g, '').length >= 4

const read = memoized((key) => {
  const [region = '', value = ''] = key.split('\n')
  const parsed = parsePhoneNumberFromString(value, region === '' ? undefined : (region as CountryCode))
  if (parsed === undefined) return undefined
  // Of a number without a country code only what the numbering plan of the country has; "12345" is none there.
  const isSure = value.startsWith('+') ? parsed.isPossible() : parsed.isValid()
  if (!isSure) return undefined
  return parsed.ext === undefined ? parsed.number : `${parsed.number};ext=${parsed.ext}`
}, 50_000)

/**
 * A number in E.164, with an extension as RFC 3966 writes it (`+4930123456;ext=12`), or `undefined` where it cannot be
 * told for sure.
 * @param country ISO 3166-1 alpha-2
 */
export function readPhone(text: string, country: string | undefined): string | undefined {
  const value = text
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^00(?=[1-9])/, '+')
    .replace('(0)', '')
  const region = country !== undefined && isSupportedCountry(country) ? country : ''
  if (!looksLikePhone(value) || (!value.startsWith('+') && region === '')) return undefined
  return read(`${region}\n${value}`)
}
