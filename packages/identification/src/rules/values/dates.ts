import { candidate, type Candidate, type Reading } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { fold, type TextIndex } from '../text-index.ts'
import { numericDate, type DateOrder } from './date-order.ts'
import { datesWithoutYear, type DayOfYear } from './days-without-year.ts'
import { monthNumbers } from './month-names.ts'
import { ordinalDayBefore, yearInWords, yearOfMinutes } from './ordinal-days.ts'

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
    const value = a.length === 4 && c.length <= 2 ? isoDate(Number(a), Number(b), Number(c)) : undefined
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

const dash = String.raw`[ \t\u00a0]?(?:[-–—]|(?:to|until|through|bis(?: zum)?|au|al?|à|até|hasta(?: el)?|tot(?: en met)?|t/m)(?= ))[ \t\u00a0]?`
const numericBegin = new RegExp(String.raw`(?<![\p{L}\d]|\d[.,/-])(\d{1,2})(?:([./])(\d{1,2})\2?|\.)${dash}$`, 'u')

/** What a range of numeric dates begins with, where only its end has the year: `01.07. - 31.07.2014`, `1.-31.7.2014`. */
function beginOfRange(text: string, start: number, end: string, second: number): Candidate | undefined {
  const match = numericBegin.exec(text.slice(Math.max(0, start - 24), start))
  if (!match) return undefined
  const [year, month] = [Number(end.slice(0, 4)), Number(end.slice(5, 7))]
  const [raw, a = '', , b] = match
  const dayFirst = second === month
  const [day, own] = b === undefined ? [Number(a), month] : dayFirst ? [Number(a), Number(b)] : [Number(b), Number(a)]
  const value = inRange(year, own, day, end)
  const from = start - raw.length
  const length = /^\d{1,2}(?:[./]\d{1,2}\.?|\.)/.exec(raw)?.[0].length ?? 0
  return value === undefined ? undefined : candidate('date', from, from + length, value, 0.85)
}

/** The first day of a range that ends on a day: in its year, or in the one before. */
function inRange(year: number, month: number, day: number, end: string): string | undefined {
  const value = isoDate(year, month, day)
  return value !== undefined && value > end ? isoDate(year - 1, month, day) : value
}

/** `12MAR26` of tickets and machines, and `12.III.2026` with the month as a Roman number. */
const compact =
  /(?<![\p{L}\d]|\d[.,/-])(\d{1,2})(?:(\p{L}{3})(?=\d)|(?:[ ]?[./][ ]?|[ ])(I{1,3}|IV|VI{0,3}|IX|XI{0,2})(?:[ ]?[./][ ]?|[ ])(?=\d{4}))(\d{4}|\d{2})(?![\p{L}\d]|[./]\d)/gu
const romanMonths = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
/** The last year before a Japanese era. */
const eraBefore: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }

/** The number of a paper may be written like a day: `UMOWA NR 14/05/2025`. */
const isNumber = /(?<!\p{L})(?:[Nn][Rr]|[Nn][Oo]|№|[Nn][°º]|[Nn]\.[°º]?|[Čč]|[Čč]íslo)\.? $/u

function numericDates({ text }: TextIndex, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(numericDate)) {
    const [raw, a = '', separator = '', b = '', c = ''] = match
    const [best, ...others] = numericReadings([a, b, c], separator.trim(), how)
    if (!best || isNumber.test(text.slice(Math.max(0, match.index - 8), match.index))) continue
    found.push(candidate('date', match.index, match.index + raw.length, best.value, best.confidence, others))
    const begin = a.length > 2 ? undefined : beginOfRange(text, match.index, String(best.value), Number(b))
    if (begin) found.push(begin)
  }
  for (const match of text.matchAll(compact)) {
    const [raw, day = '', name = '', roman = '', year = ''] = match
    const month = name === '' ? romanMonths.indexOf(roman) + 1 : (monthNumbers.get(fold(name)) ?? 0)
    const value = isoDate(fullYear(year), month, Number(day))
    if (value) found.push(candidate('date', match.index, match.index + raw.length, value, 0.93))
  }
  for (const match of text.matchAll(/(令和|平成|昭和) ?(\d{1,2}|元) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/gu)) {
    const [raw, era = '', year = '', month, day] = match
    const value = isoDate((eraBefore[era] ?? 0) + (year === '元' ? 1 : Number(year)), Number(month), Number(day))
    if (value) found.push(candidate('date', match.index, match.index + raw.length, value, 0.97))
  }
  for (const match of text.matchAll(/(?<!\d)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/gu)) {
    const value = isoDate(Number(match[1]), Number(match[2]), Number(match[3]))
    if (value) found.push(candidate('date', match.index, match.index + match[0].length, value, 0.97))
  }
  return found
}

const ordinal = '(?:st|nd|rd|th|er|re|e|º|ª|°|o)?'
/** `3rd`, `24th day of`, `1er`, `3. `, `15 de`, before the name of a month. A dash with spaces is of a range. */
const dayBefore = new RegExp(
  String.raw`(?<![\p{L}\d.,/]|\d |\d{3}-|\p{L}-)(\d{1,2})${ordinal}[»”"]?[.,]?[ \t]{0,2}(?:(?:day[ ]of|of|de|del|of the)[ \n]|d['’])?(?:[ \t]{0,2}|[ \t]?[/.][ \t]?|-)\n?$`,
  'iu',
)
/** `1 - ` of `1 - 31 July`, `1. bis ` of `1. bis 31. Juli`. */
const firstDayBefore = new RegExp(String.raw`(?<![\p{L}\d.,/-]|\d )(\d{1,2})(${ordinal}\.?)${dash}$`, 'iu')
/** `between 1 and ` of `between 1 and 31 July`. */
const firstDayBetween =
  /(?<=(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen)(?: (?:the|dem|le|el|il|o|de))? )(\d{1,2})((?:st|nd|rd|th|er|º|°)?\.?) (?:and|und|et|y|e|en)(?: (?:the|dem|le|el|il|o|de))? $/iu
/** `4th, 5th and ` of `4th, 5th and 6th of May 2026`. */
const daysBefore = new RegExp(
  String.raw`(?<![\p{L}\d.,/:-]|\d )((?:\d{1,2}${ordinal}\.?,[ ]){0,6}\d{1,2}${ordinal}\.?)(?:,? (?:and|und|et|y|e|en|i|och|ve) |, )(?:the |dem |den |le |el |il |o )?$`,
  'iu',
)
/** What counts no days: `Nos. 4 and 5 March 2026`. */
const counts = /(?:n[or]s?|no|nr|pages?|sections?|rooms?|items?|lots?|clauses?|invoices?|p|pp|§+)\.? $/iu
/** `1 - 31, 2014` behind July. */
const daysAndYearAfter = new RegExp(
  String.raw`^\.?[ \t]{1,2}(\d{1,2})${ordinal}(${dash})(\d{1,2})${ordinal}[ ]?,?[ \t\n]{0,2}(\d{4})(?!\d)`,
  'iu',
)
const dayAndYearAfter =
  /^\.?[ \t-]{0,2}(?:the )?(\d{1,2})(?:st|nd|rd|th|er|º|ª|°)?(?:[ ]?[.,]{1,2}[ \t\n]{0,2}|[ \t\n/-]{1,2})(\d{4})(?!\d)/iu
const dayAfterMonth = /^\.?[ \t]{0,2}(\d{1,2})(?:st|nd|rd|th|er|º|ª|°)?(?!\d|[ ]?,? ?\d{4})/iu
const yearAfter =
  /^\.?(?: ?,)?(?:[ \t]{0,3}|[ \t]?[/.][ \t]?|-|\n)(?:(?:(?:de|del|of|do|in the year)[ \n])?[ ]?(?=\d{4})|[ ]?)(?:['’]?(\d{4}|\d{2}))(?![\d:]|[.,]\d)/iu
const yearBefore = /(?<!\d)(\d{4})[ ,/.-]{1,2}$/u
const dayAfter = /^[ ,/.-]{1,2}(\d{1,2})(?!\d)/u
const between = new RegExp(String.raw`^${dash}(?:\p{L}{4,10},? ?)?$`, 'iu')

/** Months of three letters that no other word is, where no year says that it is one. */
const shortMonths = new Set(['mai', 'maj', 'mei', 'jul', 'jun'])
/** A month that stands without a year is written whole, and in English with a capital. */
const isMonthAlone = (raw: string, folded: string): boolean =>
  folded === 'may' || folded === 'march' ? /^\p{Lu}/u.test(raw) : folded.length > 3 || shortMonths.has(folded)

/** Dates with the month as a word, and the days and months that no year stands at. */
function longDates({ text, words }: TextIndex): { readonly dates: Candidate[]; readonly alone: DayOfYear[] } {
  const found: Candidate[] = []
  const without: DayOfYear[] = []
  let begin: DayOfYear | undefined
  const add = (start: number, end: number, value: string | undefined, sure: number): void => {
    if (value === undefined) return
    if (begin && start - begin.end <= 24 && between.test(text.slice(begin.end, start))) {
      const first = inRange(Number(value.slice(0, 4)), begin.month, begin.day, value)
      if (without.at(-1)?.start === begin.start) without.pop()
      if (first !== undefined) found.push(candidate('date', begin.start, begin.end, first, Math.min(0.93, sure)))
    }
    begin = undefined
    found.push(candidate('date', start, end, value, sure))
  }
  for (const [at, word] of words.entries()) {
    const month = word.folded.length < 3 || word.folded.length > 12 ? undefined : monthNumbers.get(word.folded)
    if (month === undefined) continue
    const before = text.slice(Math.max(0, word.start - 28), word.start)
    const after = text.slice(word.end, word.end + 32)
    const days = daysAndYearAfter.exec(after)
    if (days) {
      const [all, one = '', gap = '', two = '', year = ''] = days
      const last = isoDate(Number(year), month, Number(two))
      const first = isoDate(Number(year), month, Number(one))
      const middle = all.indexOf(gap + two)
      if (last && first) add(word.start, word.end + middle, first, 0.93)
      if (last) add(word.end + middle + gap.length, word.end + all.length, last, 0.93)
      continue
    }
    const day = dayBefore.exec(before)
    const year = day && yearAfter.exec(after)
    if (day && year?.[1] !== undefined) {
      const value = isoDate(fullYear(year[1]), month, Number(day[1]))
      const start = word.start - day[0].length
      const isShort = year[1].length === 2
      const first =
        value === undefined
          ? null
          : (firstDayBefore.exec(text.slice(Math.max(0, start - 20), start)) ??
            firstDayBetween.exec(text.slice(Math.max(0, start - 40), start)))
      if (first && value) {
        const [all, one = '', mark = ''] = first
        const from = start - all.length
        const firstValue = isoDate(Number(value.slice(0, 4)), month, Number(one))
        if (firstValue) add(from, from + one.length + mark.length, firstValue, 0.9)
      }
      const others = value === undefined || first ? null : daysBefore.exec(text.slice(Math.max(0, start - 48), start))
      const from = start - (others?.[0].length ?? 0)
      if (others && value && !counts.test(text.slice(Math.max(0, from - 10), from)))
        for (const other of (others[1] ?? '').matchAll(/(\d{1,2})[^\d\s,]*/gu)) {
          const iso = isoDate(Number(value.slice(0, 4)), month, Number(other[1]))
          const begins = from + other.index
          if (iso) add(begins, begins + other[0].length, iso, 0.85)
        }
      // Two digits after a space may count what follows: "on 1 July 31 people".
      add(start, word.end + year[0].length, value, !isShort ? 0.98 : /^\.? ?\d/.test(year[0]) ? 0.7 : 0.85)
      continue
    }
    const monthFirst = dayAndYearAfter.exec(after)
    if (monthFirst) {
      const value = isoDate(Number(monthFirst[2]), month, Number(monthFirst[1]))
      add(word.start, word.end + monthFirst[0].length, value, 0.98)
      continue
    }
    const early = yearBefore.exec(before)
    const late = early && dayAfter.exec(after)
    if (early && late) {
      const value = isoDate(Number(early[1]), month, Number(late[1]))
      add(word.start - early[0].length, word.end + late[0].length, value, 0.95)
      continue
    }
    const spelled = day ? undefined : ordinalDayBefore(words, at)
    const spelledYear = (day ?? spelled) ? yearInWords(words, at + 1) : undefined
    if (spelled || spelledYear) {
      const start = spelled ? (words[spelled.word]?.start ?? word.start) : word.start - (day?.[0].length ?? 0)
      const written = spelledYear ? undefined : yearAfter.exec(after)
      const end = spelledYear
        ? (words[at + spelledYear.length]?.end ?? word.end)
        : word.end + (written?.[0].length ?? 0)
      const years = spelledYear?.year ?? (written?.[1]?.length === 4 ? Number(written[1]) : undefined)
      const plain = word.start - start <= 40 && end - word.end <= 48 && !/\n\s*\n|[.;:]\s/.test(text.slice(start, end))
      if (years !== undefined && plain)
        add(start, end, isoDate(years, month, spelled?.day ?? Number(day?.[1] ?? 0)), 0.93)
      continue
    }
    const minutes = day ? yearOfMinutes(words, at) : undefined
    if (day && minutes) {
      add(words[minutes.word]?.start ?? word.start, word.end, isoDate(minutes.year, month, Number(day[1])), 0.93)
      continue
    }
    const alone = dayAfterMonth.exec(after)
    if (day) begin = { start: word.start - day[0].length, end: word.end, month, day: Number(day[1]) }
    else if (alone) begin = { start: word.start, end: word.end + alone[0].length, month, day: Number(alone[1]) }
    else continue
    if (isMonthAlone(text.slice(word.start, word.end), word.folded)) without.push(begin)
  }
  return { dates: found, alone: without }
}

/**
 * Calendar dates that name day, month and year: numeric, ISO 8601, CJK, and with the month as a word. A day without a year is
 * of the year of the paper.
 */
export function scanDates(index: TextIndex, how: Conventions): Candidate[] {
  const { dates, alone } = longDates(index)
  const whole = [...numericDates(index, how), ...dates].toSorted((a, b) => a.start - b.start)
  return [...whole, ...datesWithoutYear(index.text, alone, whole)]
}
