import { type ContentLine, structuredValue } from '@chancery/formats/content-lines'

/** In the order of RFC 6350 6.3.1, and behind them of RFC 9554 2.1. */
const usual = ['box', 'extended', 'street', 'locality', 'region', 'postcode', 'country'] as const
const detailed = [
  'room',
  'apartment',
  'floor',
  'houseNumber',
  'streetName',
  'building',
  'block',
  'subdistrict',
  'district',
  'landmark',
  'direction',
] as const

interface AddressPart {
  readonly part: string
  readonly value: string
}

/** Between values of one part; with a blank or a digit behind it it is rather a comma of a text that nobody escaped. */
const listComma = /(?<!\\)((?:\\\\)*),(?=[^\s\d,;])/g

/**
 * The parts of an `ADR`. Several values of one part are lines. Where the street is told by its name and its number alone
 * (RFC 9554), it is put together of them.
 */
export function addressParts(property: ContentLine): readonly AddressPart[] {
  const listed = property.raw.includes(',')
    ? { ...property, raw: property.raw.replaceAll(listComma, String.raw`$1\n`) }
    : property
  const all = structuredValue(listed)
  const parts = usual.map((part, at) => ({ part, value: all[at] ?? '' }))
  const details = new Map(detailed.map((part, at) => [part, all[usual.length + at] ?? '']))
  const told = (names: readonly (typeof detailed)[number][]): readonly AddressPart[] =>
    names.map((part) => ({ part, value: details.get(part) ?? '' }))
  const inStreet = ['building', 'block', 'floor', 'apartment', 'room'] as const
  const others = told(['subdistrict', 'district', 'landmark', 'direction'])
  const isTold = parts.some(({ part, value }) => part === 'street' && value !== '')
  if (isTold || details.get('streetName') === '') return [...parts, ...told(inStreet), ...others]
  const named = `${details.get('streetName')} ${details.get('houseNumber')}`.trim()
  const lines = [named, ...told(inStreet).map(({ value }) => value)].filter((line) => line !== '')
  return [...parts.filter(({ part }) => part !== 'street'), { part: 'street', value: lines.join('\n') }, ...others]
}
