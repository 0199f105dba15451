import { type DateNames, dateNames } from './format-locale.ts'
import { japaneseEra } from './japanese-era.ts'
import type { FormatSection, FormatToken } from './number-format.ts'
import { generalNumber } from './numeral-format.ts'
import { type SerialDate, serialDate } from './serial-date.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const padded = (number: number, { length }: string): string => String(number).padStart(Math.min(length, 2), '0')

const inEnglish: DateNames = {
  month: (month, form) => (months[month - 1] ?? '').slice(0, form === 'short' ? 3 : undefined),
  weekday: (weekday, form) => (weekdays[weekday] ?? '').slice(0, form === 'short' ? 3 : undefined),
}

/** A date, time or length of time as its cell shows it, with the names of the format's language, or else English ones. */
export function renderDate({ tokens, locale }: FormatSection, serial: number, date1904: boolean): string {
  const fraction = decimalsOfSeconds(tokens)
  const isElapsed = tokens.some(({ type }) => type === 'elapsed')
  const magnitude = isElapsed ? Math.abs(serial) : serial
  // Rounded as far as it is shown: 59.9996 seconds are a minute, unless thousandths are shown.
  const moment = serialDate(magnitude, date1904, 1000 / 10 ** fraction)
  if (moment === undefined) return generalNumber(serial)
  const totalSeconds = Math.round(magnitude * 86_400 * 10 ** fraction) / 10 ** fraction
  const hasNoon = tokens.some(({ text }) => text === 'AM/PM' || text === 'A/P')
  const hasEra = tokens.some(({ type, text }) => type === 'code' && text.startsWith('g'))
  const names = locale === undefined ? inEnglish : dateNames(locale)
  const hasDay = tokens.some(({ type, text }) => type === 'code' && /^d{1,2}$/.test(text))
  let text = isElapsed && serial < 0 ? '-' : ''
  let before = ''
  let decimals = false
  for (const [index, token] of tokens.entries()) {
    const { type, text: code } = token
    if (type === 'literal') text += code
    else if (type === 'elapsed') {
      const unit = code.startsWith('h') ? 3600 : code.startsWith('m') ? 60 : 1
      text += String(Math.floor(totalSeconds / unit)).padStart(code.length, '0')
    } else if (type === 'code') {
      const isMinutes = code.startsWith('m') && (before === 'h' || nextUnit(tokens, index) === 's')
      if (code === '.' && fraction > 0 && tokens[index + 1]?.text.startsWith('0') === true) {
        text += `.${String(moment.milliseconds).padStart(3, '0').slice(0, fraction)}`
        decimals = true
      } else if (decimals && code.startsWith('0')) decimals = false
      else
        text +=
          isMinutes && code.length < 3
            ? padded(moment.minutes, code)
            : hasEra && /^[ge]/.test(code)
              ? japaneseEra(code, moment)
              : written(code, moment, hasNoon, hasDay, names)
    }
    if (/^[hmsyd]/.test(code) && type !== 'literal') before = code[0] ?? ''
  }
  return text
}

/** How many decimals the seconds are shown with: "ss.00" is 2. */
function decimalsOfSeconds(tokens: readonly FormatToken[]): number {
  const point = tokens.findIndex(({ type, text }, index) => {
    return type === 'code' && text === '.' && tokens[index - 1]?.text.startsWith('s') === true
  })
  const digits = point === -1 ? '' : (tokens[point + 1]?.text ?? '')
  return /^0+$/.test(digits) ? Math.min(digits.length, 3) : 0
}

const nextUnit = (tokens: readonly FormatToken[], index: number): string | undefined =>
  tokens.slice(index + 1).find(({ type, text }) => type !== 'literal' && /^[hmsyd]/.test(text))?.text[0]

function written(code: string, moment: SerialDate, hasNoon: boolean, hasDay: boolean, names: DateNames): string {
  const { year, month, day, weekday, hours, seconds } = moment
  switch (code[0]) {
    case 'e':
      return String(year)
    case 'y':
      return code.length > 2 ? String(year) : String(year % 100).padStart(2, '0')
    case 'm':
      if (code.length < 3) return padded(month, code)
      if (code.length === 5) return names.month(month, 'long', hasDay).slice(0, 1)
      return names.month(month, code.length === 3 ? 'short' : 'long', hasDay)
    case 'd':
      if (code.length < 3) return padded(day, code)
      return names.weekday(weekday, code.length === 3 ? 'short' : 'long')
    case 'h':
      return padded(hasNoon ? hours % 12 || 12 : hours, code)
    case 's':
      return padded(seconds, code)
    case 'A':
      return code === 'AM/PM' ? (hours < 12 ? 'AM' : 'PM') : hours < 12 ? 'A' : 'P'
    default:
      return code === '@' ? '' : code
  }
}
