/** How numeric dates of a batch are written. */
export type DateOrder = 'dmy' | 'mdy'

const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

/**
 * The order of day and month that the values themselves prove: one with a first number above 12 is day first. Without
 * proof, dots mean day first everywhere; else the locale decides, and `undefined` where it does not.
 */
export function dateOrderOf(values: readonly string[], locale: string): DateOrder | undefined {
  let day = false
  let month = false
  let dots = false
  for (const value of values) {
    const match = numeric.exec(value.trim())
    if (match === null) continue
    day ||= Number(match[1]) > 12
    month ||= Number(match[3]) > 12
    dots ||= match[2] === '.'
  }
  if (day !== month) return day ? 'dmy' : 'mdy'
  if (day && month) return undefined
  if (dots) return 'dmy'
  return orderOfLocale(locale)
}

function orderOfLocale(locale: string): DateOrder | undefined {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  const [day, month] = [parts.indexOf('day'), parts.indexOf('month')]
  return day < month ? 'dmy' : 'mdy'
}

/** An ISO date, or `undefined` where the text is none or is ambiguous. */
export function readBirthDate(text: string, order: DateOrder | undefined): string | undefined {
  const value = text.trim()
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(value)
  if (iso !== null) return validDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const match = numeric.exec(value)
  if (match === null) return undefined
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  if (first > 12) return validDate(year, second, first)
  if (second > 12) return validDate(year, first, second)
  if (first === second) return validDate(year, first, second)
  if (order === undefined) return undefined
  return order === 'dmy' ? validDate(year, second, first) : validDate(year, first, second)
}

function validDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1850
  return exists ? date.toISOString().slice(0, 10) : undefined
}
