/** HubSpot's API as its documentation says, with the people of a sample. */
import { type Answered, type Asked, Pages, unknownParameters } from './crm-stand-in.test-support.ts'
import { pageSize, type SampleCrm, type SamplePerson } from './sample-crm.test-support.ts'

/** HubSpot's documentation, "CRM API errors". */
export const refusedByHubspot = (status: number, category: string): Answered => ({
  status,
  body: { status: 'error', message: category, correlationId: 'c', category },
})

/** Properties that every portal has, of which some can be read; and one of the firm's own. */
const defined = {
  contacts:
    'firstname lastname salutation email hs_additional_emails work_email phone mobilephone company jobtitle address zip city state country date_of_birth website hs_language hs_email_optout lastmodifieddate hs_merged_object_ids',
  companies:
    'name phone address address2 zip city state country website domain description hs_lastmodifieddate hs_merged_object_ids',
}

export function hubspotDialect(crm: SampleCrm) {
  const personRecord = (person: SamplePerson) => ({
    id: person.id,
    archived: person.deleted === true,
    createdAt: person.changed,
    updatedAt: person.changed,
    ...(person.deleted === true ? { archivedAt: person.changed } : {}),
    properties: {
      createdate: person.changed,
      hs_object_id: person.id,
      lastmodifieddate: person.changed,
      firstname: person.given,
      lastname: person.family,
      email: person.email,
      phone: person.phone,
      city: person.city,
      hs_merged_object_ids: person.former?.join(';') ?? null,
      client_tier: person.tier ?? null,
      brand_new: person.brandNew ?? null,
    },
  })
  const companyRecord = ({ id, name, changed }: SampleCrm['organisations'][number]) => ({
    id,
    archived: false,
    createdAt: changed,
    updatedAt: changed,
    properties: { createdate: changed, hs_object_id: id, hs_lastmodifieddate: changed, name },
  })
  type Kept = {
    readonly id: string
    readonly archived: boolean
    readonly updatedAt: string
    readonly properties: Readonly<Record<string, string | null>>
  }
  const kept: Readonly<Record<'contacts' | 'companies', readonly Kept[]>> = {
    contacts: crm.people.map(personRecord),
    companies: crm.organisations.map(companyRecord),
  }
  /** Only what was asked for, and what is always told. What nobody knows of comes unasked. */
  const shown = (record: Kept, names: readonly string[]): object => ({
    ...record,
    properties: Object.fromEntries(
      Object.entries(record.properties).filter(
        ([name, value]) =>
          [...names, 'createdate', 'hs_object_id', 'lastmodifieddate', 'hs_lastmodifieddate'].includes(name) ||
          (name === 'brand_new' && value !== null),
      ),
    ),
  })
  const pageOf = (name: string, records: readonly Kept[], after: string | null, names: readonly string[]): Answered => {
    const found = new Pages(name, records, pageSize).page(after)
    if (found === undefined) return refusedByHubspot(400, 'VALIDATION_ERROR')
    const paging =
      found.next === undefined ? {} : { paging: { next: { after: found.next, link: 'https://elsewhere.example' } } }
    return { status: 200, body: { results: found.items.map((record) => shown(record, names)), ...paging } }
  }

  return {
    header: 'authorization',
    scheme: 'Bearer ',
    unauthorized: refusedByHubspot(401, 'EXPIRED_AUTHENTICATION'),
    tokenPath: '/oauth/2026-09/token',
    client: 'body' as const,
    expiresIn: 1800,
    answer({ method, path, query, body }: Asked): Answered {
      const object = path.includes('/companies') ? 'companies' : 'contacts'
      if (path === `/crm/properties/2026-09/${object}` && method === 'GET') {
        const own = [{ name: 'client_tier', label: 'Client tier', hubspotDefined: false }]
        const all = defined[object].split(' ').map((name) => ({ name, label: name, hubspotDefined: true }))
        return { status: 200, body: { results: object === 'contacts' ? [...all, ...own] : all } }
      }
      if (path === `/crm/objects/2026-09/${object}` && method === 'GET') {
        const known = ['limit', 'after', 'properties', 'archived']
        if (unknownParameters(query, known).length > 0 || Number(query.get('limit')) > 100) {
          return refusedByHubspot(400, 'VALIDATION_ERROR')
        }
        const isArchived = query.get('archived') === 'true'
        const records = kept[object].filter(({ archived }) => archived === isArchived)
        return pageOf(
          `${object}-${isArchived}`,
          records,
          query.get('after'),
          (query.get('properties') ?? '').split(','),
        )
      }
      if (path === `/crm/objects/2026-09/${object}/search` && method === 'POST') return search(object, body)
      return refusedByHubspot(404, 'OBJECT_NOT_FOUND')
    },
  }

  function search(object: 'contacts' | 'companies', body: unknown): Answered {
    const { filterGroups, sorts, properties, limit, after, ...others } = body as {
      filterGroups: { filters: { propertyName: string; operator: string; value: string }[] }[]
      sorts: { propertyName: string; direction: string }[]
      properties: string[]
      limit: number
      after?: string
    }
    if (Object.keys(others).length > 0 || limit > 200 || sorts.length !== 1 || !Array.isArray(properties)) {
      return refusedByHubspot(400, 'VALIDATION_ERROR')
    }
    const records = kept[object].filter(
      (record) =>
        !record.archived &&
        filterGroups.some(({ filters }) =>
          filters.every(({ propertyName, operator, value }) => {
            const own = record.properties[propertyName] ?? ''
            const number = propertyName === 'hs_object_id' ? Number(own) : Date.parse(own)
            return operator === 'GTE' ? number >= Number(value) : operator === 'GT' && number > Number(value)
          }),
        ),
    )
    const ordered = records.toSorted((a, b) => Number(a.id) - Number(b.id))
    return pageOf(`search-${object}`, ordered, after ?? null, properties)
  }
}
