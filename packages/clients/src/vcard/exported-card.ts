import { type ContentLine, isBinary, structuredValue, textValue } from '@chancery/formats/content-lines'

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
  ORG: 'organization',
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
  N: ['familyName', 'givenName', '', 'honorific'],
  ADR: ['', '', 'street', 'locality', 'region', 'postcode', 'country'],
}

/** What a property of such a card says, under the names of the export's columns. */
export function exportedValues(property: ContentLine): readonly Value[] {
  const { name } = property
  if (name === 'UID' || name === 'REV' || name === 'KIND' || name === 'X-ADDRESSBOOKSERVER-KIND') return []
  const column = whole[name]
  if (column !== undefined) {
    // A name of an organization with a unit behind it is two parts to some address books.
    const value = name === 'ORG' ? structuredValue(property).filter(isSaid).join(', ') : textValue(property)
    return said([{ column, value: value.replace(name === 'TEL' ? /^tel:/i : /^mailto:/i, '') }])
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
