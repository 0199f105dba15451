import type { JsonObject } from '../../json.ts'
import { present } from '../../present.ts'
import type { ClientAddress, ClientRecord } from '../../model/client-record.ts'
import { contexts, features, ownLabels } from '../contact-labels.ts'
import { provenanceOf } from '../provenance.ts'
import { CardColumns, type FurtherAddress } from './card-columns.ts'
import { customProperties, property, standardColumns } from './jscontact-properties.ts'
import { ownUid } from './vcard-text.ts'

/**
 * A client as a JSContact card (RFC 9553). What that has no property for is in `vCardProps` (RFC 9555, 2.15), as the vCards
 * of the directory have it.
 */
export function jscontactCard(record: ClientRecord): JsonObject {
  const { id, kind, emails, phones, organization, jobTitle, address, birthDate, website, notes } = record
  const { language, taxId, externalIds, cardProperties, contactLabels = {}, createdAt, updatedAt, saidAt } = record
  const numbered = <Item>(prefix: string, items: readonly Item[], of: (item: Item, at: number) => JsonObject) =>
    items.length === 0 ? undefined : Object.fromEntries(items.map((item, at) => [`${prefix}${at + 1}`, of(item, at)]))
  const columns = new CardColumns(record.custom)
  const name = nameOf(record, columns)
  const organizations =
    organization === undefined ? [] : [[organization, ...columns.lines('ORG.unit')], ...columns.furtherOrganizations()]
  const titles = jobTitle === undefined ? [] : [jobTitle, ...columns.furtherTitles()]
  const others = ['fax', 'pager'].flatMap((feature) =>
    columns.lines(`TEL.${feature}`).map((number) => ({ number, labels: [feature] })),
  )
  const addresses =
    address === undefined ? [] : [addressOf(address, columns), ...columns.furtherAddresses().map(furtherAddress)]
  const custom = columns.left
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
    name,
    organizations: numbered('o', organizations, ([name = '', ...units]) => ({
      name,
      ...(units.length === 0 ? {} : { units: units.map((unit) => ({ name: unit })) }),
    })),
    titles: titlesOf(titles, standard.ROLE),
    nicknames: numbered('k', standard.NICKNAME ?? [], (name) => ({ name })),
    onlineServices: numbered('s', standard.IMPP ?? [], (uri) => ({ uri })),
    keywords: standard.CATEGORIES && Object.fromEntries(standard.CATEGORIES.map((word) => [word, true])),
    emails: numbered('e', emails, (each, at) => ({
      address: each,
      ...(at === 0 ? { pref: 1 } : {}),
      ...labelled(contactLabels[each]),
    })),
    phones: numbered(
      'p',
      [...phones.map((number) => ({ number, labels: contactLabels[number] })), ...others],
      ({ number, labels }, at) => ({
        number: number.startsWith('+') ? `tel:${number}` : number,
        ...(at === 0 && phones.length > 0 ? { pref: 1 } : {}),
        ...labelled(labels),
      }),
    ),
    addresses: numbered('a', addresses, (each) => each),
    anniversaries: one('b', birthDate, (date) => ({ kind: 'birth', date: dateOf(date) })),
    links: one('l', website, (uri) => ({ uri })),
    preferredLanguages: one('g', language, (tag) => ({ language: tag })),
    notes: one('n', notes, (note) => ({ note })),
    vCardProps: vCardProps.length === 0 ? undefined : vCardProps,
    [`${vendor}:consents`]: record.consents?.map((each): JsonObject => ({ ...each })),
    [`${vendor}:provenance`]: provenanceOf(record) as JsonObject | undefined,
  })
}

/** What a source says of an address or telephone, as properties of it. */
function labelled(labels: readonly string[] = []): JsonObject {
  const marked = (of: ReadonlySet<string>): JsonObject | undefined => {
    const all = labels.filter((label) => of.has(label))
    return all.length === 0 ? undefined : Object.fromEntries(all.map((label) => [label, true]))
  }
  // A card has room for one.
  const label = ownLabels(labels).join(', ') || undefined
  return present({ contexts: marked(contexts), features: marked(features), label })
}

function titlesOf(jobTitles: readonly string[], roles: readonly string[] = []): JsonObject | undefined {
  const titles = {
    ...Object.fromEntries(jobTitles.map((name, at) => [`t${at + 1}`, { kind: 'title', name }])),
    ...Object.fromEntries(roles.map((name, at) => [`r${at + 1}`, { kind: 'role', name }])),
  }
  return Object.keys(titles).length === 0 ? undefined : titles
}

/** Before the names of properties that are Chancery's alone (RFC 9553, 1.8.2). */
const vendor = 'chancery.dev'

/** Moments of cards have no fractions that are nought. */
const seconds = (moment: string): string => moment.replace(/\.\d+Z$/, 'Z')

function nameOf({ name, givenName, familyName, honorific }: ClientRecord, columns: CardColumns): JsonObject {
  const parts = {
    title: honorific,
    given: givenName,
    given2: columns.take('N.additional'),
    surname: familyName,
    credential: columns.take('N.suffix'),
  }
  const components = Object.entries(present(parts)).map(([kind, value]) => ({ kind, value }))
  return components.length === 0 ? { full: name } : { full: name, components }
}

function addressOf(address: ClientAddress, columns: CardColumns): JsonObject {
  const [box, extended] = [columns.take('ADR.box'), columns.take('ADR.extended')]
  return cardAddress({ ...address, box, extended }, columns.addressType('ADR'))
}

function furtherAddress({ parts, type }: FurtherAddress): JsonObject {
  const [box, extended, street, locality, region, postcode, country] = parts.map((part) => part || undefined)
  return cardAddress({ box, extended, street, locality, region, postcode, country }, type)
}

type AddressPart = keyof ClientAddress | 'box' | 'extended'

function cardAddress(
  { box, extended, street, postcode, locality, region, country }: Partial<Record<AddressPart, string | undefined>>,
  type: string | undefined,
): JsonObject {
  const isCode = country !== undefined && /^[A-Z]{2}$/.test(country)
  const parts = { postOfficeBox: box, apartment: extended, name: street, postcode, locality, region }
  const components = Object.entries(present({ ...parts, country: isCode ? undefined : country })).map(
    ([kind, value]) => ({ kind, value }),
  )
  return {
    components,
    ...(isCode ? { countryCode: country } : {}),
    ...(type === undefined ? {} : { contexts: { [type === 'home' ? 'private' : type]: true } }),
  }
}

function dateOf(date: string): JsonObject {
  const [year, month, day] = date.split('-').map(Number)
  return present({ '@type': 'PartialDate', year, month, day })
}
