import type { JsonObject } from '../../json.ts'
import { present } from '../../present.ts'
import type { ClientAddress, ClientRecord } from '../../model/client-record.ts'
import { provenanceOf } from '../provenance.ts'
import { customProperties, property, standardColumns } from './jscontact-properties.ts'
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
  const standard = standardColumns(custom, cardProperties)
  const vCardProps = [
    ...(taxId === undefined ? [] : [property('x-chancery-tax-id', taxId)]),
    ...(saidAt === undefined ? [] : [property('x-chancery-said-at', saidAt)]),
    ...externalIds.map((each) => property('x-chancery-external-id', [each.source, each.id])),
    ...Object.entries(custom).flatMap(([name, value]) =>
      name in standard ? [] : customProperties(name, value, cardProperties),
    ),
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
    titles: titlesOf(jobTitle, standard.ROLE),
    nicknames: numbered('k', standard.NICKNAME ?? [], (name) => ({ name })),
    onlineServices: numbered('s', standard.IMPP ?? [], (uri) => ({ uri })),
    keywords: standard.CATEGORIES && Object.fromEntries(standard.CATEGORIES.map((word) => [word, true])),
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

function titlesOf(jobTitle: string | undefined, roles: readonly string[] = []): JsonObject | undefined {
  const titles = {
    ...(jobTitle === undefined ? {} : { t1: { kind: 'title', name: jobTitle } }),
    ...Object.fromEntries(roles.map((name, at) => [`r${at + 1}`, { kind: 'role', name }])),
  }
  return Object.keys(titles).length === 0 ? undefined : titles
}

/** Before the names of properties that are Chancery's alone (RFC 9553, 1.8.2). */
const vendor = 'chancery.dev'

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
