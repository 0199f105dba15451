const written = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(\.\d+)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * A moment as sources write it: ISO 8601 with or without its signs, as `REV` of vCards and LDAP have it too; UTC where no
 * zone is told. As ISO 8601 in UTC, with milliseconds; `undefined` where it is none.
 */
export function momentOf(text: string): string | undefined {
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', fraction = '', zone = 'Z'] =
    written.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
