/** A moment as a spreadsheet counts it, taken apart. Months from 1; weekdays from 0, Sunday. */
export interface SerialDate {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly milliseconds: number
}

const dayLength = 86_400_000
/** 31 December 9999, the last day that Excel knows. */
const lastSerial = 2_958_465

/**
 * Days since the start of the workbook's calendar as a date (ECMA-376 part 1, 18.17.4). In the 1900 system, day 60 is
 * 29 February 1900, a day that never was: Lotus 1-2-3 took 1900 for a leap year, and Excel kept that.
 */
export function serialDate(serial: number, date1904: boolean, roundTo = 1000): SerialDate | undefined {
  if (!(serial >= 0 && serial < lastSerial + 1)) return undefined
  const total = Math.round((serial * dayLength) / roundTo) * roundTo
  const days = Math.floor(total / dayLength)
  const time = total - days * dayLength
  const clock = {
    hours: Math.floor(time / 3_600_000),
    minutes: Math.floor(time / 60_000) % 60,
    seconds: Math.floor(time / 1000) % 60,
    milliseconds: time % 1000,
  }
  const weekday = date1904 ? (days + 5) % 7 : (days + 6) % 7
  if (!date1904 && days === 60) return { year: 1900, month: 2, day: 29, weekday, ...clock }
  if (!date1904 && days === 0) return { year: 1900, month: 1, day: 0, weekday, ...clock }
  const since = date1904 ? Date.UTC(1904, 0, 1) : days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  const date = new Date(since + days * dayLength)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday,
    ...clock,
  }
}

export const twoDigits = (number: number): string => String(number).padStart(2, '0')

export const isoDate = ({ year, month, day }: SerialDate): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

export function isoTime({ hours, minutes, seconds, milliseconds }: SerialDate): string {
  const fraction = milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0').replace(/0+$/, '')}`
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}${fraction}`
}

/** A length of time in days as ISO 8601: 1.0625 is "PT25H30M". */
export function isoDuration(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ]
  const written = parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('')
  return `${days < 0 ? '-' : ''}PT${written === '' ? '0S' : written}`
}
