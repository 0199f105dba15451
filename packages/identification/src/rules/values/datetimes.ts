import { candidate, type Candidate } from '../candidate.ts'

const time =
  /^(?:[ ,]{0,3}(?:at|um|à|a las|alle|às|om)?[ ]{0,2}|T)(\d{1,2})(?:[:.h]([0-5]\d))(?:[:.]([0-5]\d)(?:[.,]\d{1,9})?)?(?:[ ]?(am|pm|a\.m\.|p\.m\.|uhr|h)(?!\p{L}))?(Z|[+-]\d{2}:?\d{2}(?!\d))?(?!\d)/iu

/** A date with the time of day beside it: `YYYY-MM-DDThh:mm:ss`, with the offset only where the text has one. */
export function scanDateTimes(text: string, dates: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = []
  for (const date of dates) {
    const match = time.exec(text.slice(date.end, date.end + 40))
    if (!match) continue
    const [raw, hours = '', minutes = '', seconds = '00', half = '', offset = ''] = match
    const afternoon = /^p/i.test(half)
    const morning = /^a/i.test(half)
    let hour = Number(hours)
    if (hour > 23 || ((afternoon || morning) && (hour > 12 || hour === 0) && !afternoon)) continue
    if (afternoon && hour < 12) hour += 12
    if (morning && hour === 12) hour = 0
    const clock = `T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
    const zone = offset === '' || /z/i.test(offset) ? offset.toUpperCase() : offset.replace(/^(...):?/, '$1:')
    const at = (value: unknown): string => `${String(value)}${clock}${zone}`
    const others = date.alternatives.map((other) => ({ value: at(other.value), confidence: other.confidence }))
    found.push(candidate('datetime', date.start, date.end + raw.length, at(date.value), date.confidence, others))
  }
  return found
}
