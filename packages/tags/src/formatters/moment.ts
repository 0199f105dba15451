import { kindOf, timeOf } from '../data/plain-text.ts'
import { FormatterFault } from './formatter.ts'

/** A point in time to be written: `utc` is written as UTC because it already is the wall clock's time. */
export interface Moment {
  readonly at: Date
  readonly zone: string
  readonly hasTime: boolean
}

const isoHint = 'Give ISO 8601, such as "2026-03-05".'
const iso =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}:?(?:\d{2})?)?)?$/i

/**
 * Reads ISO 8601 (RFC 3339 and its reduced forms), milliseconds since the epoch, and `Date`. A date alone, and a time
 * without an offset, are wall-clock time: no time zone ever shifts them. What has an offset is an instant, and is shown
 * in `timeZone`.
 */
export function momentOf(value: unknown, timeZone: string, formatter: string): Moment {
  const time = timeOf(value)
  if (time !== undefined) return { at: new Date(time), zone: timeZone, hasTime: true }
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15) {
    return { at: new Date(value), zone: timeZone, hasTime: true }
  }
  if (typeof value !== 'string')
    throw new FormatterFault('wrong_kind', `"${formatter}" wants a date and got ${kindOf(value)}.`, isoHint)
  const [, year, month, day, hour, minute, second, fraction, offset] = iso.exec(value.trim()) ?? []
  const wall = Date.UTC(
    2000,
    Number(month) - 1,
    Number(day ?? 1),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  )
  const at = new Date(wall)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1))
  const isReal =
    year !== undefined &&
    at.getUTCMonth() === Number(month) - 1 &&
    at.getUTCDate() === Number(day ?? 1) &&
    Number(hour ?? 0) < 24 &&
    Number(minute ?? 0) < 60 &&
    Number(second ?? 0) < 60
  if (!isReal) {
    throw new FormatterFault('wrong_kind', `"${formatter}" wants a date and got a text that is none.`, isoHint)
  }
  at.setUTCMilliseconds(Number((fraction ?? '').slice(0, 3).padEnd(3, '0')))
  if (offset === undefined) return { at, zone: 'UTC', hasTime: hour !== undefined }
  return { at: new Date(at.getTime() - offsetMinutes(offset) * 60_000), zone: timeZone, hasTime: true }
}

function offsetMinutes(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0
  const digits = offset.replaceAll(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)
  return offset.startsWith('-') ? -minutes : minutes
}
