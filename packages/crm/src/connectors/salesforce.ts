import type { ConnectorInput } from '../format/connector-format.ts'

const version = 'v62.0'
const api = `/services/data/${version}`

/**
 * `queryAll` also gives what is in the recycle bin; its query locators are those of `query`, known for two days. Without an order of
 * our own a locator holds the state of the moment when the query was made.
 */
const queried = (object: string) => ({
  request: { path: `${api}/queryAll`, query: { q: `SELECT {fields} FROM ${object}` } },
  records: 'records',
  id: 'Id',
  next: {
    kind: 'link-path' as const,
    at: 'nextRecordsUrl',
    pattern: String.raw`/services/data/v[\d.]+/query(?:All)?/([\w-]+)`,
    path: `${api}/query/{next}`,
  },
  changed: { request: { query: { q: `SELECT {fields} FROM ${object} WHERE SystemModstamp >= {since}` } } },
  discover: {
    request: { path: `${api}/sobjects/${object}/describe` },
    records: 'fields[]',
    name: 'name',
    label: 'label',
    custom: { at: 'custom', equals: true },
    mostCharacters: 10_000,
  },
  select: ['Id', 'IsDeleted', 'MasterRecordId', 'LastModifiedDate'],
  changedAt: 'LastModifiedDate',
  deleted: { at: 'IsDeleted', equals: true },
  mergedInto: 'MasterRecordId',
  ignore: ['*.attributes', 'IsDeleted', 'MasterRecordId'],
})

/**
 * Salesforce: contacts and accounts, by the REST API. Merged records are deleted ones that name their master. Where person
 * accounts are switched on, a person is a contact and an account, and comes as the contact.
 */
export const salesforce: ConnectorInput = {
  id: 'salesforce',
  title: 'Salesforce',
  apiVersion: version,
  documentation: [
    'https://developer.salesforce.com/docs/platform/api-rest/guide/resources-queryall.html',
    'https://developer.salesforce.com/docs/platform/api-rest/guide/resources-queryall-more-results.html',
    'https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contact.htm',
    'https://help.salesforce.com/s/articleView?id=sales.account_person_behavior.htm',
  ],
  auth: {
    oauth: { address: '/services/oauth2/token', grants: ['refresh_token', 'client_credentials'] },
    scopes: ['api', 'refresh_token'],
  },
  limits: { codes: { at: ['[].errorCode'], values: ['REQUEST_LIMIT_EXCEEDED', 'SERVER_UNAVAILABLE'] } },
  lists: [
    {
      ...queried('Contact'),
      object: 'Contact',
      // The account of such a person is called as the person is.
      except: { at: 'IsPersonAccount', equals: true, leaveOut: ['Account.Name'] },
      fields: {
        FirstName: 'givenName',
        LastName: 'familyName',
        Salutation: 'honorific',
        Email: 'email',
        Phone: 'phone',
        MobilePhone: 'phone',
        HomePhone: 'phone',
        OtherPhone: 'phone',
        'Account.Name': 'organization',
        Title: 'jobTitle',
        MailingStreet: 'street',
        MailingPostalCode: 'postcode',
        MailingCity: 'locality',
        MailingState: 'region',
        MailingCountry: 'country',
        Birthdate: 'birthDate',
        HasOptedOutOfEmail: 'withdrawal.email',
        DoNotCall: 'withdrawal.phone',
        Description: 'notes',
      },
    },
    {
      ...queried('Account'),
      object: 'Account',
      except: { at: 'IsPersonAccount', equals: true, leaveOut: 'all' },
      prefix: 'accounts.',
      fields: {
        Name: 'organization',
        Phone: 'phone',
        Website: 'website',
        BillingStreet: 'street',
        BillingPostalCode: 'postcode',
        BillingCity: 'locality',
        BillingState: 'region',
        BillingCountry: 'country',
        Description: 'notes',
      },
    },
  ],
}
