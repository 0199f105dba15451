import type { ConnectorInput } from '../format/connector-format.ts'

const changed = { request: { headers: { 'if-modified-since': '{sinceOffset}' } } }

const listed = (module: string) => ({
  object: module,
  request: {
    path: `/crm/v7/${module}`,
    query: { fields: '{fields}', per_page: '200', sort_by: 'id', sort_order: 'asc' },
  },
  records: 'data',
  id: 'id',
  // Numbers of pages lead to the first 2,000 records, tokens to 100,000.
  next: { kind: 'token' as const, at: 'info.next_page_token', parameter: 'page_token', more: 'info.more_records' },
  changed,
  discover: {
    request: { path: '/crm/v7/settings/fields', query: { module } },
    records: 'fields[]',
    name: 'api_name',
    label: 'field_label',
    custom: { at: 'custom_field', equals: true },
    most: 50,
  },
  select: ['Modified_Time'],
  changedAt: 'Modified_Time',
})

/** Also what was merged into another record is among the deleted ones, without a word about which. */
const deleted = (module: string) => ({
  object: `${module}/deleted`,
  request: { path: `/crm/v7/${module}/deleted`, query: { type: 'all', per_page: '200' } },
  records: 'data',
  id: 'id',
  next: { kind: 'page' as const, parameter: 'page', more: 'info.more_records' },
  changed,
  fields: {},
  deleted: 'all' as const,
})

const ignore = ['*.id', 'Created_Time', 'Created_By', 'Modified_By', 'Owner']

/** Zoho CRM: contacts and accounts. Other data centres have other addresses (`www.zohoapis.eu`, `accounts.zoho.eu`). */
export const zoho: ConnectorInput = {
  id: 'zoho',
  title: 'Zoho CRM',
  apiVersion: 'v7',
  documentation: [
    'https://www.zoho.com/crm/developer/docs/api/v7/get-records.html',
    'https://www.zoho.com/crm/developer/docs/api/v7/get-deleted-records.html',
    'https://www.zoho.com/crm/developer/docs/api/v7/field-meta.html',
  ],
  address: 'https://www.zohoapis.com',
  auth: {
    scheme: 'Zoho-oauthtoken',
    oauth: { address: 'https://accounts.zoho.com/oauth/v2/token', grants: ['refresh_token'] },
    scopes: ['ZohoCRM.modules.contacts.READ', 'ZohoCRM.modules.accounts.READ', 'ZohoCRM.settings.fields.READ'],
  },
  limits: { codes: { at: ['code'], values: ['TOO_MANY_REQUESTS'] } },
  lists: [
    {
      ...listed('Contacts'),
      fields: {
        First_Name: 'givenName',
        Last_Name: 'familyName',
        Salutation: 'honorific',
        Email: 'email',
        Secondary_Email: 'email',
        Phone: 'phone',
        Mobile: 'phone',
        Home_Phone: 'phone',
        'Account_Name.name': 'organization',
        Title: 'jobTitle',
        Mailing_Street: 'street',
        Mailing_Zip: 'postcode',
        Mailing_City: 'locality',
        Mailing_State: 'region',
        Mailing_Country: 'country',
        Date_of_Birth: 'birthDate',
        Email_Opt_Out: 'withdrawal.email',
        Description: 'notes',
      },
      ignore,
    },
    {
      ...listed('Accounts'),
      prefix: 'accounts.',
      fields: {
        Account_Name: 'organization',
        Phone: 'phone',
        Website: 'website',
        Billing_Street: 'street',
        Billing_Code: 'postcode',
        Billing_City: 'locality',
        Billing_State: 'region',
        Billing_Country: 'country',
        Description: 'notes',
      },
      ignore,
    },
    deleted('Contacts'),
    deleted('Accounts'),
  ],
}
