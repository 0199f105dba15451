import type { CardProperty, Finding, SourceRow, SourceValue } from '@chancery/core'
import { type ContentLine, isBinary, structuredValue, textValue, typesOf } from '@chancery/formats/content-lines'
import { cardPropertyOf } from './card-properties.ts'
import { exportedCardReader, exportedId } from './exported-card.ts'
import { addressParts } from './card-address.ts'
import { labelReader } from './card-labels.ts'
import type { Card } from './read-cards.ts'

/** Parts of the structured properties, in the order of RFC 6350 6.2.2 and 6.6.4. */
const structures: Readonly<Record<string, readonly string[]>> = {
  N: ['family', 'given', 'additional', 'prefix', 'suffix'],
  ORG: ['name', 'unit'],
}

/** Pictures, sounds and housekeeping. */
const passedOver = new Set(
  'VERSION PRODID PHOTO LOGO SOUND KEY SOURCE CLIENTPIDMAP AGENT MAILER PROFILE XML X-ABLABEL X-ABADR X-ABSHOWAS X-IMAGEHASH X-IMAGETYPE X-SHARED-PHOTO-DISPLAY-PREF'.split(
    ' ',
  ),
)

/** Properties whose parameters are kept, of one card. */
const maxUnknown = 100

/** Properties that a field is for. */
const withFields = new Set('UID KIND REV FN N ORG TITLE EMAIL TEL ADR BDAY URL LANG NOTE'.split(' '))

/** Properties that a person has once; a second one (another language, a former employer) is a column of its own. */
const once = new Set(['N', 'FN', 'ADR', 'ORG', 'TITLE', 'ROLE', 'BDAY', 'KIND'])

/** A card as a row: columns named by property and part, the preferred value of each property first. */
export function cardRow(card: Card): Omit<SourceRow, 'row' | 'cursor'> {
  const { properties, complete, unread } = card
  const { kind, uid, values } = cardValues(card)
  const unknown = unknownOf(properties)
  return {
    values,
    ...(unknown.length === 0 ? {} : { cardProperties: unknown }),
    faults: faultsOf(kind, complete, unread),
    ...(uid === undefined ? {} : { externalId: uid }),
  }
}

/** What a row has of a card for its columns, and nothing that has no column. */
export function cardValues({ properties }: Card): {
  readonly kind: CardKind
  readonly uid: string | undefined
  readonly values: readonly SourceValue[]
} {
  const kind = kindOf(properties)
  const all = valuesOf(properties, kind)
  const uid = all.find(({ column }) => column === 'UID')?.value
  return { kind, uid, values: all.filter(({ column, value }) => column !== 'UID' || value !== uid) }
}

function valuesOf(properties: readonly ContentLine[], kind: CardKind): readonly SourceValue[] {
  const isOrganization = kind === 'organization'
  const seen = new Map<string, number>()
  const values: SourceValue[] = []
  const known = new KnownValues()
  const own = exportedId(properties)
  const labelsOf = labelReader(properties, own !== undefined)
  const exportedValues = exportedCardReader()
  if (own !== undefined) {
    values.push(
      { column: 'chanceryId', value: own },
      { column: 'kind', value: isOrganization ? 'organization' : 'person' },
    )
  }
  for (const property of preferredFirst(properties)) {
    if (passedOver.has(property.name) || (property.name === 'KIND' && kinds.has(property.raw.trim().toLowerCase())))
      continue
    const labels = labelsOf(property)
    const labelled = (value: SourceValue): SourceValue => (labels.length === 0 ? value : { ...value, labels })
    if (own !== undefined) {
      for (const value of exportedValues(property)) values.push(labelled(value))
      continue
    }
    if (isBinary(property)) continue
    const parts = partsOf(property, isOrganization).filter(({ value }) => value !== '')
    const isKnown = parts.every(({ name, part, value }) => known.has(`${name}${part}`, value))
    // The same number again may be told to be another thing as well.
    if (isKnown && labels.length === 0) continue
    const number = (seen.get(property.name) ?? 0) + 1
    seen.set(property.name, number)
    const place = once.has(property.name) && number > 1 ? ` ${number}` : ''
    for (const { name, part, value } of parts) {
      const column = `${name}${place}${part}`
      values.push(labelled({ column, value }))
      known.add(column, value)
    }
  }
  return values
}

/** Columns of a card with their values: most have one, and one may have a hundred thousand. */
class KnownValues {
  readonly #first = new Map<string, string>()
  readonly #others = new Map<string, Set<string>>()

  has(column: string, value: string): boolean {
    return this.#first.get(column) === value || this.#others.get(column)?.has(value) === true
  }

  add(column: string, value: string): void {
    const others = this.#others.get(column)
    if (!this.#first.has(column)) this.#first.set(column, value)
    else if (others === undefined) this.#others.set(column, new Set([value]))
    else others.add(value)
  }
}

/** The properties that no field is for, with their parameters: the most preferred ones. */
function unknownOf(properties: readonly ContentLine[]): readonly CardProperty[] {
  const unknown: CardProperty[] = []
  for (const property of preferredFirst(properties)) {
    if (unknown.length === maxUnknown) break
    if (passedOver.has(property.name) || withFields.has(property.name) || isBinary(property)) continue
    const found = cardPropertyOf(property, textValue(property))
    if (found !== undefined) unknown.push(found)
  }
  return unknown
}

function faultsOf(kind: CardKind, complete: boolean, unread: number): Finding[] {
  const faults: Finding[] = []
  if (!complete) faults.push(cutOff)
  if (kind === 'group') faults.push(isGroup)
  if (unread > 0) faults.push(linesUnread(unread))
  return faults
}

type CardKind = 'person' | 'organization' | 'group'

/** What the record says by itself. */
const kinds = new Set(['individual', 'org', 'organization', 'group'])

/** `KIND` of 4.0, and what Apple and other address books of 3.0 write for it. */
function kindOf(properties: readonly ContentLine[]): CardKind {
  const valueOf = (...names: string[]): string =>
    properties
      .find(({ name }) => names.includes(name))
      ?.raw.trim()
      .toLowerCase() ?? ''
  const kind = valueOf('KIND', 'X-ADDRESSBOOKSERVER-KIND')
  if (kind === 'group') return 'group'
  if (kind === 'org' || kind === 'organization') return 'organization'
  const name = properties.find((property) => property.name === 'N')
  const isNamed = name !== undefined && structuredValue(name).some((part) => part !== '')
  return valueOf('X-ABSHOWAS') === 'company' && !isNamed ? 'organization' : 'person'
}

/** Those that are preferred most go first. */
const preferredFirst = (properties: readonly ContentLine[]): readonly ContentLine[] =>
  properties
    .map((property) => ({ property, rank: preference(property) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ property }) => property)

const noPreference = 101

/** `PREF=1` of 4.0, `TYPE=pref` before. */
function preference(property: ContentLine): number {
  if (property.parameters.size === 0) return noPreference
  const number = Number(property.parameters.get('PREF')?.[0]?.split(',')[0])
  if (number >= 1) return number
  return typesOf(property).includes('pref') ? 0 : noPreference
}

interface Part {
  readonly name: string
  /** `.given`, `.street`; empty for a whole value. */
  readonly part: string
  readonly value: string
}

function partsOf(property: ContentLine, isOrganization: boolean): Part[] {
  const { name } = property
  if (name === 'ADR') {
    const type = typesOf(property).find((each) => each === 'home' || each === 'work') ?? ''
    const parts = addressParts(property).map(({ part, value }) => ({ name, part: `.${part}`, value }))
    return parts.some(({ value }) => value !== '') ? [...parts, { name, part: '.type', value: type }] : []
  }
  const structure = structures[name]
  if (structure !== undefined) {
    return structuredValue(property).map((value, index) => ({
      name,
      part: name === 'ORG' && index === 0 ? '' : `.${structure[Math.min(index, structure.length - 1)]}`,
      value,
    }))
  }
  const value = textValue(property).replace(/^(?:tel|mailto):/i, '')
  if (name === 'TEL') {
    const types = typesOf(property)
    const other = ['pager', 'fax'].find((type) => types.includes(type))
    return [{ name, part: other === undefined ? '' : `.${other}`, value }]
  }
  // The name of an organization is no person's.
  if (name === 'FN' && isOrganization) return [{ name: 'ORG', part: '', value }]
  return [{ name, part: '', value }]
}

const cutOff: Finding = {
  code: 'card_cut_off',
  severity: 'error',
  message: 'The card has no end.',
  hint: 'The file may have been cut off; export it again.',
}

const isGroup: Finding = {
  code: 'card_is_group',
  severity: 'error',
  message: 'The card is a list of members, not a client.',
}

const linesUnread = (count: number): Finding => ({
  code: 'lines_not_read',
  severity: 'warning',
  message: `${count} line(s) of the card are no properties and were left out.`,
})
