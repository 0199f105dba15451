import { type Component, unescaped } from '../vcard/content-lines.ts'

const labels: Readonly<Record<string, string>> = {
  SUMMARY: 'Event',
  DTSTART: 'Start',
  DTEND: 'End',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendee',
  DESCRIPTION: 'Description',
}

/** What an invitation (iCalendar, RFC 5545) says, as labels and values. */
export const eventDetails = (components: readonly Component[]): (readonly [label: string, value: string])[] =>
  components
    .filter(({ name }) => name === 'VEVENT' || name === 'VTODO')
    .flatMap(({ lines }) =>
      lines.flatMap(({ name, value }) => {
        const label = labels[name]
        const text = name.startsWith('DT') ? dateOf(value) : unescaped(value).replace(/^mailto:/i, '')
        return label === undefined || text.trim() === '' ? [] : [[label, text.trim()] as const]
      }),
    )

/** 20240203T090000Z as 2024-02-03T09:00:00Z. */
function dateOf(value: string): string {
  const [, year, month, day, hour, minute, second, zone] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/.exec(value.trim()) ?? []
  if (year === undefined) return value
  return hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
}
