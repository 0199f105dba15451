/** Google's People API as its documentation says, with the people of a sample. */
import {
  type Answered,
  type Asked,
  Pages,
  type StandInDialect,
  unknownParameters,
} from './crm-stand-in.test-support.ts'
import { pageSize, type SampleCrm, type SamplePerson } from './sample-crm.test-support.ts'

/** Google's documentation, "Errors" (google.rpc.Status). */
const refused = (code: number, status: string): Answered => ({
  status: code,
  body: { error: { code, status, message: '' } },
})

const personRecord = (person: SamplePerson) => {
  const metadata = { primary: true, source: { type: 'CONTACT', id: person.id } }
  return {
    resourceName: person.id,
    etag: '%EgU=',
    metadata: {
      sources: [{ type: 'CONTACT', id: person.id, updateTime: person.changed }],
      objectType: 'PERSON',
      ...(person.former === undefined ? {} : { previousResourceNames: person.former }),
    },
    names: [
      {
        metadata,
        displayName: `${person.given} ${person.family}`,
        displayNameLastFirst: `${person.family}, ${person.given}`,
        unstructuredName: `${person.given} ${person.family}`,
        givenName: person.given,
        familyName: person.family,
      },
    ],
    emailAddresses: [
      { metadata: { source: metadata.source }, value: `other.${person.email}`, type: 'home', formattedType: 'Home' },
      { metadata, value: person.email, type: 'work', formattedType: 'Work' },
    ],
    phoneNumbers: [
      { metadata, value: person.phone, canonicalForm: person.phone, type: 'mobile', formattedType: 'Mobile' },
    ],
    addresses: [
      {
        metadata,
        formattedValue: person.city,
        type: 'home',
        formattedType: 'Home',
        city: person.city,
        countryCode: 'DE',
        country: 'Germany',
      },
    ],
    birthdays: [{ metadata, date: { year: 1985, month: 4, day: 3 }, text: '3.4.1985' }],
    ...(person.tier === undefined ? {} : { userDefined: [{ metadata, key: 'Tier', value: person.tier }] }),
    ...(person.brandNew === undefined ? {} : { brandNew: [{ metadata, value: person.brandNew }] }),
  }
}

const knownMasks =
  'addresses ageRanges biographies birthdays calendarUrls clientData coverPhotos emailAddresses events externalIds genders imClients interests locales locations memberships metadata miscKeywords names nicknames occupations organizations phoneNumbers photos relations sipAddresses skills urls userDefined'

export const googleDialect = (crm: SampleCrm): StandInDialect => ({
  header: 'authorization',
  scheme: 'Bearer ',
  unauthorized: refused(401, 'UNAUTHENTICATED'),
  tokenPath: '/token',
  client: 'body',
  answer({ method, path, query }: Asked): Answered {
    if (method !== 'GET' || path !== '/v1/people/me/connections') return refused(404, 'NOT_FOUND')
    const masks = (query.get('personFields') ?? '').split(',')
    const isKnown = masks.every((mask) => knownMasks.split(' ').includes(mask))
    const size = Number(query.get('pageSize'))
    const known = ['pageToken', 'pageSize', 'sortOrder', 'personFields', 'requestSyncToken', 'syncToken', 'sources']
    if (!isKnown || !(size >= 1 && size <= 1000) || unknownParameters(query, known).length > 0) {
      return refused(400, 'INVALID_ARGUMENT')
    }
    const people = crm.people.filter(({ deleted }) => deleted !== true).map(personRecord)
    const page = new Pages('page', people, pageSize).page(query.get('pageToken'))
    if (page === undefined) return refused(400, 'INVALID_ARGUMENT')
    return {
      status: 200,
      body: {
        connections: page.items,
        ...(page.next === undefined ? {} : { nextPageToken: page.next }),
        totalPeople: people.length,
        totalItems: people.length,
      },
    }
  },
})
