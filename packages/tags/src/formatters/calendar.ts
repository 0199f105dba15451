import { dateFormat } from './intl-cache.ts'
import type { Moment } from './moment.ts'

/** A time on the wall: fields of the Gregorian calendar held as if they were UTC, so that no zone shifts them. */
export interface WallTime {
  readonly at: Date
  readonly hasTime: boolean
}

/** What the clock on the wall shows at a moment. */
export function wallTime({ at, zone, hasTime }: Moment): WallTime {
  if (zone === 'UTC') return { at, hasTime }
  const fields = new Map<string, number>()
  for (const { type, value } of dateFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)) {
    fields.set(type, type === 'era' ? (value.startsWith('B') ? -1 : 1) : Number(value))
  }
  const of = (name: string): number => fields.get(name) ?? 0
  const year = of('era') === -1 ? 1 - of('year') : of('year')
  const wall = new Date(0)
  wall.setUTCFullYear(year, of('month') - 1, of('day'))
  wall.setUTCHours(of('hour'), of('minute'), of('second'), at.getUTCMilliseconds())
  return { at: wall, hasTime }
}

/** ISO 8601 without an offset; a date alone where there is no time. */
export function isoOf({ at, hasTime }: WallTime): string {
  const text = at.toISOString()
  if (!hasTime) return text.slice(0, text.indexOf('T'))
  return text.replace(/(?:\.000)?Z$/, '')
}

/** Days that the month of a date has. */
const daysInMonth = (year: number, month: number): number => {
  const last = new Date(0)
  last.setUTCFullYear(year, month + 1, 0)
  return last.getUTCDate()
}

/** So many months later; the 31st becomes the last day of a shorter month. */
export function plusMonths(at: Date, months: number): Date {
  const index = at.getUTCFullYear() * 12 + at.getUTCMonth() + months
  const [year, month] = [Math.floor(index / 12), ((index % 12) + 12) % 12]
  const moved = new Date(at)
  moved.setUTCFullYear(year, month, Math.min(at.getUTCDate(), daysInMonth(year, month)))
  return moved
}

export const endOfMonth = (at: Date): Date => {
  const moved = new Date(at)
  moved.setUTCFullYear(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)
  return moved
}

export const startOfMonth = (at: Date): Date => {
  const moved = new Date(at)
  moved.setUTCDate(1)
  return moved
}

/** Days since the epoch. */
export const dayNumber = (at: Date): number => Math.floor(at.getTime() / 86_400_000)

/** The week of ISO 8601: weeks begin on Monday, the first has the year's first Thursday. */
export function isoWeek(at: Date): number {
  const weekday = (at.getUTCDay() + 6) % 7
  const thursday = new Date((dayNumber(at) - weekday + 3) * 86_400_000)
  const first = new Date(0)
  first.setUTCFullYear(thursday.getUTCFullYear(), 0, 1)
  return Math.floor((dayNumber(thursday) - dayNumber(first)) / 7) + 1
}

/** Whole months from one date to a later one. */
export function monthsBetween(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return plusMonths(from, months) > to ? months - 1 : months
}
