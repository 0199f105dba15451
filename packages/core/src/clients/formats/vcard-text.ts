import type { CardProperty, ClientRecord } from '../../model/client-record.ts'
import { consentText } from '../consents.ts'
import { provenanceOf } from '../provenance.ts'
import { cardValue, isCardProperty, parameterTexts, writtenProperties } from './card-properties.ts'

export type VcardVersion = '3.0' | '4.0'

/** Begins the `UID` of a card that is of the directory; an import knows its client by what stands behind. */
export const ownUid = 'chancery:'

/**
 * A client as a card: vCard 4.0 (RFC 6350) or 3.0 (RFC 2426). What cards have no property for is in `X-CHANCERY-…`
 * properties of two parts, name and value; what came from a card, and is nothing that Chancery knows, is that property again.
 */
export function vcardText(record: ClientRecord, version: VcardVersion): string {
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `UID:${ownUid}${record.id}`,
    ...propertiesOf(record, version),
    'END:VCARD',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function propertiesOf(record: ClientRecord, version: VcardVersion): readonly string[] {
  const is4 = version === '4.0'
  const { kind, name, givenName, familyName, honorific, organization, jobTitle, emails, phones, address } = record
  const { birthDate, taxId, website, language, notes, custom, cardProperties } = record
  const { externalIds, saidAt, updatedAt } = record
  const lines: string[] = []
  const add = (property: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') lines.push(`${property}:${text(value)}`)
  }
  if (is4) lines.push(`KIND:${kind === 'organization' ? 'org' : 'individual'}`)
  else if (kind === 'organization') lines.push('X-ADDRESSBOOKSERVER-KIND:organization', 'X-ABSHOWAS:COMPANY')
  add('FN', name)
  const names = [familyName, givenName, undefined, honorific, undefined]
  // 3.0 wants one, be it empty.
  if (!is4 || names.some((part) => part !== undefined)) lines.push(`N:${structured(names)}`)
  add('ORG', organization)
  add('TITLE', jobTitle)
  for (const [at, email] of emails.entries()) add(`EMAIL${preferred(at, is4, 'INTERNET')}`, email)
  for (const [at, phone] of phones.entries()) {
    const isUri = is4 && phone.startsWith('+')
    if (isUri) lines.push(`TEL;VALUE=uri${preferred(at, is4)}:tel:${phone}`)
    else add(`TEL${preferred(at, is4, 'VOICE')}`, phone)
  }
  if (address !== undefined) {
    const { street, locality, region, postcode, country } = address
    lines.push(`ADR:${structured([undefined, undefined, street, locality, region, postcode, country])}`)
  }
  if (birthDate !== undefined) lines.push(`BDAY:${is4 ? birthDate.replaceAll('-', '') : birthDate}`)
  if (website !== undefined) lines.push(`URL:${cardValue(website)}`)
  if (language !== undefined) add(is4 && /^[A-Za-z\d-]+$/.test(language) ? 'LANG' : 'X-CHANCERY-LANGUAGE', language)
  add('NOTE', notes)
  add('X-CHANCERY-TAX-ID', taxId)
  for (const { source, id } of externalIds) lines.push(`X-CHANCERY-EXTERNAL-ID:${structured([source, id])}`)
  for (const [column, value] of Object.entries(custom)) {
    for (const line of customLines(column, value, cardProperties)) lines.push(line)
  }
  for (const each of record.consents ?? [])
    lines.push(`X-CHANCERY-CONSENT:${structured([each.purpose, consentText(each)])}`)
  for (const line of sourceLines(record)) lines.push(line)
  add('X-CHANCERY-SAID-AT', saidAt)
  lines.push(`REV:${(saidAt ?? updatedAt).replaceAll(/[-:]|\.\d+/g, '')}`)
  return lines
}

/** Each source of a client: system, name, import, when, row, when it was said, and pointers of the fields that it says. */
function sourceLines(record: ClientRecord): readonly string[] {
  const { sources = [], fields = {} } = provenanceOf(record) ?? {}
  return sources.map(({ source, name, import: id, at, row, saidAt }, place) => {
    const pointers = Object.entries(fields).flatMap(([pointer, places]) =>
      places.includes(place) ? text(pointer) : [],
    )
    return `X-CHANCERY-SOURCE:${structured([source, name, id, at, String(row), saidAt])};${pointers.join(',')}`
  })
}

const customLines = (
  column: string,
  value: string,
  properties: readonly CardProperty[] | undefined,
): readonly string[] =>
  isCardProperty(column, value)
    ? writtenProperties(column, value, properties).map(
        ({ group, parameters, raw }) =>
          `${group === undefined ? '' : `${group}.`}${column}${parameterTexts(parameters)}:${raw}`,
      )
    : [`X-CHANCERY-CUSTOM:${structured([column, value])}`]

function preferred(at: number, is4: boolean, ...types: readonly string[]): string {
  if (is4) return at === 0 ? ';PREF=1' : ''
  const all = [...types, ...(at === 0 ? ['PREF'] : [])]
  return all.length === 0 ? '' : `;TYPE=${all.join(',')}`
}

/** Text of a property (RFC 6350 3.4). */
const text = (value: string): string =>
  value.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

const structured = (parts: readonly (string | undefined)[]): string => parts.map((part) => text(part ?? '')).join(';')

/** Octets of a line. */
const maxLine = 75
const encoder = new TextEncoder()

/** A line of at most 75 octets, going on behind a line break and a blank; no character is torn. */
function folded(line: string): string {
  if (line.length <= maxLine / 4) return line
  const pieces: string[] = []
  let [piece, size] = ['', 0]
  for (const character of line) {
    const octets = character < '\u0080' ? 1 : encoder.encode(character).length
    if (size + octets > maxLine) {
      pieces.push(piece)
      // The blank counts.
      ;[piece, size] = ['', 1]
    }
    piece += character
    size += octets
  }
  return [...pieces, piece].join('\r\n ')
}
