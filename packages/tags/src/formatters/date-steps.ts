import { endOfMonth, isoOf, isoWeek, plusMonths, startOfMonth, wallTime } from './calendar.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { momentOf } from './moment.ts'

const step: FormatterArgument = {
  name: 'count',
  kind: 'any',
  sample: 14,
  fault: (value) => (/^\s*[+-]?\d{1,6}\s*$/.test(String(value)) ? undefined : 'Must be a whole number.'),
}
const schema = { type: 'string', format: 'date' }

const moving = (
  name: string,
  summary: string,
  example: string,
  args: readonly FormatterArgument[],
  move: (at: Date, count: number) => Date,
): Formatter => ({
  name,
  summary,
  example,
  takes: 'date',
  gives: 'date',
  args,
  schema,
  format(value, [count = 0], { timeZone }) {
    const wall = wallTime(momentOf(value, timeZone, name))
    const at = move(wall.at, Number(count))
    if (!(at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999))
      throw new FormatterFault('wrong_argument', `"${name}" leads out of the years 0 to 9999.`)
    return isoOf({ ...wall, at })
  },
})

const counting = (name: string, summary: string, example: string, count: (at: Date) => number): Formatter => ({
  name,
  summary,
  example,
  takes: 'date',
  gives: 'number',
  args: [],
  schema,
  format: (value, _, { timeZone }) => count(wallTime(momentOf(value, timeZone, name)).at),
})

const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)
const day = 86_400_000

/** Workdays are Monday to Friday; holidays are not known. */
function plusWorkdays(at: Date, count: number): Date {
  const [sign, wanted] = [count < 0 ? -1 : 1, Math.abs(count)]
  // Five workdays are a week wherever it starts, once a weekend is left behind.
  let moved = at
  if (wanted > 0) while (moved.getUTCDay() === 0 || moved.getUTCDay() === 6) moved = later(moved, -sign * day)
  moved = later(moved, sign * Math.floor(wanted / 5) * 7 * day)
  for (let rest = wanted % 5; rest > 0;) {
    moved = later(moved, sign * day)
    if (moved.getUTCDay() !== 0 && moved.getUTCDay() !== 6) rest--
  }
  return moved
}

export const dateSteps = [
  moving('addDays', 'So many days later, or earlier: -14.', '{today | addDays:14 | date}', [step], (at, count) =>
    later(at, count * day),
  ),
  moving(
    'addWorkdays',
    'So many days later, Saturdays and Sundays not counted.',
    '{today | addWorkdays:10 | date}',
    [step],
    plusWorkdays,
  ),
  moving('addWeeks', 'So many weeks later.', '{today | addWeeks:2 | date}', [step], (at, count) =>
    later(at, count * 7 * day),
  ),
  moving(
    'addMonths',
    'So many months later; the 31st becomes the last day of a shorter month.',
    '{start | addMonths:3 | date}',
    [step],
    plusMonths,
  ),
  moving('addYears', 'So many years later.', '{start | addYears:1 | date}', [step], (at, count) =>
    plusMonths(at, count * 12),
  ),
  moving('startOfMonth', 'The first day of the month.', '{today | startOfMonth | date}', [], startOfMonth),
  moving('endOfMonth', 'The last day of the month.', '{today | endOfMonth | date}', [], endOfMonth),
  counting('week', 'The number of the week, by ISO 8601.', '{due | week}', isoWeek),
  counting(
    'quarter',
    'The quarter of the year, 1 to 4.',
    '{due | quarter}',
    (at) => Math.floor(at.getUTCMonth() / 3) + 1,
  ),
  counting('year', 'The year.', '{signed | year}', (at) => at.getUTCFullYear()),
]
