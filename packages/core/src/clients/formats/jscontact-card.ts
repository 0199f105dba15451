import type { Json, JsonObject } from '../../json.ts'
import { present } from '../../present.ts'
import type { CardProperty, ClientAddress, ClientRecord } from '../client-record.ts'
import { provenanceOf } from '../provenance.ts'
import { isCardProperty, writtenProperties } from './card-properties.ts'
import { ownUid } from './vcard-text.ts'

/**
 * A client as a JSContact card (RFC 9553). What that has no property for is in `vCardProps` (RFC 9555, 2.15), as the vCards
 * of the directory have it.
 */
export function jscontactCard(record: ClientRecord): JsonObject {
  const { id, kind, emails, phones, organization, jobTitle, address, birthDate, website, notes } = record
  const { language, taxId, externalIds, custom, cardProperties, createdAt, updatedAt, saidAt } = record
  const numbered = <Item>(prefix: string, items: readonly Item[], of: (item: Item, at: number) => JsonObject) =>
    items.length === 0 ? undefined : Object.fromEntries(items.map((item, at) => [`${prefix}${at + 1}`, of(item, at)]))
  const one = <Item>(prefix: string, item: Item | undefined, of: (item: Item) => JsonObject) =>
    numbered(prefix, item === undefined ? [] : [item], of)
  const vCardProps = [
    ...(taxId === undefined ? [] : [property('x-chancery-tax-id', taxId)]),
    ...(saidAt === undefined ? [] : [property('x-chancery-said-at', saidAt)]),
    ...externalIds.map((each) => property('x-chancery-external-id', [each.source, each.id])),
    ...Object.entries(custom).flatMap(([name, value]) => customProperties(name, value, cardProperties)),
  ]
  return present({
    '@type': 'Card',
    version: '1.0',
    uid: `${ownUid}${id}`,
    kind: kind === 'organization' ? 'org' : 'individual',
    created: seconds(createdAt),
    updated: seconds(saidAt ?? updatedAt),
    name: nameOf(record),
    organizations: one('o', organization, (name) => ({ name })),
    titles: one('t', jobTitle, (name) => ({ kind: 'title', name })),
    emails: numbered('e', emails, (each, at) => ({ address: each, ...(at === 0 ? { pref: 1 } : {}) })),
    phones: numbered('p', phones, (each, at) => ({
      number: each.startsWith('+') ? `tel:${each}` : each,
      ...(at === 0 ? { pref: 1 } : {}),
    })),
    addresses: one('a', address, addressOf),
    anniversaries: one('b', birthDate, (date) => ({ kind: 'birth', date: dateOf(date) })),
    links: one('l', website, (uri) => ({ uri })),
    preferredLanguages: one('g', language, (tag) => ({ language: tag })),
    notes: one('n', notes, (note) => ({ note })),
    vCardProps: vCardProps.length === 0 ? undefined : vCardProps,
    [`${vendor}:consents`]: record.consents?.map((each): JsonObject => ({ ...each })),
    [`${vendor}:provenance`]: provenanceOf(record) as JsonObject | undefined,
  })
}

/** In the form of jCard (RFC 7095): a value of parts is a list in the list. */
const property = (name: string, value: string | readonly string[]): Json => [
  name,
  {},
  'text',
  typeof value === 'string' ? value : [...value],
]

/** Before the names of properties that are Chancery's alone (RFC 9553, 1.8.2). */
const vendor = 'chancery.dev'

/** A column of the client's own: a property of cards as it stood there, with its parameters, or one of Chancery's. */
const customProperties = (
  column: string,
  value: string,
  properties: readonly CardProperty[] | undefined,
): readonly Json[] =>
  isCardProperty(column, value)
    ? writtenProperties(column, value, properties).map(({ group, parameters = {}, raw }): Json => {
        const { VALUE: [type = 'unknown'] = [], ...others } = parameters
        const told = Object.entries(others).map(([name, values]): [string, Json] => {
          const [first = '', ...more] = values
          return [name.toLowerCase(), more.length === 0 ? first : [...values]]
        })
        const named = { ...Object.fromEntries(told), ...(group === undefined ? {} : { group }) }
        // Of an unknown type, the value is what stands in a vCard (RFC 7095, 5.1).
        return [column.toLowerCase(), named, type, raw]
      })
    : [property('x-chancery-custom', [column, value])]

/** Moments of cards have no fractions that are nought. */
const seconds = (moment: string): string => moment.replace(/\.\d+Z$/, 'Z')

function nameOf({ name, givenName, familyName, honorific }: ClientRecord): JsonObject {
  const components = [
    ...(honorific === undefined ? [] : [{ kind: 'title', value: honorific }]),
    ...(givenName === undefined ? [] : [{ kind: 'given', value: givenName }]),
    ...(familyName === undefined ? [] : [{ kind: 'surname', value: familyName }]),
  ]
  return components.length === 0 ? { full: name } : { full: name, components }
}

function addressOf({ street, postcode, locality, region, country }: ClientAddress): JsonObject {
  const isCode = country !== undefined && /^[A-Z]{2}$/.test(country)
  const components = Object.entries(
    present({ name: street, postcode, locality, region, country: isCode ? undefined : country }),
  ).map(([kind, value]) => ({ kind, value }))
  return { components, ...(isCode ? { countryCode: country } : {}) }
}

function dateOf(date: string): JsonObject {
  const [year, month, day] = date.split('-').map(Number)
  return present({ '@type': 'PartialDate', year, month, day })
}
