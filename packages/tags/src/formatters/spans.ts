import { dayNumber, monthsBetween, plusMonths, wallTime } from './calendar.ts'
import { asNumber, decimalOf, isNumeric } from './decimal.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { listFormat, numberFormat, relativeFormat } from './intl-cache.ts'
import { momentOf } from './moment.ts'

const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const
type SpanUnit = (typeof units)[number]
type Parts = Readonly<Record<SpanUnit, number>>

const isoDuration =
  /^P(?=.)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i

const instant: FormatterArgument = {
  name: 'until',
  kind: 'any',
  optional: true,
  sample: '2026-12-31',
  fault: (value) => {
    try {
      momentOf(value, 'UTC', 'until')
      return undefined
    } catch {
      return typeof value === 'string' && isUnit(value) ? undefined : 'Must be a date, such as "2026-12-31".'
    }
  },
}

const isUnit = (value: unknown): value is SpanUnit => units.some((each) => each === value)

const unitArgument: FormatterArgument = {
  name: 'unit',
  kind: 'text',
  optional: true,
  sample: 'days',
  fault: (value) => (isUnit(value) ? undefined : `Must be one of ${units.join(', ')}.`),
}

/** Calendar parts from one wall time to a later one. */
function between(from: Date, to: Date): Parts {
  const months = monthsBetween(from, to)
  const rest = Math.floor((to.getTime() - plusMonths(from, months).getTime()) / 1000)
  return { ...ofSeconds(rest), years: Math.floor(months / 12), months: months % 12 }
}

const ofSeconds = (seconds: number): Parts => ({
  years: 0,
  months: 0,
  weeks: 0,
  days: Math.floor(seconds / 86_400),
  hours: Math.floor(seconds / 3600) % 24,
  minutes: Math.floor(seconds / 60) % 60,
  seconds: seconds % 60,
})

const amountIn = (unit: SpanUnit, from: Date, to: Date): number => {
  const seconds = Math.floor((to.getTime() - from.getTime()) / 1000)
  switch (unit) {
    case 'years':
      return Math.floor(monthsBetween(from, to) / 12)
    case 'months':
      return monthsBetween(from, to)
    default:
      return Math.floor(seconds / { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 }[unit])
  }
}

const inWords = (value: number, unit: SpanUnit, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' }).format(value)

function written(parts: Parts, locale: string): string {
  const words = units.filter((unit) => parts[unit] > 0).map((unit) => inWords(parts[unit], unit, locale))
  if (words.length === 0) return inWords(0, 'days', locale)
  return listFormat(locale, { type: 'unit', style: 'long' }).format(words)
}

export const duration: Formatter = {
  name: 'duration',
  summary:
    'A span of time in words: of seconds, of an ISO 8601 duration ("P1Y6M"), or from a date until another; in one unit where it is named ("days").',
  example: '{start | duration:end}',
  takes: 'any',
  gives: 'text',
  args: [instant, unitArgument],
  schema: { type: ['string', 'number'], examples: ['2026-03-05'] },
  format(value, [first, second], { locale, timeZone }) {
    const unit = isUnit(first) ? first : second
    const until = isUnit(first) ? undefined : first
    if (until !== undefined) {
      const ends = [value, until].map((each) => wallTime(momentOf(each, timeZone, 'duration')).at)
      const [from, to] = ends.sort((a, b) => a.getTime() - b.getTime())
      if (from === undefined || to === undefined) return undefined
      return isUnit(unit) ? inWords(amountIn(unit, from, to), unit, locale) : written(between(from, to), locale)
    }
    const [, years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
      (typeof value === 'string' ? isoDuration.exec(value.trim()) : null)?.map((part) => Number(part ?? 0)) ?? []
    const given: Parts = { years, months, weeks, days, hours, minutes, seconds }
    if (typeof value === 'string' && isoDuration.test(value.trim())) {
      if (!isUnit(unit)) return written(given, locale)
      const [from, to] = [new Date(0), plusMonths(new Date(0), years * 12 + months)]
      const end = to.getTime() + ((weeks * 7 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1000
      return inWords(amountIn(unit, from, new Date(end)), unit, locale)
    }
    if (isNumeric(value)) {
      const count = Math.abs(Number(asNumber(decimalOf(value, 'duration'))))
      if (count > 1e12) throw new FormatterFault('wrong_kind', '"duration" takes at most 1,000,000,000,000 seconds.')
      if (isUnit(unit)) return inWords(amountIn(unit, new Date(0), new Date(Math.floor(count) * 1000)), unit, locale)
      return written(ofSeconds(Math.floor(count)), locale)
    }
    momentOf(value, timeZone, 'duration')
    throw new FormatterFault(
      'wrong_argument',
      '"duration" wants a second date to count to.',
      'Such as {start | duration:end} or {start | duration:today}.',
    )
  },
}

export const relative: Formatter = {
  name: 'relative',
  summary: 'How far a date is from the day of the call, in words: "tomorrow", "in 3 weeks"; a unit can be named.',
  example: '{due | relative}',
  takes: 'date',
  gives: 'text',
  args: [unitArgument],
  schema: { type: 'string', format: 'date' },
  format(value, [given], { locale, timeZone, now }) {
    const today = wallTime({ at: new Date(now), zone: timeZone, hasTime: true }).at
    const moment = momentOf(value, timeZone, 'relative')
    const at = wallTime(moment).at
    const [from, to] = at < today ? [at, today] : [today, at]
    const days = dayNumber(at) - dayNumber(today)
    const midnight = (date: Date): Date => new Date(dayNumber(date) * 86_400_000)
    const months = monthsBetween(midnight(from), midnight(to))
    const sign = at < today ? -1 : 1
    const seconds = Math.round((at.getTime() - today.getTime()) / 1000)
    const unit = isUnit(given)
      ? given
      : months >= 12
        ? 'years'
        : months >= 1
          ? 'months'
          : Math.abs(days) >= 14
            ? 'weeks'
            : days !== 0 || !moment.hasTime
              ? 'days'
              : Math.abs(seconds) >= 3600
                ? 'hours'
                : Math.abs(seconds) >= 60
                  ? 'minutes'
                  : 'seconds'
    const amounts: Parts = {
      years: sign * Math.floor(months / 12),
      months: sign * months,
      weeks: Math.trunc(days / 7),
      days,
      hours: Math.trunc(seconds / 3600),
      minutes: Math.trunc(seconds / 60),
      seconds,
    }
    return relativeFormat(locale, { numeric: 'auto' }).format(amounts[unit], unit)
  },
}

export const age: Formatter = {
  name: 'age',
  summary: 'Whole years from a date until the day of the call, or until another date.',
  example: '{birthday | age}',
  takes: 'date',
  gives: 'number',
  args: [{ ...instant, name: 'at' }],
  schema: { type: 'string', format: 'date', examples: ['1960-05-17'] },
  format(value, [at], { timeZone, now }) {
    const end = at === undefined ? { at: new Date(now), zone: timeZone, hasTime: true } : momentOf(at, timeZone, 'age')
    const until = wallTime(end).at
    const born = wallTime(momentOf(value, timeZone, 'age')).at
    if (until < born) throw new FormatterFault('wrong_kind', '"age" wants a date that is past.')
    return Math.floor(monthsBetween(born, until) / 12)
  },
}
