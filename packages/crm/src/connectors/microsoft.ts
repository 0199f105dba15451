import type { ConnectorInput } from '../format/connector-format.ts'

const fields: ConnectorInput['lists'][number]['fields'] = {
  displayName: 'name',
  givenName: 'givenName',
  surname: 'familyName',
  title: 'honorific',
  'emailAddresses[].address': 'email',
  mobilePhone: 'phone',
  'businessPhones[]': 'phone',
  'homePhones[]': 'phone',
  companyName: 'organization',
  jobTitle: 'jobTitle',
  'businessAddress.street': 'street',
  'businessAddress.postalCode': 'postcode',
  'businessAddress.city': 'locality',
  'businessAddress.state': 'region',
  'businessAddress.countryOrRegion': 'country',
  birthday: 'birthDate',
  businessHomePage: 'website',
  personalNotes: 'notes',
  middleName: 'custom',
  nickName: 'custom',
  department: 'custom',
  'categories[]': 'custom',
  'homeAddress.street': 'custom',
  'homeAddress.postalCode': 'custom',
  'homeAddress.city': 'custom',
  'homeAddress.state': 'custom',
  'homeAddress.countryOrRegion': 'custom',
  'otherAddress.street': 'custom',
  'otherAddress.postalCode': 'custom',
  'otherAddress.city': 'custom',
  'otherAddress.state': 'custom',
  'otherAddress.countryOrRegion': 'custom',
  generation: 'custom',
  'imAddresses[]': 'custom',
  officeLocation: 'custom',
  profession: 'custom',
  manager: 'custom',
  assistantName: 'custom',
  spouseName: 'custom',
  'children[]': 'custom',
}

/**
 * Outlook's contacts, by Microsoft Graph: those of the default folder of a mailbox. A list does not tell what was deleted; Graph has no
 * organisations and no merges.
 */
export const microsoft: ConnectorInput = {
  id: 'microsoft',
  title: 'Microsoft Graph',
  apiVersion: 'v1.0',
  documentation: [
    'https://learn.microsoft.com/en-us/graph/api/user-list-contacts',
    'https://learn.microsoft.com/en-us/graph/api/resources/contact',
    'https://learn.microsoft.com/en-us/graph/outlook-immutable-id',
    'https://learn.microsoft.com/en-us/graph/throttling',
  ],
  address: 'https://graph.microsoft.com',
  parameters: { tenant: 'common', owner: 'me' },
  // Without it, the id of a contact changes when it is moved.
  headers: { prefer: 'IdType="ImmutableId"' },
  auth: {
    oauth: {
      address: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
      grants: ['refresh_token', 'client_credentials'],
      scope: 'https://graph.microsoft.com/.default',
    },
    scopes: ['Contacts.Read'],
  },
  lists: [
    {
      object: 'contacts',
      request: {
        path: '/v1.0/{owner}/contacts',
        query: {
          $top: '100',
          $select: [...new Set(Object.keys(fields).map((path) => path.split(/[.[]/)[0])), 'lastModifiedDateTime'].join(
            ',',
          ),
        },
      },
      records: 'value',
      id: 'id',
      next: { kind: 'link', at: String.raw`@odata\.nextLink`, parameters: ['$skip', '$skiptoken'] },
      changed: { request: { query: { $filter: 'lastModifiedDateTime ge {since}' } } },
      fields,
      changedAt: 'lastModifiedDateTime',
      ignore: [
        '@odata.etag',
        'changeKey',
        'createdDateTime',
        'parentFolderId',
        'emailAddresses.name',
        'emailAddresses.type',
        'emailAddresses.otherLabel',
        'businessAddress.type',
        'homeAddress.type',
        'otherAddress.type',
      ],
    },
  ],
}
