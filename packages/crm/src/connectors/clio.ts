import type { ConnectorInput } from '../format/connector-format.ts'

const common = [
  'id',
  'name',
  'updated_at',
  'email_addresses{address,name,primary}',
  'phone_numbers{number,name,primary}',
  'addresses{street,city,province,postal_code,country,name,primary}',
  'web_sites{address,name,default_web_site}',
  'instant_messengers{address,name}',
  'sales_tax_number',
  'custom_field_values{id,field_name,value}',
]

const listed = (type: 'Person' | 'Company', own: readonly string[]) => ({
  request: {
    path: '/api/v4/contacts.json',
    // In this order its pages have no end; any other ends at 10,000 records.
    query: { type, fields: [...common, ...own].join(','), limit: '200', order: 'id(asc)' },
  },
  records: 'data',
  id: 'id',
  next: { kind: 'link' as const, at: 'meta.paging.next', parameters: ['page_token'] },
  changed: { request: { query: { updated_since: '{since}' } } },
  search: { query: '{query}' },
  named: { at: 'custom_field_values[]', name: 'field_name', value: 'value' },
  preferred: ['primary', 'default_web_site'],
  labels: ['name'],
  changedAt: 'updated_at',
  ignore: [
    'etag',
    'type',
    'email_addresses.name',
    'phone_numbers.name',
    'addresses.name',
    'web_sites.name',
    'instant_messengers.name',
    '*.default_web_site',
    '*.primary',
  ],
})

const shared = {
  'email_addresses[].address': 'email',
  'phone_numbers[].number': 'phone',
  'addresses[].street': 'street',
  'addresses[].postal_code': 'postcode',
  'addresses[].city': 'locality',
  'addresses[].province': 'region',
  'addresses[].country': 'country',
  'web_sites[].address': 'website',
  sales_tax_number: 'taxId',
  'instant_messengers[].address': 'custom',
} as const

/** Clio Manage: people and companies. Its lists tell neither what was deleted nor what was merged. */
export const clio: ConnectorInput = {
  id: 'clio',
  title: 'Clio Manage',
  apiVersion: 'v4',
  documentation: [
    'https://docs.developers.clio.com/api-reference/',
    'https://docs.developers.clio.com/api-docs/clio-manage/pagination',
    'https://docs.developers.clio.com/api-docs/clio-manage/rate-limits',
  ],
  address: 'https://app.clio.com',
  auth: {
    oauth: { address: '/oauth/token', grants: ['refresh_token'] },
    scopes: ['Contacts: read', 'Custom fields: read'],
  },
  lists: [
    {
      ...listed('Person', [
        'prefix',
        'first_name',
        'middle_name',
        'last_name',
        'title',
        'date_of_birth',
        'company{id,name}',
      ]),
      object: 'contacts of type Person',
      fields: {
        ...shared,
        name: 'name',
        prefix: 'honorific',
        first_name: 'givenName',
        last_name: 'familyName',
        title: 'jobTitle',
        date_of_birth: 'birthDate',
        'company.name': 'organization',
        middle_name: 'custom',
        'company.id': 'custom',
      },
    },
    {
      ...listed('Company', []),
      object: 'contacts of type Company',
      prefix: 'companies.',
      fields: { ...shared, name: 'organization' },
    },
  ],
}
