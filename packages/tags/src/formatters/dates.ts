import { dateSteps } from './date-steps.ts'
import { formatByPattern, parseDatePattern } from './date-pattern.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { dateFormat } from './intl-cache.ts'
import { momentOf } from './moment.ts'
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
}

/** Of a date alone: `mm` are minutes, and what people write for the month by mistake. */
const dayStyle: FormatterArgument = {
  ...style,
  fault(value) {
    const fields = (parseDatePattern(String(value)) ?? []).flatMap((piece) => ('field' in piece ? [piece.field] : []))
    const hasMinutes = fields.some((field) => field.startsWith('m')) && !fields.some((field) => /^[Hh]/.test(field))
    return isStyle(String(value)) || !hasMinutes || !fields.some((field) => /^[YyDd]/.test(field))
      ? style.fault?.(value)
      : 'Has minutes (mm), and no hours: the month is written MM.'
  },
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
  args: [name === 'date' ? dayStyle : style, zone],
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
