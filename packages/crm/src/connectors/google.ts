import type { ConnectorInput } from '../format/connector-format.ts'

const personFields = [
  'metadata',
  'names',
  'emailAddresses',
  'phoneNumbers',
  'organizations',
  'addresses',
  'birthdays',
  'urls',
  'biographies',
  'locales',
  'nicknames',
  'userDefined',
]

/**
 * Google Contacts, by the People API v1. It tells deleted people only to who has a sync token, of seven days; here all are listed each
 * time, and what did not change is passed over.
 */
export const google: ConnectorInput = {
  id: 'google',
  title: 'Google Contacts',
  apiVersion: 'v1',
  documentation: [
    'https://developers.google.com/people/api/rest/v1/people.connections/list',
    'https://developers.google.com/people/api/rest/v1/people',
  ],
  address: 'https://people.googleapis.com',
  auth: {
    oauth: { address: 'https://oauth2.googleapis.com/token', grants: ['refresh_token'] },
    scopes: ['https://www.googleapis.com/auth/contacts.readonly'],
  },
  limits: {
    codes: {
      // As older calls say it, and as `google.rpc.ErrorInfo` does.
      at: ['error.errors[].reason', 'error.details[].reason', 'error.status'],
      values: [
        'rateLimitExceeded',
        'userRateLimitExceeded',
        'dailyLimitExceeded',
        'quotaExceeded',
        'RATE_LIMIT_EXCEEDED',
        'RESOURCE_EXHAUSTED',
        'RESOURCE_QUOTA_EXCEEDED',
      ],
    },
  },
  lists: [
    {
      object: 'connections',
      request: {
        path: '/v1/people/me/connections',
        query: { pageSize: '1000', personFields: personFields.join(','), sortOrder: 'LAST_MODIFIED_ASCENDING' },
      },
      records: 'connections',
      leavesOutEmpty: true,
      id: 'resourceName',
      next: { kind: 'token', at: 'nextPageToken', parameter: 'pageToken' },
      changed: { at: 'metadata.sources[].updateTime' },
      changedAt: 'metadata.sources[].updateTime',
      fields: {
        'names[].givenName': 'givenName',
        'names[].familyName': 'familyName',
        'names[].honorificPrefix': 'honorific',
        'emailAddresses[].value': 'email',
        'phoneNumbers[].value': 'phone',
        'organizations[].name': 'organization',
        'organizations[].title': 'jobTitle',
        'addresses[].streetAddress': 'street',
        'addresses[].postalCode': 'postcode',
        'addresses[].city': 'locality',
        'addresses[].region': 'region',
        'addresses[].countryCode': 'country',
        'birthdays[].date': { field: 'birthDate', as: 'date' },
        'urls[].value': 'website',
        'locales[].value': 'language',
        'biographies[].value': 'notes',
        'names[].middleName': 'custom',
        'names[].honorificSuffix': 'custom',
        'nicknames[].value': 'custom',
        'organizations[].department': 'custom',
        'addresses[].extendedAddress': 'custom',
        'addresses[].poBox': 'custom',
      },
      named: { at: 'userDefined[]', name: 'key', value: 'value' },
      ignore: [
        '*.metadata',
        '*.formattedType',
        '*.type',
        '*.formattedValue',
        '*.displayName',
        '*.displayNameLastFirst',
        '*.unstructuredName',
        '*.canonicalForm',
        '*.contentType',
        'etag',
        'birthdays.text',
        'organizations.current',
        'addresses.country',
      ],
      preferred: ['metadata.primary'],
      labels: ['type'],
      deleted: { at: 'metadata.deleted', equals: true },
      merged: { at: 'metadata.previousResourceNames[]' },
    },
  ],
}
