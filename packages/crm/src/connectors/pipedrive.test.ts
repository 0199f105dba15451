import { type Answered, type Asked, Pages, unknownParameters } from '../testing/crm-stand-in.test-support.ts'
import { connectorContract } from '../testing/connector-contract.test-support.ts'
import { pageSize, type SampleCrm, type SamplePerson } from '../testing/sample-crm.test-support.ts'
import { pipedrive } from './pipedrive.ts'

const refused = (status: number, error: string): Answered => ({ status, body: { success: false, error, code: 'ERR' } })

const tier = 'dcf558aac1ae4e8c4f849ba5e668430d8df9be12'
const standard = {
  personFields: 'name first_name last_name emails phones job_title birthday notes org_id im postal_address owner_id',
  organizationFields: 'name website address owner_id',
}

const personRecord = (person: SamplePerson) => ({
  id: Number(person.id),
  name: `${person.given} ${person.family}`,
  first_name: person.given,
  last_name: person.family,
  owner_id: 1,
  org_id: null,
  add_time: person.changed,
  update_time: person.changed,
  emails: [
    { value: `other.${person.email}`, primary: false, label: 'home' },
    { value: person.email, primary: true, label: 'work' },
  ],
  phones: [{ value: person.phone, primary: true, label: 'mobile' }],
  is_deleted: person.deleted === true,
  visible_to: 7,
  label_ids: [1],
  custom_fields: { [tier]: person.tier ?? null },
  postal_address: { value: person.city },
  ...(person.brandNew === undefined ? {} : { brand_new: person.brandNew }),
})

connectorContract('Pipedrive', {
  format: {
    ...pipedrive,
    // Persons have no parts of an address; in this sample it is a town.
    lists: pipedrive.lists.map((list) => ({
      ...list,
      fields: Object.hasOwn(list.fields, 'postal_address.value')
        ? { ...list.fields, 'postal_address.value': 'locality' as const }
        : list.fields,
    })),
  },
  id: String,
  dialect: (crm: SampleCrm) => ({
    header: 'authorization',
    scheme: 'Bearer ',
    unauthorized: refused(401, 'unauthorized access'),
    tokenPath: '/oauth/token',
    client: 'basic',
    answer({ method, path, query }: Asked): Answered {
      const [, collection = ''] = /^\/api\/v2\/(\w+)$/.exec(path) ?? []
      if (method !== 'GET') return refused(405, 'Method not allowed')
      if (collection === 'personFields' || collection === 'organizationFields') {
        if (unknownParameters(query, ['limit', 'cursor', 'include_fields']).length > 0)
          return refused(400, 'Bad request')
        const fields = standard[collection].split(' ').map((name) => [name, name, false] as const)
        const own = collection === 'personFields' ? ([[tier, 'Tier', true]] as const) : []
        const data = [...fields, ...own].map(([code, name, isCustom]) => ({
          field_code: code,
          field_name: name,
          field_type: 'varchar',
          is_custom_field: isCustom,
        }))
        return { status: 200, body: { success: true, data, additional_data: { next_cursor: null } } }
      }
      const known = [
        'filter_id',
        'ids',
        'owner_id',
        'org_id',
        'updated_since',
        'updated_until',
        'sort_by',
        'sort_direction',
        'include_fields',
        'custom_fields',
        'limit',
        'cursor',
      ]
      const since = query.get('updated_since')
      const isValid =
        ['persons', 'organizations'].includes(collection) &&
        unknownParameters(query, known).length === 0 &&
        Number(query.get('limit')) <= 500 &&
        (since === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since))
      if (!isValid) return refused(400, 'Bad request')
      const all =
        collection === 'persons'
          ? crm.people.map(personRecord)
          : crm.organisations.map(({ id, name, changed }) => ({
              id: Number(id),
              name,
              update_time: changed,
              is_deleted: false,
              address: { value: 'Long Lane 1', locality: 'London', country: 'GB' },
            }))
      const records = all.filter(({ update_time: at }) => since === null || Date.parse(at) >= Date.parse(since))
      const page = new Pages(collection, records, pageSize).page(query.get('cursor'))
      if (page === undefined) return refused(400, 'Invalid cursor')
      return {
        status: 200,
        body: { success: true, data: page.items, additional_data: { next_cursor: page.next ?? null } },
      }
    },
  }),
  tells: { deleted: true, merged: false, organisations: true, custom: true },
})
