import { candidate, type Candidate } from '../candidate.ts'

/** A day and a month that no year stands at. */
export interface DayOfYear {
  readonly start: number
  readonly end: number
  readonly month: number
  readonly day: number
}

/** Streets and squares are called after days: `Avenida 25 de Abril`, `Straße des 17. Juni`. */
const ofStreet =
  /(?<!\p{L})(?:rue|avenue|av\.?|boulevard|place|quai|via|viale|piazza|corso|largo|calle|c\/|plaza|avenida|avda\.?|rua|praça|straße|strasse|platz|allee|plein|laan|ul\.?|ulica|aleja|aleje|plac)(?: (?:de|del|do|da|du|dello?|des|of the|van))? ?$/iu
/** Such a day comes again: `on 1 January each year`. */
const everyYear =
  /^\.?,? (?:(?:in|of|de|di|van|eines|z|af|i) )?(?:each|every|any|jede[ns]?|chaque|cada|ogni|elk|ieder|varje|hvert|każdego|the (?:following|next|previous) year|des (?:folge|vor)jahres|eines jeden)(?!\p{L})/iu
const half = 183
const msOfDay = 86_400_000

/** The day that says the most of when a paper was written: the first in the year that most of its days have. */
function dayOfPaper(dates: readonly Candidate[]): string | undefined {
  const times = new Map<string, number>()
  for (const { value } of dates) {
    const year = String(value).slice(0, 4)
    times.set(year, (times.get(year) ?? 0) + 1)
  }
  const most = [...times.values()].reduce((best, count) => Math.max(best, count), 0)
  const first = dates.find(({ value }) => times.get(String(value).slice(0, 4)) === most)
  return first && String(first.value)
}

/** ISO 8601 of the day in the year that brings it nearest to another. */
function nearest(to: string, { month, day }: DayOfYear): string | undefined {
  const own = Date.parse(to)
  for (const offset of [0, 1, -1]) {
    const date = new Date(Date.UTC(Number(to.slice(0, 4)) + offset, month - 1, day))
    if (date.getUTCDate() === day && Math.abs(date.getTime() - own) <= half * msOfDay)
      return date.toISOString().slice(0, 10)
  }
  return undefined
}

/**
 * Days that letters and messages say without a year (`on Thursday 18 June`): of the year that brings them nearest to the day
 * of the paper. A paper that has no whole date has none.
 * @param dates the whole dates of the text, in its order
 */
export function datesWithoutYear(text: string, days: readonly DayOfYear[], dates: readonly Candidate[]): Candidate[] {
  const written = dayOfPaper(dates)
  if (written === undefined) return []
  return days.flatMap((one) => {
    const isOther =
      ofStreet.test(text.slice(Math.max(0, one.start - 24), one.start)) ||
      everyYear.test(text.slice(one.end, one.end + 32))
    const value = isOther ? undefined : nearest(written, one)
    return value === undefined ? [] : [candidate('date', one.start, one.end, value, 0.8)]
  })
}
