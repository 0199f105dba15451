import { candidate, type Candidate, type Reading } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import type { TextIndex } from '../text-index.ts'
import { numericDate, type DateOrder } from './date-order.ts'
import { monthNumbers } from './month-names.ts'

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** Two digits as POSIX reads them: 69 to 99 are 19xx, 00 to 68 are 20xx. */
const fullYear = (digits: string): number =>
  digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) >= 69 ? 1900 : 2000)

/** ISO 8601, or nothing where there is no such day in the Gregorian calendar. */
function isoDate(year: number, month: number, day: number): string | undefined {
  if (year < 1000 || year > 2999 || month < 1 || month > 12 || day < 1) return undefined
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** All readings of three numbers, the likeliest first. */
function numericReadings(parts: readonly [string, string, string], separator: string, how: Conventions): Reading[] {
  const [a, b, c] = parts
  if (a.length > 2) {
    const value = a.length === 4 && c.length === 2 ? isoDate(Number(a), Number(b), Number(c)) : undefined
    return value === undefined ? [] : [{ value, confidence: 0.97 }]
  }
  const readAs: Readonly<Record<DateOrder, string | undefined>> = {
    DMY: isoDate(fullYear(c), Number(b), Number(a)),
    // Nobody writes the month first with points.
    MDY:
      separator === '.' && Number(a) <= 12 && Number(b) <= 12 ? undefined : isoDate(fullYear(c), Number(a), Number(b)),
    YMD: c.length === 2 && a.length === 2 ? isoDate(fullYear(a), Number(b), Number(c)) : undefined,
  }
  const first = how.dateOrder
  const rest: readonly DateOrder[] = ['DMY', 'MDY', 'YMD']
  const orders = [first, ...rest.filter((order) => order !== first && (order !== 'YMD' || how.dateOrder === 'YMD'))]
  const values = [...new Set(orders.map((order) => readAs[order]).filter((value) => value !== undefined))]
  const sure = how.dateOrderShown || separator === '.' ? 0.9 : 0.75
  return values.map((value, index) => ({
    value,
    confidence: index > 0 ? 0.25 : values.length === 1 ? (c.length === 4 ? 0.95 : 0.85) : sure,
  }))
}

function numericDates({ text }: TextIndex, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(numericDate)) {
    const [raw, a = '', separator = '', b = '', c = ''] = match
    const [best, ...others] = numericReadings([a, b, c], separator.trim(), how)
    if (!best) continue
    found.push(candidate('date', match.index, match.index + raw.length, best.value, best.confidence, others))
  }
  for (const match of text.matchAll(/(?<!\d)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/gu)) {
    const value = isoDate(Number(match[1]), Number(match[2]), Number(match[3]))
    if (value) found.push(candidate('date', match.index, match.index + match[0].length, value, 0.97))
  }
  return found
}

/** `3rd`, `24th day of`, `1er`, `3. `, `15 de`, before the name of a month. */
const dayBefore =
  /(?<![\p{L}\d.,/-]|\d )(\d{1,2})(?:st|nd|rd|th|er|re|e|º|ª|°|o)?[.,]?[ \t]{0,2}(?:day[ ]of |of |de |del |of the |d['’])?[ \t/.-]{0,2}\n?$/iu
const dayAndYearAfter =
  /^\.?[ \t-]{0,2}(?:the )?(\d{1,2})(?:st|nd|rd|th|er|º|ª|°)?(?:[.,]{1,2}[ \t\n]{0,2}|[ \t\n/-]{1,2})(\d{4})(?!\d)/iu
const yearAfter =
  /^\.?,?(?:[ \t/.-]{0,3}|\n)(?:(?:de|del|of|do|in the year)[ \n])?[ ]?(?:['’]?(\d{4}|\d{2}))(?![\d:]|[.,]\d)/iu
const yearBefore = /(?<!\d)(\d{4})[ ,/.-]{1,2}$/u
const dayAfter = /^[ ,/.-]{1,2}(\d{1,2})(?!\d)/u

function longDates({ text, words }: TextIndex): Candidate[] {
  const found: Candidate[] = []
  for (const word of words) {
    const month = word.folded.length < 3 || word.folded.length > 12 ? undefined : monthNumbers.get(word.folded)
    if (month === undefined) continue
    const before = text.slice(Math.max(0, word.start - 28), word.start)
    const after = text.slice(word.end, word.end + 28)
    const day = dayBefore.exec(before)
    const year = day && yearAfter.exec(after)
    if (day && year?.[1] !== undefined) {
      const value = isoDate(fullYear(year[1]), month, Number(day[1]))
      const start = word.start - day[0].length
      const sure = year[1].length === 4 ? 0.98 : 0.85
      if (value) found.push(candidate('date', start, word.end + year[0].length, value, sure))
      continue
    }
    const monthFirst = dayAndYearAfter.exec(after)
    if (monthFirst) {
      const value = isoDate(Number(monthFirst[2]), month, Number(monthFirst[1]))
      if (value) found.push(candidate('date', word.start, word.end + monthFirst[0].length, value, 0.98))
      continue
    }
    const early = yearBefore.exec(before)
    const late = early && dayAfter.exec(after)
    if (early && late) {
      const value = isoDate(Number(early[1]), month, Number(late[1]))
      if (value) found.push(candidate('date', word.start - early[0].length, word.end + late[0].length, value, 0.95))
    }
  }
  return found
}

/** Calendar dates that name day, month and year: numeric, ISO 8601, CJK, and with the month as a word. */
export const scanDates = (index: TextIndex, how: Conventions): Candidate[] => [
  ...numericDates(index, how),
  ...longDates(index),
]
