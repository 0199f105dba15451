import { fold } from '@chancery/core'
import { dateFormat } from './intl-cache.ts'

/** Languages whose names of months are known besides the locale's. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']

/** The first letters of the names of months, by the language. */
const known = new Map<string, readonly string[]>()

function monthsOf(locale: string): readonly string[] {
  let months = known.get(locale)
  if (months === undefined) {
    const names = dateFormat(locale, { month: 'long', timeZone: 'UTC' })
    months = Array.from({ length: 12 }, (_, month) => fold(names.format(Date.UTC(2026, month, 15))))
    known.set(locale, months)
  }
  return months
}

/** The number of a month by its name, or the first three letters of it or more; 0 for what is none. */
function monthOf(name: string, locale: string): number {
  const word = fold(name)
  if (word.length < 3) return 0
  for (const each of [locale, ...languages]) {
    const at = monthsOf(each).findIndex((month) => month.startsWith(word))
    if (at !== -1) return at + 1
  }
  return 0
}

/**
 * A date as people write it, in ISO 8601: `14.3.2026`, `14/03/26`, `14 March 2026`, `March 14, 2026`. Of two numbers that both may be
 * the month, the locale says which is. `undefined` for what is no date.
 */
export function writtenDate(text: string, locale: string): string | undefined {
  const written = text.trim()
  if (written.length > 40) return undefined
  const [, first, second, year] = /^(\d{1,2})[./-]\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})$/.exec(written) ?? []
  if (first !== undefined && second !== undefined && year !== undefined) {
    const isMonthFirst = Number(second) > 12 || (Number(first) <= 12 && locale.startsWith('en-US'))
    return isMonthFirst ? isoOf(year, Number(first), second) : isoOf(year, Number(second), first)
  }
  const [, large, between, small] = /^(\d{4})[./](\d{1,2})[./](\d{1,2})$/.exec(written) ?? []
  if (large !== undefined && between !== undefined && small !== undefined) return isoOf(large, Number(between), small)
  const [, day, name, ofYear] =
    /^(\d{1,2})(?:\.|st|nd|rd|th|er|re|e|º|ª|°)?[\s-]+(?:(?:de|of|di|van)\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:(?:de|del|do)\s+)?(\d{4}|\d{2})$/u.exec(
      written,
    ) ?? []
  if (day !== undefined && name !== undefined && ofYear !== undefined) return isoOf(ofYear, monthOf(name, locale), day)
  const [, month, ofMonth, last] = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(written) ?? []
  return month === undefined || ofMonth === undefined || last === undefined
    ? undefined
    : isoOf(last, monthOf(month, locale), ofMonth)
}

/** A day that there is; of years with two digits those from 69 are of the last century. */
function isoOf(year: string, month: number, day: string): string | undefined {
  const whole = year.length === 2 ? (Number(year) > 68 ? '19' : '20') + year : year
  const at = new Date(Date.UTC(Number(whole), month - 1, Number(day)))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === Number(day) ? at.toISOString().slice(0, 10) : undefined
}
