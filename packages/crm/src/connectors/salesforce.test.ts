import { expect, it } from 'vitest'
import { createCrmSource } from '../crm-source.ts'
import {
  type Answered,
  type Asked,
  Pages,
  secrets,
  startStandIn,
  unknownParameters,
} from '../testing/crm-stand-in.test-support.ts'
import { connectorContract } from '../testing/connector-contract.test-support.ts'
import {
  allRows,
  type ConnectorUnderTest,
  pageSize,
  sampleCrm,
  type SampleCrm,
  type SamplePerson,
} from '../testing/sample-crm.test-support.ts'
import { salesforce } from './salesforce.ts'

/** Salesforce's documentation, "Status Codes and Error Responses". */
const refused = (status: number, errorCode: string): Answered => ({ status, body: [{ errorCode, message: errorCode }] })

const attributes = (type: string, id: string) => ({ type, url: `/services/data/v62.0/sobjects/${type}/${id}` })

/** @param isAccount an organisation that has switched on person accounts has an account for each such person, with its name */
const personRecord = (person: SamplePerson, isAccount: boolean): Readonly<Record<string, unknown>> => ({
  Id: person.id,
  IsDeleted: person.deleted === true,
  MasterRecordId: person.mergedInto ?? null,
  SystemModstamp: person.changed,
  LastModifiedDate: person.changed.replace('Z', '.000+0000'),
  FirstName: person.given,
  LastName: person.family,
  Email: person.email,
  Phone: person.phone,
  MailingCity: person.city,
  Account: {
    attributes: attributes('Account', '001'),
    Name: isAccount ? `${person.given} ${person.family}` : 'Analytical Engines',
  },
  ...(isAccount ? { IsPersonAccount: true } : {}),
  Tier__c: person.tier ?? null,
})

const fieldsOf = {
  Contact:
    'Id IsDeleted MasterRecordId SystemModstamp LastModifiedDate AccountId FirstName LastName Salutation Email Phone MobilePhone HomePhone OtherPhone Title MailingStreet MailingPostalCode MailingCity MailingState MailingCountry Birthdate HasOptedOutOfEmail DoNotCall Description',
  Account:
    'Id IsDeleted MasterRecordId SystemModstamp LastModifiedDate Name Phone Website BillingStreet BillingPostalCode BillingCity BillingState BillingCountry Description',
}

const personAccount = ({ id, given, family, changed, deleted, mergedInto }: SamplePerson) => ({
  Id: id.replace('003', '001'),
  IsDeleted: deleted === true,
  MasterRecordId: mergedInto?.replace('003', '001') ?? null,
  SystemModstamp: changed,
  Name: `${given} ${family}`,
  IsPersonAccount: true,
})

const salesforceUnderTest = (hasPersonAccounts: boolean): ConnectorUnderTest => ({
  format: salesforce,
  id: (number) => `003000000000${String(number).padStart(3, '0')}AAA`,
  dialect(crm: SampleCrm) {
    const kept: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
      Contact: crm.people.map((person) => ({
        ...personRecord(person, hasPersonAccounts),
        ...(person.brandNew === undefined ? {} : { BrandNew: person.brandNew }),
      })),
      Account: [
        ...(hasPersonAccounts ? crm.people.map(personAccount) : []),
        ...crm.organisations.map(({ id, name, changed }) => ({
          Id: id,
          IsDeleted: false,
          MasterRecordId: null,
          SystemModstamp: changed,
          Name: name,
          ...(hasPersonAccounts ? { IsPersonAccount: false } : {}),
        })),
      ],
    }
    const standardFields = (object: keyof typeof fieldsOf): readonly string[] => [
      ...fieldsOf[object].split(' '),
      ...(hasPersonAccounts ? ['IsPersonAccount'] : []),
    ]
    const cursors = new Map<string, Pages<object>>()

    function query(text: string): Answered {
      const [, names = '', object = '', since] =
        /^SELECT ([\w.,]+) FROM (\w+)(?: WHERE SystemModstamp >= (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))?$/.exec(text) ?? []
      if (object !== 'Contact' && object !== 'Account') return refused(400, 'MALFORMED_QUERY')
      const known = [...standardFields(object), 'Account.Name', 'Tier__c']
      if (!names.split(',').every((name) => known.includes(name))) return refused(400, 'INVALID_FIELD')
      const wanted = names.split(',').map((name) => name.split('.')[0])
      const records = (kept[object] ?? [])
        .filter(({ SystemModstamp }) => since === undefined || Date.parse(String(SystemModstamp)) >= Date.parse(since))
        .map((record) => ({
          attributes: attributes(object, String(record['Id'])),
          ...Object.fromEntries(
            Object.entries(record).filter(([name]) => wanted.includes(name) || name === 'BrandNew'),
          ),
        }))
      const cursor = `01g${object}${since === undefined ? '' : 'Changes'}`
      cursors.set(cursor, new Pages(cursor, records, pageSize))
      return more(cursor, null, records.length)
    }

    function more(cursor: string, token: string | null, totalSize = 0): Answered {
      const page = cursors.get(cursor)?.page(token)
      if (page === undefined) return refused(400, 'INVALID_QUERY_LOCATOR')
      return {
        status: 200,
        body: {
          totalSize,
          done: page.next === undefined,
          ...(page.next === undefined ? {} : { nextRecordsUrl: `/services/data/v62.0/query/${page.next}` }),
          records: page.items,
        },
      }
    }

    return {
      header: 'authorization',
      scheme: 'Bearer ',
      unauthorized: refused(401, 'INVALID_SESSION_ID'),
      tokenPath: '/services/oauth2/token',
      client: 'body' as const,
      answer({ method, path, query: parameters }: Asked): Answered {
        if (method !== 'GET') return refused(405, 'METHOD_NOT_ALLOWED')
        const [, described] = /^\/services\/data\/v62\.0\/sobjects\/(Contact|Account)\/describe$/.exec(path) ?? []
        if (described === 'Contact' || described === 'Account') {
          const standard = standardFields(described).map((name) => ({ name, label: name, custom: false }))
          const own = described === 'Contact' ? [{ name: 'Tier__c', label: 'Tier', custom: true }] : []
          return { status: 200, body: { name: described, fields: [...standard, ...own] } }
        }
        if (path === '/services/data/v62.0/queryAll' && unknownParameters(parameters, ['q']).length === 0) {
          return query(parameters.get('q') ?? '')
        }
        const [, locator] = /^\/services\/data\/v62\.0\/query(?:All)?\/([\w-]+)$/.exec(path) ?? []
        if (locator !== undefined && parameters.size === 0) return more(locator.split('-')[0] ?? '', locator)
        return refused(404, 'NOT_FOUND')
      },
    }
  },
  tells: { deleted: true, merged: 'by-loser', organisations: true, custom: true },
})

connectorContract('Salesforce', salesforceUnderTest(false))
connectorContract('Salesforce with person accounts', salesforceUnderTest(true))

it.each([
  [false, ['Analytical Engines', 'Works 10 Ltd', 'Works 11 Ltd']],
  [true, ['Works 10 Ltd', 'Works 11 Ltd']],
])('nobody is an organisation, or of one that is called as they are (person accounts: %s)', async (has, names) => {
  const under = salesforceUnderTest(has)
  const standIn = await startStandIn(under.dialect(sampleCrm(under.id)))
  const main = { address: standIn.address, tokenAddress: standIn.tokenAddress, ...secrets }
  const { fields = {}, rows } = await createCrmSource(salesforce, { connections: { main } }).read(
    {},
    new AbortController(),
  )
  const values = (await allRows(rows)).flatMap((row) => row.values)
  await standIn.close()
  expect([
    ...new Set(values.flatMap(({ column, value }) => (fields[column] === 'organization' ? [value] : []))),
  ]).toEqual(names)
})
