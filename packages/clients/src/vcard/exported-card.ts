import { type ContentLine, isBinary, structuredValue, textValue, typesOf } from '@chancery/formats/content-lines'

interface Value {
  readonly column: string
  readonly value: string
}

/** Begins the `UID` of a card that Chancery wrote. */
const ownUid = 'chancery:'

/** The id of the client that a card was written of, if it was. */
export const exportedId = (properties: readonly ContentLine[]): string | undefined => {
  const uid = properties.find(({ name }) => name === 'UID')
  const value = uid === undefined ? '' : textValue(uid)
  return value.startsWith(ownUid) && value.length > ownUid.length ? value.slice(ownUid.length) : undefined
}

const whole: Readonly<Record<string, string>> = {
  FN: 'name',
  TITLE: 'jobTitle',
  EMAIL: 'email',
  TEL: 'phone',
  BDAY: 'birthDate',
  URL: 'website',
  LANG: 'language',
  NOTE: 'notes',
  // `REV` says when the directory last changed the card, which no source said.
  'X-CHANCERY-SAID-AT': 'updatedAt',
  'X-CHANCERY-LANGUAGE': 'language',
  'X-CHANCERY-TAX-ID': 'taxId',
}

const inParts: Readonly<Record<string, readonly string[]>> = {
  N: ['familyName', 'givenName', 'custom.N.additional', 'honorific', 'custom.N.suffix'],
  ADR: ['custom.ADR.box', 'custom.ADR.extended', 'street', 'locality', 'region', 'postcode', 'country'],
}

/** Parts of a further address. */
const addressParts = ['box', 'extended', 'street', 'locality', 'region', 'postcode', 'country']

/** Reads what the properties of such a card say, one after the other, under the names of the export's columns. */
export function exportedCardReader(): (property: ContentLine) => readonly Value[] {
  const seen = new Map<string, number>()
  return (property) => {
    const { name } = property
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    if (name === 'ORG') return said(organizationValues(property, number))
    if (name === 'ADR') return said(addressValues(property, number))
    if (name === 'TITLE' && number > 1) return said([{ column: `custom.TITLE ${number}`, value: textValue(property) }])
    return exportedValues(property)
  }
}

function organizationValues(property: ContentLine, number: number): readonly Value[] {
  const [organization = '', ...units] = structuredValue(property)
  const column = number === 1 ? 'custom.ORG' : `custom.ORG ${number}`
  return [
    { column: number === 1 ? 'organization' : column, value: organization },
    ...units.map((value) => ({ column: `${column}.unit`, value })),
  ]
}

function addressValues(property: ContentLine, number: number): readonly Value[] {
  const column = number === 1 ? 'custom.ADR' : `custom.ADR ${number}`
  const columns = number === 1 ? (inParts['ADR'] ?? []) : addressParts.map((part) => `${column}.${part}`)
  const parts = structuredValue(property)
  const type = typesOf(property).find((each) => each !== 'pref') ?? ''
  return [
    ...columns.map((name, at) => ({ column: name, value: parts[at] ?? '' })),
    { column: `${column}.type`, value: type },
  ]
}

function exportedValues(property: ContentLine): readonly Value[] {
  const { name } = property
  const other = name === 'TEL' ? ['fax', 'pager'].find((type) => typesOf(property).includes(type)) : undefined
  if (other !== undefined)
    return said([{ column: `custom.TEL.${other}`, value: textValue(property).replace(/^tel:/i, '') }])
  if (name === 'UID' || name === 'REV' || name === 'KIND' || name === 'X-ADDRESSBOOKSERVER-KIND') return []
  const column = whole[name]
  if (column !== undefined) {
    return said([{ column, value: textValue(property).replace(name === 'TEL' ? /^tel:/i : /^mailto:/i, '') }])
  }
  const columns = inParts[name]
  if (columns !== undefined) {
    const parts = structuredValue(property)
    return said(columns.flatMap((part, at) => (part === '' ? [] : { column: part, value: parts[at] ?? '' })))
  }
  const [first = '', second = ''] = structuredValue(property)
  if (name === 'X-CHANCERY-EXTERNAL-ID') return said([{ column: 'externalIds', value: `${first}:${second}` }])
  if (name === 'X-CHANCERY-CONSENT') return said([{ column: `consent.${first}`, value: second }])
  // Of whom the export had it; the file that is imported is a source of its own.
  if (name === 'X-CHANCERY-SOURCE') return []
  if (name === 'X-CHANCERY-CUSTOM') return said([{ column: `custom.${first}`, value: second }])
  return isBinary(property) ? [] : said([{ column: `custom.${name}`, value: textValue(property) }])
}

const isSaid = (value: string): boolean => value !== ''

const said = (values: readonly Value[]): readonly Value[] => values.filter(({ value }) => isSaid(value))
