import type { ConnectorInput } from '../format/connector-format.ts'

const listed = (path: string, fields: string) => ({
  request: { path: `/api/v2/${path}`, query: { limit: '500', sort_by: 'id', sort_direction: 'asc' } },
  records: 'data',
  id: 'id',
  next: { kind: 'token' as const, at: 'additional_data.next_cursor', parameter: 'cursor' },
  changed: { request: { query: { updated_since: '{since}' } } },
  discover: {
    request: { path: `/api/v2/${fields}`, query: { limit: '500' } },
    records: 'data[]',
    name: 'field_code',
    label: 'field_name',
    custom: { at: 'is_custom_field', equals: true },
  },
  custom: 'custom_fields',
  deleted: { at: 'is_deleted', equals: true },
  changedAt: 'update_time',
  preferred: ['primary'],
  labels: ['label'],
})

const ignore = ['owner_id', 'add_time', 'is_deleted', 'visible_to', '*.label', '*.primary', 'label_ids']

/** Pipedrive: persons and organizations, by the API v2. What is merged is told as deleted. */
export const pipedrive: ConnectorInput = {
  id: 'pipedrive',
  title: 'Pipedrive',
  apiVersion: 'v2',
  documentation: [
    'https://developers.pipedrive.com/docs/api/v1/Persons',
    'https://developers.pipedrive.com/docs/api/v1/PersonFields',
    'https://pipedrive.readme.io/docs/core-api-concepts-pagination',
    'https://pipedrive.readme.io/docs/core-api-concepts-rate-limiting',
  ],
  address: 'https://api.pipedrive.com',
  auth: {
    key: { header: 'x-api-token' },
    oauth: { address: 'https://oauth.pipedrive.com/oauth/token', client: 'basic', grants: ['refresh_token'] },
    scopes: ['contacts:read', 'contacts:full'],
  },
  limits: { resetHeaders: [{ name: 'x-ratelimit-reset', unit: 'seconds' }] },
  lists: [
    {
      ...listed('persons', 'personFields'),
      object: 'persons',
      search: { filter_id: '{query}' },
      fields: {
        name: 'name',
        first_name: 'givenName',
        last_name: 'familyName',
        'emails[].value': 'email',
        'phones[].value': 'phone',
        job_title: 'jobTitle',
        birthday: 'birthDate',
        notes: 'notes',
        org_id: 'custom',
        'im[].value': 'custom',
        'postal_address.value': 'custom',
      },
      ignore: [...ignore, 'picture_id'],
    },
    {
      ...listed('organizations', 'organizationFields'),
      object: 'organizations',
      idPrefix: 'organizations/',
      prefix: 'organizations.',
      fields: {
        name: 'organization',
        website: 'website',
        'address.value': 'street',
        'address.postal_code': 'postcode',
        'address.locality': 'locality',
        'address.admin_area_level_1': 'region',
        'address.country': 'country',
      },
      ignore: [...ignore, 'address'],
    },
  ],
}
