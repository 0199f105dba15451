import type { CardProperty, ClientRecord } from '../../model/client-record.ts'
import { ownLabels } from '../contact-labels.ts'
import { consentText } from '../consents.ts'
import { provenanceOf } from '../provenance.ts'
import { CardColumns } from './card-columns.ts'
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
  const { birthDate, taxId, website, language, notes, cardProperties, contactLabels = {} } = record
  const { externalIds, saidAt, updatedAt } = record
  const columns = new CardColumns(record.custom)
  const lines: string[] = []
  const labelled = new LabelledLines()
  const add = (property: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') lines.push(`${property}:${text(value)}`)
  }
  if (is4) lines.push(`KIND:${kind === 'organization' ? 'org' : 'individual'}`)
  else if (kind === 'organization') lines.push('X-ADDRESSBOOKSERVER-KIND:organization', 'X-ABSHOWAS:COMPANY')
  add('FN', name)
  const names = [familyName, givenName, columns.take('N.additional'), honorific, columns.take('N.suffix')]
  // 3.0 wants one, be it empty.
  if (!is4 || names.some((part) => part !== undefined)) lines.push(`N:${structured(names)}`)
  if (organization !== undefined) {
    for (const parts of [[organization, ...columns.lines('ORG.unit')], ...columns.furtherOrganizations()])
      lines.push(`ORG:${structured(parts)}`)
  }
  add('TITLE', jobTitle)
  if (jobTitle !== undefined) for (const title of columns.furtherTitles()) add('TITLE', title)
  for (const [at, email] of emails.entries()) {
    const types = labelTypes(contactLabels[email])
    const written = `EMAIL${typed(is4 ? types : ['INTERNET', ...types], at, is4)}:${text(email)}`
    for (const each of labelled.of(written, contactLabels[email])) lines.push(each)
  }
  for (const [at, phone] of phones.entries()) {
    const isUri = is4 && phone.startsWith('+')
    const written = typed(labelTypes(contactLabels[phone]), at, is4)
    const line = isUri ? `TEL;VALUE=uri${written}:tel:${phone}` : `TEL${written}:${text(phone)}`
    for (const each of labelled.of(line, contactLabels[phone])) lines.push(each)
  }
  for (const other of ['fax', 'pager'])
    for (const number of columns.lines(`TEL.${other}`)) add(`TEL;TYPE=${is4 ? other : other.toUpperCase()}`, number)
  if (address !== undefined) {
    const { street, locality, region, postcode, country } = address
    const type = columns.addressType('ADR')
    const parts = [columns.take('ADR.box'), columns.take('ADR.extended'), street, locality, region, postcode, country]
    for (const each of [{ type, parts }, ...columns.furtherAddresses()])
      lines.push(`ADR${addressType(each.type)}:${structured(each.parts)}`)
  }
  if (birthDate !== undefined) lines.push(`BDAY:${is4 ? birthDate.replaceAll('-', '') : birthDate}`)
  if (website !== undefined) lines.push(`URL:${cardValue(website)}`)
  if (language !== undefined) add(is4 && /^[A-Za-z\d-]+$/.test(language) ? 'LANG' : 'X-CHANCERY-LANGUAGE', language)
  add('NOTE', notes)
  add('X-CHANCERY-TAX-ID', taxId)
  for (const { source, id } of externalIds) lines.push(`X-CHANCERY-EXTERNAL-ID:${structured([source, id])}`)
  for (const [column, value] of Object.entries(columns.left)) {
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

/** Types of a property, and that it is the preferred one, as each version says it. */
function typed(types: readonly string[], at: number, is4: boolean): string {
  const all = is4 || at > 0 ? types : [...types, 'PREF']
  const first = is4 && at === 0 ? ';PREF=1' : ''
  return `${all.length === 0 ? '' : `;TYPE=${is4 ? all.join(',') : all.join(',').toUpperCase()}`}${first}`
}

/** What RFC 6350 calls some of the labels (RFC 9555, 2.1.5 and 2.10). */
const vcardTypes: Readonly<Record<string, string>> = { private: 'home', mobile: 'cell' }

function labelTypes(labels: readonly string[] = []): readonly string[] {
  const own = new Set(ownLabels(labels))
  return labels.filter((label) => !own.has(label)).map((label) => vcardTypes[label] ?? label)
}

const addressType = (type: string | undefined): string => (type === undefined ? '' : `;TYPE=${type}`)

/** Lines with what somebody calls an address or a number, as Apple writes it and RFC 9555 takes it over: in one group. */
class LabelledLines {
  #groups = 0

  of(line: string, labels: readonly string[] = []): readonly string[] {
    const own = ownLabels(labels)
    if (own.length === 0) return [line]
    const group = `label${++this.#groups}`
    return [`${group}.${line}`, `${group}.X-ABLabel:${text(own.join(', '))}`]
  }
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
