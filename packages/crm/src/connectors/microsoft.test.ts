import { type Answered, type Asked, Pages, unknownParameters } from '../testing/crm-stand-in.test-support.ts'
import { connectorContract } from '../testing/connector-contract.test-support.ts'
import { pageSize, type SampleCrm, type SamplePerson } from '../testing/sample-crm.test-support.ts'
import { microsoft } from './microsoft.ts'

/** Graph's documentation, "Error responses". */
const refused = (status: number, code: string): Answered => ({ status, body: { error: { code, message: code } } })

const personRecord = (person: SamplePerson): Readonly<Record<string, unknown>> => ({
  '@odata.etag': 'W/"EQ"',
  id: person.id,
  changeKey: 'EQ',
  createdDateTime: person.changed,
  lastModifiedDateTime: person.changed,
  parentFolderId: 'f',
  displayName: `${person.given} ${person.family}`,
  givenName: person.given,
  surname: person.family,
  emailAddresses: [{ name: `${person.given} ${person.family}`, address: person.email }],
  mobilePhone: person.phone,
  businessPhones: [],
  homePhones: [],
  businessAddress: { city: person.city },
  homeAddress: {},
  birthday: '1985-04-03T11:59:00Z',
  categories: person.tier === undefined ? [] : [person.tier],
})

const known =
  'assistantName birthday businessAddress businessHomePage businessPhones categories children companyName department displayName emailAddresses fileAs generation givenName homeAddress homePhones imAddresses initials jobTitle lastModifiedDateTime manager middleName mobilePhone nickName officeLocation otherAddress personalNotes profession spouseName surname title yomiCompanyName'

connectorContract('Microsoft Graph', {
  format: microsoft,
  id: (number) => `AAMkAGI2-${number}=`,
  dialect: (crm: SampleCrm) => ({
    header: 'authorization',
    scheme: 'Bearer ',
    unauthorized: refused(401, 'InvalidAuthenticationToken'),
    tokenPath: '/common/oauth2/v2.0/token',
    client: 'body',
    answer({ method, path, query, headers }: Asked): Answered {
      if (method !== 'GET' || path !== '/v1.0/me/contacts') return refused(404, 'ResourceNotFound')
      // Ids that last are asked for each time.
      if (headers['prefer'] !== 'IdType="ImmutableId"') return refused(400, 'ErrorInvalidRequest')
      const selected = (query.get('$select') ?? '').split(',')
      const filter = query.get('$filter')
      const since = /^lastModifiedDateTime ge (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(filter ?? '')?.[1]
      const isValid =
        unknownParameters(query, ['$top', '$select', '$filter', '$skip', '$skiptoken', '$orderby']).length === 0 &&
        selected.every((name) => known.split(' ').includes(name)) &&
        (filter === null || since !== undefined)
      if (!isValid) return refused(400, 'RequestBroker--ParseUri')
      const people = crm.people
        .filter(
          ({ deleted, changed }) =>
            deleted !== true && (since === undefined || Date.parse(changed) >= Date.parse(since)),
        )
        .map((person) => ({
          ...Object.fromEntries(
            Object.entries(personRecord(person)).filter(
              ([name]) => name.startsWith('@') || name === 'id' || selected.includes(name),
            ),
          ),
          ...(person.brandNew === undefined ? {} : { brandNew: person.brandNew }),
        }))
      const page = new Pages('skip', people, pageSize).page(query.get('$skiptoken'))
      if (page === undefined) return refused(400, 'ErrorInvalidUrlQuery')
      const link = new URLSearchParams([...query].filter(([name]) => name !== '$skiptoken'))
      if (page.next !== undefined) link.set('$skiptoken', page.next)
      return {
        status: 200,
        body: {
          '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#contacts',
          value: page.items,
          ...(page.next === undefined
            ? {}
            : { '@odata.nextLink': `https://graph.microsoft.com/v1.0/me/contacts?${link}` }),
        },
      }
    },
  }),
  tells: { deleted: false, merged: false, organisations: false, custom: true },
})
