import type { Moment } from './moment.ts'
import { dateFormat, pluralRules } from './intl-cache.ts'

type Piece = { readonly text: string } | { readonly field: string }

/**
 * Fields of a date pattern. Both families that people know are read: CLDR/.NET/Java (`dd.MM.yyyy`, `EEEE`) and
 * moment/day.js (`DD.MM.YYYY`, `dddd`). Where they differ for no date anybody writes (day of the year, week year), the
 * plain meaning holds: D and d are the day of the month, Y and y the year.
 */
const field =
  /(?:y{4}|y{2}|y|Y{4}|Y{2}|Y|M{1,4}|L{1,4}|Do|d{1,4}|D{1,2}|E{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,3}|tt|a|A)/y

/** Cuts a pattern into fields and literal text: `'quoted'` or `[bracketed]`; other letters from A to Z have to be quoted. */
export function parseDatePattern(pattern: string): readonly Piece[] | undefined {
  const pieces: Piece[] = []
  let at = 0
  while (at < pattern.length) {
    const char = pattern[at] ?? ''
    if (char === "'" || char === '[' || char === '’' || char === '‘') {
      if (char !== '[' && /['’]/.test(pattern[at + 1] ?? '')) {
        pieces.push({ text: "'" })
        at += 2
        continue
      }
      const end = pattern.slice(at + 1).search(char === '[' ? /\]/ : /['’]/)
      if (end === -1) return undefined
      pieces.push({ text: pattern.slice(at + 1, at + 1 + end) })
      at += end + 2
      continue
    }
    field.lastIndex = at
    const found = field.exec(pattern)?.[0]
    if (found !== undefined) {
      pieces.push({ field: found })
      at += found.length
      // A field runs on to the end of its letters: `ddddd` and `month` are no fields.
      if (pattern[at] === found.at(-1)) return undefined
      continue
    }
    if (/[A-Za-z]/.test(char)) return undefined
    pieces.push({ text: char })
    at++
  }
  return pieces.some((piece) => 'field' in piece) ? pieces : undefined
}

/** Writes a moment by a pattern, with the locale's names and digits of the Gregorian calendar. */
export function formatByPattern(pieces: readonly Piece[], moment: Moment, locale: string): string {
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    dateFormat(locale, { ...options, calendar: 'gregory', timeZone: moment.zone })
      .formatToParts(moment.at)
      .find((each) => each.type === type)?.value ?? ''
  const digits = new Map<string, string>()
  const latin = dateFormat('en-US-u-nu-latn', {
    calendar: 'gregory',
    timeZone: moment.zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  for (const { type, value } of latin.formatToParts(moment.at)) digits.set(type, value)
  const numeric = (type: string): number => Number(digits.get(type) ?? 0)
  const padded = (value: number, letters: string): string => String(value).padStart(letters.length, '0')
  const withDay = pieces.some((piece) => 'field' in piece && /^(?:d{1,2}|D{1,2}|Do)$/.test(piece.field))

  const write = (letters: string): string => {
    const first = letters[0] ?? ''
    switch (first) {
      case 'y':
      case 'Y':
        return letters.length === 2
          ? padded(numeric('year') % 100, 'yy')
          : String(numeric('year')).padStart(letters.length, '0')
      case 'M':
      case 'L': {
        if (letters.length <= 2) return padded(numeric('month'), letters)
        const month = letters.length === 3 ? 'short' : 'long'
        // Beside a day many languages write the month in another case: 5 марта, but март.
        const name = withDay && first === 'M' ? part({ month, day: 'numeric' }, 'month') : part({ month }, 'month')
        // Where months are numbered, their name is the number with its word: 2月.
        return /^\p{Nd}+$/u.test(name)
          ? dateFormat(locale, { month, calendar: 'gregory', timeZone: moment.zone }).format(moment.at)
          : name
      }
      case 'D':
      case 'd':
        if (letters === 'Do') return ordinalDay(numeric('day'), locale)
        if (letters.length <= 2) return padded(numeric('day'), letters)
        return part({ weekday: letters.length === 3 ? 'short' : 'long' }, 'weekday')
      case 'E':
        return part({ weekday: letters.length === 4 ? 'long' : 'short' }, 'weekday')
      case 'H':
        return padded(numeric('hour'), letters)
      case 'h':
        return padded(numeric('hour') % 12 || 12, letters)
      case 'm':
        return padded(numeric('minute'), letters)
      case 's':
        return padded(numeric('second'), letters)
      case 'S':
        return String(moment.at.getUTCMilliseconds()).padStart(3, '0').slice(0, letters.length)
      default: {
        const name = part({ hour: 'numeric', hourCycle: 'h12' }, 'dayPeriod') || (numeric('hour') < 12 ? 'AM' : 'PM')
        return first === 'a' ? name.toLocaleLowerCase(locale) : name
      }
    }
  }
  return pieces.map((piece) => ('text' in piece ? piece.text : write(piece.field))).join('')
}

function ordinalDay(day: number, locale: string): string {
  if (!locale.toLowerCase().startsWith('en'))
    return locale.toLowerCase().startsWith('fr') ? (day === 1 ? '1er' : String(day)) : `${day}.`
  const marks = { one: 'st', two: 'nd', few: 'rd', zero: 'th', many: 'th', other: 'th' }
  return `${day}${marks[pluralRules('en', { type: 'ordinal' }).select(day)]}`
}
