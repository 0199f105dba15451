import type { ConnectorInput } from '../format/connector-format.ts'

/** Paths are versioned by date; each version is kept for 18 months at least. The numbered ones (`v3`) go in September 2027. */
const version = '2026-09'
const objects = `/crm/objects/${version}`

/** Deleted records stay in the recycling bin for 90 days, and are listed with `archived`. */
const archived = (object: string, idPrefix: string) =>
  ({
    object,
    idPrefix,
    request: { path: `${objects}/${object}`, query: { limit: '100', archived: 'true' } },
    records: 'results',
    id: 'id',
    next: { kind: 'token', at: 'paging.next.after', parameter: 'after' },
    changed: { at: 'archivedAt' },
    fields: {},
    deleted: { at: 'archived', equals: true },
  }) as const

/** Searches give no more than 10,000 records: behind them it is asked anew for higher ids, in whose order they come. */
const search = (object: string, changedAt: string) => {
  const since = { propertyName: changedAt, operator: 'GTE', value: '{sinceMs}' }
  const behind = { propertyName: 'hs_object_id', operator: 'GT', value: '{afterId}' }
  return {
    request: {
      method: 'POST' as const,
      path: `${objects}/${object}/search`,
      body: {
        filterGroups: [{ filters: [since] }],
        sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
        properties: '{fields}',
        limit: 100,
      },
    },
    cap: { records: 10_000, afterId: { body: { filterGroups: [{ filters: [since, behind] }] } } },
  }
}

const discover = (object: string) => ({
  request: { path: `/crm/properties/${version}/${object}` },
  records: 'results[]',
  name: 'name',
  custom: { at: 'hubspotDefined', equals: false },
  // The names stand in an address.
  mostCharacters: 6000,
})

const common = {
  records: 'results',
  id: 'id',
  next: { kind: 'token', at: 'paging.next.after', parameter: 'after' },
} as const
const query = { limit: '100', archived: 'false', properties: '{fields}' }
const ignore = ['createdAt', 'archived', 'url', 'properties.createdate', 'properties.hs_object_id']

/** HubSpot: contacts and companies, by the CRM API. */
export const hubspot: ConnectorInput = {
  id: 'hubspot',
  title: 'HubSpot',
  apiVersion: version,
  documentation: [
    'https://developers.hubspot.com/docs/api-reference/latest/overview',
    'https://developers.hubspot.com/docs/api-reference/legacy/migration-guide',
    'https://developers.hubspot.com/docs/api-reference/2026-03/crm/search-the-crm',
    'https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines',
  ],
  address: 'https://api.hubapi.com',
  auth: {
    oauth: { address: `/oauth/${version}/token`, grants: ['refresh_token'] },
    scopes: [
      'crm.objects.contacts.read',
      'crm.objects.companies.read',
      'crm.schemas.contacts.read',
      'crm.schemas.companies.read',
    ],
  },
  // A private app may ask 100 times in ten seconds; what searches may not is 429, and asked again.
  limits: { perSecond: 9 },
  lists: [
    {
      ...common,
      object: 'contacts',
      request: { path: `${objects}/contacts`, query },
      changed: search('contacts', 'lastmodifieddate'),
      discover: discover('contacts'),
      select: ['hs_merged_object_ids'],
      changedAt: 'updatedAt',
      fields: {
        'properties.firstname': 'givenName',
        'properties.lastname': 'familyName',
        'properties.salutation': 'honorific',
        'properties.email': 'email',
        'properties.hs_additional_emails': 'email',
        'properties.work_email': 'email',
        'properties.phone': 'phone',
        'properties.mobilephone': 'phone',
        'properties.company': 'organization',
        'properties.jobtitle': 'jobTitle',
        'properties.address': 'street',
        'properties.zip': 'postcode',
        'properties.city': 'locality',
        'properties.state': 'region',
        'properties.country': 'country',
        'properties.date_of_birth': 'birthDate',
        'properties.website': 'website',
        'properties.hs_language': 'language',
        'properties.hs_email_optout': 'withdrawal.email',
      },
      root: 'properties',
      custom: 'properties',
      ignore: [...ignore, 'properties.lastmodifieddate', 'properties.hs_merged_object_ids'],
      merged: { at: 'properties.hs_merged_object_ids', separator: ';' },
    },
    {
      ...common,
      object: 'companies',
      idPrefix: 'companies/',
      prefix: 'companies.',
      request: { path: `${objects}/companies`, query },
      changed: search('companies', 'hs_lastmodifieddate'),
      discover: discover('companies'),
      select: ['hs_merged_object_ids'],
      changedAt: 'updatedAt',
      fields: {
        'properties.name': 'organization',
        'properties.phone': 'phone',
        'properties.address': 'street',
        'properties.address2': 'street',
        'properties.zip': 'postcode',
        'properties.city': 'locality',
        'properties.state': 'region',
        'properties.country': 'country',
        'properties.website': 'website',
        'properties.domain': 'website',
        'properties.description': 'notes',
      },
      root: 'properties',
      custom: 'properties',
      ignore: [...ignore, 'properties.hs_lastmodifieddate', 'properties.hs_merged_object_ids'],
      merged: { at: 'properties.hs_merged_object_ids', separator: ';' },
    },
    archived('contacts', ''),
    archived('companies', 'companies/'),
  ],
}
