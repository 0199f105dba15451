import { suggest } from '@chancery/core'
import { dateSteps } from './date-steps.ts'
import { formatByPattern, parseDatePattern } from './date-pattern.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { dateFormat } from './intl-cache.ts'
import { plainDatePicture } from './local-date-picture.ts'
import { momentOf } from './moment.ts'
import { withoutPercents } from './strftime.ts'
import { age, duration, relative } from './spans.ts'

const styles = ['short', 'medium', 'long', 'full'] as const
type Style = (typeof styles)[number]
const isStyle = (text: string): text is Style => (styles as readonly string[]).includes(text)

const style: FormatterArgument = {
  name: 'style',
  kind: 'text',
  optional: true,
  sample: 'medium',
  fault: (value) =>
    isStyle(String(value)) || String(value) === 'iso' || parseDatePattern(String(value)) !== undefined
      ? undefined
      : 'Must be short, medium, long, full, iso, or a pattern such as "dd.MM.yyyy"; other letters in a pattern stand in single quotes.',
  doubt: (value) => swapped(String(value)),
  meant: (value) =>
    meantStyle(String(value)) ??
    meantPattern(String(value)) ??
    withSaidParts(String(value)) ??
    withQuotedWords(String(value)),
}

/** What people call the styles, in the languages of most templates. */
const saidStyles: readonly (readonly [said: RegExp, style: Style])[] = [
  [
    /^(?:numeric|numbers?|digits|brief|kurz|numerisch|court|numérique|corto|corta|numérico|breve|numerico|curto|curta|kort)$/i,
    'short',
  ],
  [/^(?:mittel|moyen|medio|médio|middel)$/i, 'medium'],
  [/^(?:lang|words|text|spelled|ausgeschrieben|long format|largo|larga|lungo|longo|longa|extenso|voluit)$/i, 'long'],
  [/^(?:complete|voll|vollständig|mit Wochentag|complet|completo|completa|volledig)$/i, 'full'],
]

/** A part of a date by its name, and its letters in a pattern. */
const saidParts: readonly (readonly [said: RegExp, pattern: string])[] = [
  [
    /^(?:weekday|day ?name|day of (?:the )?week|Wochentag|jour de (?:la )?semaine|día de la semana|giorno della settimana|weekdag)$/i,
    'EEEE',
  ],
  [/^(?:month|month ?name|Monat|mois|mes|mese|maand|mês)$/i, 'MMMM'],
  [/^(?:year|Jahr|an|année|año|anno|ano|jaar)$/i, 'yyyy'],
]

/** `long` of `lnog`, and of `de-DE`: the language comes with the call. */
const meantStyle = (text: string): string | undefined =>
  [...saidStyles, ...saidParts].find(([said]) => said.test(text))?.[1] ??
  (/^[a-z]{2}[-_][A-Z]{2}$/.test(text) ? 'long' : /^[a-z]{4,8}$/.test(text) ? suggest(text, styles) : undefined)

/** `TT.MM.JJJJ`, `dd/mm/yyyy` and `%d.%m.%Y` as a pattern here. */
export function meantPattern(pattern: string): string | undefined {
  const plain = pattern.includes('%')
    ? withoutPercents(pattern)
    : plainDatePicture(withLargeMonths(withWholeYears(pattern)))
  const isSwapped = swapped(plain) !== undefined
  const minutes = isSwapped ? plain.replaceAll(/(?<=[Hh][:.])MM?/g, (month) => month.toLowerCase()) : plain
  const meant = isSwapped && !/[Hh]/.test(plain) ? plain.replaceAll('m', 'M') : minutes
  return meant !== pattern && parseDatePattern(meant) !== undefined && swapped(meant) === undefined ? meant : undefined
}

/** `Month d, yyyy` with the letters of the parts that are said. */
function withSaidParts(pattern: string): string | undefined {
  if (pattern.length > 100) return undefined
  const letters = pattern.replaceAll(/(?<!\p{L})\p{L}{2,12}(?!\p{L})/gu, (word) =>
    /^(?:day|Tag|jour|día|giorno|dia|dag)$/i.test(word)
      ? 'd'
      : (saidParts.find(([said]) => said.test(word))?.[1] ?? word),
  )
  return letters === pattern || parseDatePattern(letters) === undefined || swapped(letters) !== undefined
    ? undefined
    : letters
}

/** `dd/MM/yyy` with the four letters that a year has. */
const withWholeYears = (pattern: string): string =>
  pattern.replaceAll(/(?<![\p{L}'])(?:y{3}|y{5}|Y{3}|Y{5})(?![\p{L}'])/gu, (year) => (year[0] ?? 'y').repeat(4))

/** `d mmmm yyyy` with the month's name as it is written: minutes have two letters at most. */
const withLargeMonths = (pattern: string): string =>
  pattern.replaceAll(/(?<![m'\p{L}])m{3,4}(?![m'\p{L}])/gu, (month) => month.toUpperCase())

/** `the d of MMMM` with its words in single quotes. */
function withQuotedWords(pattern: string): string | undefined {
  if (pattern.length > 100 || pattern.includes("'") || !/[dMy]/.test(pattern)) return undefined
  const quoted = pattern.replaceAll(/(?<!\p{L})\p{L}+(?!\p{L})/gu, (word) =>
    parseDatePattern(word) === undefined ? `'${word}'` : word,
  )
  return quoted === pattern || parseDatePattern(quoted) === undefined ? undefined : quoted
}

/** Months and minutes, which people mix up: `dd/mm/yyyy`, `HH:MM`. */
function swapped(pattern: string): string | undefined {
  if (isStyle(pattern)) return undefined
  const pieces = parseDatePattern(pattern) ?? []
  const fields = pieces.flatMap((piece) => ('field' in piece ? [piece.field] : []))
  const has = (letters: RegExp): boolean => fields.some((field) => letters.test(field))
  if (has(/^m/) && !has(/^[Hh]/) && has(/^[YyDd]/)) return 'Has minutes (mm), and no hours: the month is written MM.'
  if (
    fields.some((field, index) => /^[aA]/.test(field) && /^[mM]$/.test(fields[index + 1] ?? '')) &&
    /[aA][mM]/.test(pattern)
  )
    return 'Has minutes or the month (m, M) behind AM or PM: that is written a or A alone.'
  const behindHours = pieces.some((piece, index) => {
    const [sign, next] = [pieces[index + 1], pieces[index + 2]]
    const isHour = 'field' in piece && /^[Hh]/.test(piece.field)
    return (
      isHour &&
      sign !== undefined &&
      'text' in sign &&
      (sign.text === ':' || sign.text === '.') &&
      next !== undefined &&
      'field' in next &&
      next.field.startsWith('M')
    )
  })
  return behindHours ? 'Has months (MM) behind the hours: minutes are written mm.' : undefined
}

const isZone = (name: string): boolean => {
  try {
    return dateFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const zone: FormatterArgument = {
  name: 'zone',
  kind: 'text',
  optional: true,
  sample: 'Europe/Berlin',
  fault: (value) => (isZone(String(value)) ? undefined : 'Must be a time zone, such as "Europe/Berlin".'),
}

const formatter = (
  name: 'date' | 'time' | 'datetime',
  summary: string,
  example: string,
  schemaFormat: string | undefined,
  styled: (style: Style) => Intl.DateTimeFormatOptions,
): Formatter => ({
  name,
  summary,
  example,
  takes: 'date',
  gives: 'text',
  args: [style, zone],
  schema: { type: 'string', ...(schemaFormat === undefined ? {} : { format: schemaFormat }) },
  format(value, [given = 'medium', elsewhere], { locale, timeZone }) {
    const moment = momentOf(value, String(elsewhere ?? timeZone), name)
    const wanted = String(given)
    if (isStyle(wanted)) return dateFormat(locale, { ...styled(wanted), timeZone: moment.zone }).format(moment.at)
    const pieces = parseDatePattern(wanted === 'iso' ? isoPatterns[name] : wanted)
    if (pieces === undefined)
      throw new FormatterFault('wrong_argument', `"${name}" does not know this style.`, style.fault?.(wanted))
    return formatByPattern(pieces, moment, wanted === 'iso' ? 'en-u-nu-latn' : locale)
  },
})

const isoPatterns = { date: 'yyyy-MM-dd', time: 'HH:mm:ss', datetime: "yyyy-MM-dd'T'HH:mm:ss" }

export const dateFormatters: readonly Formatter[] = [
  formatter(
    'date',
    'A date, short, medium (unless said), long or full as the locale has it, "iso", or by a pattern such as "d MMMM yyyy" or "DD.MM.YYYY". What is an instant is shown in the time zone of the call, or of the second argument.',
    '{signed | date:"long"}',
    'date',
    (dateStyle) => ({ dateStyle }),
  ),
  formatter('time', 'A time of the day, by style or pattern.', '{start | time:"short"}', 'date-time', (timeStyle) => ({
    // The long styles name the zone, which a wall-clock time does not have.
    timeStyle: timeStyle === 'short' ? 'short' : 'medium',
  })),
  formatter(
    'datetime',
    'A date with its time, by style or pattern.',
    '{created | datetime:"short"}',
    'date-time',
    (each) => ({
      dateStyle: each,
      timeStyle: 'short',
    }),
  ),
  ...dateSteps,
  age,
  duration,
  relative,
]
