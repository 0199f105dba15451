import { meantPattern } from '../formatters/dates.ts'
import {
  called,
  type ForeignOperation,
  type ForeignOperations,
  quoted,
  unquoted,
  wholeOf,
} from './foreign-operation.ts'

const units: Readonly<Record<string, string>> = { d: 'Days', w: 'Weeks', m: 'Months', y: 'Years' }

/** `days`, `"month"` and `"Y"` as the formatters that add have them. */
const unitOf = (text = ''): string | undefined =>
  /^(?:d|w|y|M|days?|weeks?|months?|years?)$/i.test(unquoted(text))
    ? units[unquoted(text).charAt(0).toLowerCase()]
    : undefined

const moved =
  (direction: 1 | -1): ForeignOperation =>
  (value, [count, unit]) => {
    const steps = wholeOf(count)
    const by = unitOf(unit)
    return steps === undefined || by === undefined ? undefined : `${value} | add${by}:${direction * steps}`
  }

const inUnit =
  (kind: string, unit?: string): ForeignOperation =>
  (value, [count]) =>
    count === undefined ? undefined : `${value} | add${unit ?? ''}${kind}:${count}`

const endOf =
  (edge: 'start' | 'end'): ForeignOperation =>
  (value, [unit]) =>
    unitOf(unit) === 'Months' ? `${value} | ${edge}OfMonth` : undefined

/** From the first day until the second, as spreadsheets have it. */
const span: ForeignOperation = (value, [until, unit]) => {
  const by = unitOf(unit)?.toLowerCase()
  return until === undefined ? undefined : `${value} | duration:${until}${by === undefined ? '' : `:"${by}"`}`
}

/** From the other day until this one, as programs have it. */
const since: ForeignOperation = (value, [from, unit]) =>
  from === undefined || !/^\p{L}/u.test(from) ? undefined : span(from, unit === undefined ? [value] : [value, unit])

/** Styles of moment and Carbone by letters, and those here. */
const styles: Readonly<Record<string, string>> = {
  l: 'date:"short"',
  L: 'date:"short"',
  ll: 'date:"medium"',
  LL: 'date:"long"',
  lll: 'datetime:"medium"',
  LLL: 'datetime:"long"',
  LLLL: 'datetime:"full"',
  LT: 'time:"short"',
  LTS: 'time:"medium"',
}

/** A date by the style or pattern of another program. */
const shown: ForeignOperation = (value, [pattern = '']) => {
  if (!/^["'].+["']$/s.test(pattern)) return undefined
  const text = unquoted(pattern)
  if (styles[text] !== undefined) return `${value} | ${styles[text]}`
  if (/^[#0]/.test(text)) return `${value} | picture:${pattern}`
  return `${value} | date:"${meantPattern(text) ?? text}"`
}

/** What others do with dates, by names without signs and in small letters. */
export const operationsOnDates: ForeignOperations = {
  ...called('add addd dateadd adddate plus', moved(1)),
  ...called('subtract subd datesub subdate', moved(-1)),
  ...called('datemodify modify', (value, [change = '']) => {
    const [, count, unit] = /^([+-]?\d+)\s?(\p{L}+)$/u.exec(unquoted(change)) ?? []
    return moved(1)(value, [count ?? '', unit ?? ''])
  }),
  ...called('plusdays', inUnit('Days')),
  ...called('plusweeks', inUnit('Weeks')),
  ...called('edate plusmonths', inUnit('Months')),
  ...called('plusyears', inUnit('Years')),
  ...called('workday addbusinessdays addworkingdays', inUnit('days', 'Work')),
  ...called('eomonth', (value, [count]) =>
    (wholeOf(count) ?? 0) === 0 ? `${value} | endOfMonth` : `${value} | addMonths:${count} | endOfMonth`,
  ),
  ...called('startofd startof', endOf('start')),
  ...called('endofd endof', endOf('end')),
  ...called('datedif datedifference', span),
  ...called('diffd diff datediff differenceindays', since),
  ...called('getfullyear getyear', (value) => `${value} | year`),
  ...called('month getmonth', (value) => `${value} | date:"M"`),
  ...called('monthname', (value) => `${value} | date:"MMMM"`),
  ...called('day getdate dayofmonth', (value) => `${value} | date:"d"`),
  ...called('weekday getday dayname dayofweek', (value) => `${value} | date:"EEEE"`),
  ...called('weeknum isoweek isoweeknum weeknumber', (value) => `${value} | week`),
  ...called('toisostring isoformat', (value) => `${value} | date:"iso"`),
  ...called('tolocaletimestring formattime timeformat', (value) => `${value} | time:"short"`),
  ...called('formatdatetime', (value) => `${value} | datetime:"short"`),
  ...called('fromnow timeago timesince timeuntil naturaltime humandate', (value) => `${value} | relative`),
  ...called('ageinyears', (value) => `${value}.birthday | age`),
  ...called('formati humanizeduration', (value) => `${value} | duration`),
  ...called('date format formatd formatdate dateformat strftime text todate tochar', shown),
  // Of a date without a pattern, such as `moment(due)`.
  ...called('moment dayjs parsedate datetimefrom', (value, given) => (given.length === 0 ? value : undefined)),
  ...called('customformat', (value, [pattern]) =>
    pattern === undefined ? undefined : `${value} | date:${quoted(pattern)}`,
  ),
}
