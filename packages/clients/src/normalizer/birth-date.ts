import { alphabetLanguages } from './alphabet-languages.ts'
import { fold } from './fold.ts'

/** How numeric dates of a batch are written. */
export type DateOrder = 'dmy' | 'mdy'

const numeric = /^(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})\.?$/

/** Languages whose dates have the day first wherever they are spoken. */
const dayFirst = new Set('de fr es it pt nl pl cs sk da nb no fi el ro tr ru uk'.split(' '))

/** Of those who write English, those who write the month first. */
const monthFirst = new Set(['US'])

/** Countries that use both. */
const bothWays = new Set(['CA', 'PH', 'PR', 'GU', 'PA', 'KE', 'GH', 'ZA'])

/** What tells the order of day and month where the dates themselves do not. */
export interface DateCustoms {
  readonly locale: string
  /** Of the whole batch, as the caller says. */
  readonly country: string | undefined
  /** Of the clients' addresses. */
  readonly addresses: readonly string[]
}

/**
 * The order of day and month that the values themselves prove: one with a first number above 12 is day first. Without
 * proof, dots mean day first everywhere; then the country decides, and the language where it leaves no choice ("en"
 * alone leaves one); `undefined` where nothing does, or where the values contradict each other, or where most clients
 * live where dates are not written as the locale would read them.
 */
export function dateOrderOf(
  values: readonly string[],
  { locale, country, addresses }: DateCustoms,
): DateOrder | undefined {
  let day = false
  let month = false
  let dots = false
  for (const value of values) {
    const match = value.length > 20 ? null : numeric.exec(value.trim())
    if (match === null) continue
    day ||= Number(match[1]) > 12
    month ||= Number(match[3]) > 12
    dots ||= match[2] === '.'
  }
  if (day && month) return undefined
  if (day) return 'dmy'
  if (month) return 'mdy'
  if (dots) return 'dmy'
  if (country !== undefined) return customOf(country)
  const { language, region } = new Intl.Locale(locale)
  const order =
    language === 'en' && region !== undefined ? customOf(region) : dayFirst.has(language) ? 'dmy' : undefined
  const elsewhere = addresses.filter((address) => customOf(address) !== order).length
  return elsewhere > addresses.length / 2 ? undefined : order
}

const customOf = (country: string): DateOrder | undefined =>
  bothWays.has(country) ? undefined : monthFirst.has(country) ? 'mdy' : 'dmy'

/** What Outlook writes where there is no date: "0/0/00". */
export const isNoDate = (text: string): boolean => /^0{1,4}([./-])0{1,2}(?:\1)0{1,4}$/.test(text.trim())

/** An ISO date, or `undefined` where the text is none or is ambiguous: "1990-02-28", "1990. 02. 28.", "28.2.1990". */
export function readBirthDate(text: string, order: DateOrder | undefined): string | undefined {
  const value = text.trim()
  if (value.length > 40) return undefined
  const iso = /^(\d{4})([-/.]?)\s?(\d{1,2})\2\s?(\d{1,2})\.?(?:[T ]\d{2}:\d{2}.*)?$/.exec(value)
  if (iso !== null && (iso[2] !== '' || /^\d{8}/.test(value))) {
    return validDate(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  }
  const match = numeric.exec(value.replace(/[ T]0{1,2}:00(?::00)?$/, ''))
  if (match === null) return readWords(value)
  const [first, second, year] = [Number(match[1]), Number(match[3]), fullYear(match[4] ?? '')]
  if (year === undefined) return undefined
  if (first > 12) return validDate(year, second, first)
  if (second > 12) return validDate(year, first, second)
  if (first === second) return validDate(year, first, second)
  const known = match[2] === '.' ? 'dmy' : order
  if (known === undefined) return undefined
  return known === 'dmy' ? validDate(year, second, first) : validDate(year, first, second)
}

/** Whether a text that was not read is a date of more than one reading: in the other order, or in another century. */
export const hasSeveralReadings = (text: string): boolean =>
  (['dmy', 'mdy'] as const).some((order) => readBirthDate(text.trim().replace(/\b\d{2}$/, '19$&'), order) !== undefined)

/** Of two digits only those that cannot be of this century; a child of 2012 and an old man of 1912 look the same. */
const fullYear = (digits: string): number | undefined =>
  digits.length === 4 ? Number(digits) : Number(digits) >= 40 ? 1900 + Number(digits) : undefined

/** "5. März 1985", "March 5, 1985", "5 de marzo de 1985", "05-Mar-1985", "1985. március 5.", "1985年3月5日", "5 марта 1985 г.". */
function readWords(text: string): string | undefined {
  const signs = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(text)
  if (signs !== null) return validDate(Number(signs[1]), Number(signs[2]), Number(signs[3]))
  const value = text.replace(/ г(?:\.|ода)?$/, '')
  const parts = value.split(/[\s.,/-]+/).filter((part) => part !== '' && !/^(?:de|del|of|the)$/i.test(part))
  if (parts.length !== 3) return undefined
  const month = parts.map((part) => monthNumber(part))
  const numbers = parts.map((part) =>
    /^\d{1,4}(?:st|nd|rd|th|er)?$/i.test(part) ? Number.parseInt(part, 10) : Number.NaN,
  )
  if (month[1] !== undefined) {
    const [first = 0, , last = 0] = numbers
    if (parts[0]?.length === 4) return validDate(first, month[1], last)
    return parts[2]?.length === 4 ? validDate(last, month[1], first) : undefined
  }
  const [, day, year] = numbers
  return month[0] !== undefined && (parts[2] ?? '').length === 4 ? validDate(year ?? 0, month[0], day ?? 0) : undefined
}

let months: ReadonlyMap<string, number> | undefined

/** Months by name, from the runtime's CLDR data; names that two languages use for different months are none. */
function monthNumber(word: string): number | undefined {
  months ??= monthNames()
  const found = months.get(fold(word))
  return found === 0 ? undefined : found
}

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const language of alphabetLanguages) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2001, month - 1, 15)).find(({ type }) => type === 'month')
        const name = fold(part?.value ?? '')
        if (!/\p{L}/u.test(name)) continue
        names.set(name, names.get(name) === undefined || names.get(name) === month ? month : 0)
      }
    }
  }
  return names
}

function validDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1850 && year <= 2200
  return exists ? date.toISOString().slice(0, 10) : undefined
}
