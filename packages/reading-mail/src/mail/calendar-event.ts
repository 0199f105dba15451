import { type ContentLine, textValue } from '@chancery/formats/content-lines'
import type { Component } from '../vcard/components.ts'
import { mailbox } from './mail-message.ts'

const labels: Readonly<Record<string, string>> = {
  SUMMARY: 'Event',
  DTSTART: 'Start',
  DTEND: 'End',
  DUE: 'Due',
  DURATION: 'Duration',
  RRULE: 'Recurrence',
  STATUS: 'Status',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendee',
  DESCRIPTION: 'Description',
}

const dates = new Set(['DTSTART', 'DTEND', 'DUE'])

/** What an invitation (iCalendar, RFC 5545) says, as labels and values. */
export const eventDetails = (components: readonly Component[]): (readonly [label: string, value: string])[] =>
  components
    .filter(({ name }) => name === 'VEVENT' || name === 'VTODO')
    .flatMap(({ lines }) =>
      lines.flatMap((line) => {
        const label = labels[line.name]
        const text = label === undefined ? '' : valueOf(line).trim()
        const zone = line.name === 'DTSTART' ? parameter(line, 'TZID') : undefined
        return [
          ...(label === undefined || text === '' ? [] : [[label, text] as const]),
          ...(zone === undefined || zone === '' ? [] : [['Time zone', zone] as const]),
        ]
      }),
    )

function valueOf(line: ContentLine): string {
  if (line.name === 'DTEND' && wholeDay.test(line.raw.trim())) return dayBefore(line.raw.trim())
  if (dates.has(line.name)) return dateOf(line.raw)
  const text = textValue(line)
  const isPerson = line.name === 'ORGANIZER' || line.name === 'ATTENDEE'
  return isPerson ? (mailbox(parameter(line, 'CN'), text.replace(/^mailto:/i, '')) ?? '') : text
}

const wholeDay = /^\d{8}$/

/** Whole days end before the day that is written (RFC 5545 3.6.1). */
function dayBefore(value: string): string {
  const day = new Date(`${dateOf(value)}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return dateOf(value)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

const parameter = ({ parameters }: ContentLine, wanted: string): string | undefined => parameters.get(wanted)?.[0]

/** 20240203T090000Z as 2024-02-03T09:00:00Z. */
function dateOf(value: string): string {
  const [, year, month, day, hour, minute, second, zone] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/.exec(value.trim()) ?? []
  if (year === undefined) return value
  return hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
}
