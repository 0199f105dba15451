import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A number in E.164, or `undefined` where it cannot be told for sure. */
export function readPhone(text: string, country: string | undefined): string | undefined {
  const value = text
    .trim()
    .replace(/^00(?=\d)/, '+')
    .replace(/\(0\)/, '')
  const region = country !== undefined && isSupportedCountry(country) ? (country as CountryCode) : undefined
  if (value.length > 40 || (!value.startsWith('+') && region === undefined)) return undefined
  const parsed = parsePhoneNumberFromString(value, region)
  return parsed?.isPossible() === true ? parsed.number : undefined
}

/** Enough digits and nothing but what numbers are written with. */
export const looksLikePhone = (text: string): boolean =>
  /^[+\d(][\d\s()./+-]*(?:\s*(?:x|ext\.?|dw|-)\s*\d+)?$/i.test(text.trim()) && text.replaceAll(/\D/g, '').length >= 4
