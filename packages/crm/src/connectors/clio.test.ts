import { describe, expect, it } from 'vitest'
import { createCrmSource } from '../crm-source.ts'
import {
  type Answered,
  type Asked,
  Pages,
  secrets,
  type StandInDialect,
  startStandIn,
  unknownParameters,
} from '../testing/crm-stand-in.test-support.ts'
import { connectorContract } from '../testing/connector-contract.test-support.ts'
import { allRows, pageSize, sampleCrm, type SampleCrm, type SamplePerson } from '../testing/sample-crm.test-support.ts'
import { clio } from './clio.ts'

const refused = (status: number, type: string): Answered => ({ status, body: { error: { type, message: type } } })

const personRecord = (person: SamplePerson): Readonly<Record<string, unknown>> => ({
  id: Number(person.id),
  name: `${person.given} ${person.family}`,
  first_name: person.given,
  last_name: person.family,
  prefix: null,
  title: null,
  updated_at: person.changed,
  company: { id: 4, name: 'Analytical Engines' },
  email_addresses: [
    { address: `other.${person.email}`, name: 'Home', primary: false },
    { address: person.email, name: 'Work', primary: true },
  ],
  phone_numbers: [{ number: person.phone, name: 'Work', primary: true }],
  addresses: [
    { street: null, city: person.city, province: null, postal_code: null, country: 'DE', name: 'Work', primary: true },
  ],
  custom_field_values: person.tier === undefined ? [] : [{ id: 'text-1', field_name: 'Tier', value: person.tier }],
  ...(person.brandNew === undefined ? {} : { brand_new: person.brandNew }),
})

/** `a,b{c,d}`, as Clio writes the fields that it is to answer. */
const fieldNames = (fields: string): readonly string[] =>
  fields
    .replaceAll(/\{[^{}]*\}/g, '')
    .split(',')
    .filter((name) => name !== '')
const known =
  'id etag type name prefix first_name middle_name last_name title date_of_birth created_at updated_at company email_addresses phone_numbers addresses web_sites instant_messengers sales_tax_number custom_field_values'

const clioDialect = (crm: SampleCrm): StandInDialect => ({
  header: 'authorization',
  scheme: 'Bearer ',
  unauthorized: refused(401, 'UnauthorizedError'),
  tokenPath: '/oauth/token',
  client: 'body',
  answer({ method, path, query }: Asked): Answered {
    if (method !== 'GET' || path !== '/api/v4/contacts.json') return refused(404, 'NotFoundError')
    const type = query.get('type')
    const since = query.get('updated_since')
    const fields = fieldNames(query.get('fields') ?? 'id,etag')
    const isValid =
      unknownParameters(query, [
        'type',
        'fields',
        'limit',
        'order',
        'page_token',
        'updated_since',
        'query',
        'created_since',
      ]).length === 0 &&
      Number(query.get('limit')) <= 200 &&
      query.get('order') === 'id(asc)' &&
      fields.every((name) => known.split(' ').includes(name))
    if (!isValid || (type !== 'Person' && type !== 'Company')) return refused(400, 'InvalidFields')
    const isWanted = ({ changed }: { readonly changed: string }): boolean =>
      since === null || Date.parse(changed) >= Date.parse(since)
    const all: readonly Readonly<Record<string, unknown>>[] =
      type === 'Person'
        ? crm.people.filter((person) => person.deleted !== true && isWanted(person)).map(personRecord)
        : crm.organisations.filter(isWanted).map(({ id, name }) => ({ id: Number(id), name }))
    const shown = all.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name) || name === 'brand_new')),
    )
    const page = new Pages(type, shown, pageSize).page(query.get('page_token'))
    if (page === undefined) return refused(400, 'InvalidPageToken')
    const link = new URLSearchParams([...query].filter(([name]) => name !== 'page_token'))
    if (page.next !== undefined) link.set('page_token', page.next)
    const paging = page.next === undefined ? {} : { next: `https://app.clio.com/api/v4/contacts.json?${link}` }
    return { status: 200, body: { data: page.items, meta: { paging, records: all.length } } }
  },
})

connectorContract('Clio Manage', {
  format: clio,
  id: (number) => String(900 + number),
  dialect: clioDialect,
  tells: { deleted: false, merged: false, organisations: true, custom: true },
})

describe('a search', () => {
  it('is made of each list with what the caller asks, whatever that is', async () => {
    const standIn = await startStandIn(clioDialect(sampleCrm((number) => String(900 + number))))
    const source = createCrmSource(clio, { connections: { main: { address: standIn.address, ...secrets } } })
    const query = 'Ada & {since} {fields}&type=Company'
    const read = async (request: object) => await allRows((await source.read(request, new AbortController())).rows)
    const rows = await read({ query })
    const asked = standIn.calls
      .filter((call) => call !== 'token')
      .map((call) => new URL(call.slice(4), standIn.address))
    expect(asked.map(({ searchParams }) => searchParams.get('query'))).toEqual(asked.map(() => query))
    expect(asked.map(({ searchParams }) => searchParams.get('type'))).toEqual(['Person', 'Person', 'Person', 'Company'])
    await expect(read({ query: 'Alan', cursor: rows[0]?.cursor })).rejects.toMatchObject({ code: 'invalid_request' })
    await standIn.close()
  })
})
