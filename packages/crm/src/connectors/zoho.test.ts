import { type Answered, type Asked, Pages, unknownParameters } from '../testing/crm-stand-in.test-support.ts'
import { connectorContract } from '../testing/connector-contract.test-support.ts'
import { pageSize, type SampleCrm, type SamplePerson } from '../testing/sample-crm.test-support.ts'
import { zoho } from './zoho.ts'

/** Zoho's documentation, "Status codes". */
const refused = (status: number, code: string): Answered => ({
  status,
  body: { code, details: {}, message: code, status: 'error' },
})

const personRecord = (person: SamplePerson): Readonly<Record<string, unknown>> => ({
  id: person.id,
  First_Name: person.given,
  Last_Name: person.family,
  Email: person.email,
  Phone: person.phone,
  Mailing_City: person.city,
  Account_Name: { name: 'Analytical Engines', id: '77' },
  Client_Tier: person.tier ?? null,
  Modified_Time: person.changed,
})

const standard = {
  Contacts:
    'First_Name Last_Name Salutation Email Secondary_Email Phone Mobile Home_Phone Account_Name Title Mailing_Street Mailing_Zip Mailing_City Mailing_State Mailing_Country Date_of_Birth Email_Opt_Out Description Modified_Time',
  Accounts:
    'Account_Name Phone Website Billing_Street Billing_Code Billing_City Billing_State Billing_Country Description Modified_Time',
}

connectorContract('Zoho CRM', {
  format: zoho,
  id: (number) => `47252580000000000${String(number).padStart(2, '0')}`,
  dialect(crm: SampleCrm) {
    const kept: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
      Contacts: crm.people
        .filter(({ deleted }) => deleted !== true)
        .map((person) => ({
          ...personRecord(person),
          ...(person.brandNew === undefined ? {} : { Brand_New: person.brandNew }),
        })),
      Accounts: crm.organisations.map(({ id, name, changed }) => ({ id, Account_Name: name, Modified_Time: changed })),
      'Contacts/deleted': crm.people
        .filter(({ deleted }) => deleted === true)
        .map((person) => ({
          id: person.id,
          display_name: `${person.given} ${person.family}`,
          type: 'recycle',
          deleted_time: person.changed,
          Modified_Time: person.changed,
        })),
      'Accounts/deleted': [],
    }
    return {
      header: 'authorization',
      scheme: 'Zoho-oauthtoken ',
      unauthorized: refused(401, 'INVALID_TOKEN'),
      tokenPath: '/oauth/v2/token',
      client: 'body' as const,
      answer({ method, path, query, headers }: Asked): Answered {
        const [, module = ''] = /^\/crm\/v7\/(.+)$/.exec(path) ?? []
        if (method !== 'GET') return refused(405, 'INVALID_REQUEST_METHOD')
        if (module === 'settings/fields') {
          const of = query.get('module')
          if (of !== 'Contacts' && of !== 'Accounts') return refused(400, 'INVALID_MODULE')
          const own = of === 'Contacts' ? [{ api_name: 'Client_Tier', field_label: 'Tier', custom_field: true }] : []
          const all = standard[of]
            .split(' ')
            .map((name) => ({ api_name: name, field_label: name, custom_field: false }))
          return { status: 200, body: { fields: [...all, ...own] } }
        }
        const records = kept[module]
        if (records === undefined) return refused(400, 'INVALID_MODULE')
        const isDeleted = module.endsWith('/deleted')
        const parameters = isDeleted
          ? ['type', 'page', 'per_page']
          : ['fields', 'page', 'page_token', 'per_page', 'sort_by', 'sort_order']
        const fields = (query.get('fields') ?? '').split(',')
        const isValid =
          unknownParameters(query, parameters).length === 0 &&
          Number(query.get('per_page')) <= 200 &&
          (isDeleted || (query.has('fields') && fields.length <= 50))
        if (!isValid) return refused(400, 'INVALID_DATA')
        const since = headers['if-modified-since']
        const changed = records.filter(
          (record) => since === undefined || Date.parse(String(record['Modified_Time'])) >= Date.parse(since),
        )
        if (changed.length === 0) return since === undefined ? { status: 204 } : { status: 304 }
        const shown = changed.map((record) =>
          isDeleted
            ? record
            : Object.fromEntries(
                Object.entries(record).filter(([name]) =>
                  ['id', 'Brand_New', ...fields.map((each) => each.split('.')[0])].includes(name),
                ),
              ),
        )
        if (isDeleted) {
          const number = Number(query.get('page') ?? 1)
          const items = shown.slice(number - 1, number)
          return {
            status: 200,
            body: { data: items, info: { page: number, per_page: 1, more_records: number < shown.length } },
          }
        }
        const page = new Pages(module, shown, pageSize).page(query.get('page_token'))
        if (page === undefined) return refused(400, 'INVALID_TOKEN')
        const info = {
          per_page: pageSize,
          count: page.items.length,
          more_records: page.next !== undefined,
          next_page_token: page.next ?? null,
        }
        return { status: 200, body: { data: page.items, info } }
      },
    }
  },
  tells: { deleted: true, merged: false, organisations: true, custom: true },
})
