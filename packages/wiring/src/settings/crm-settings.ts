import * as z from 'zod'
import { httpAddress, oneWord, spaceName } from './setting-values.ts'

const key = (what: string) => oneWord.optional().describe(`${what}: a secret.`)
const clientId = (title: string) => oneWord.optional().describe(`Client of ${title} (OAuth 2.0).`)
const clientSecret = () => oneWord.optional().describe('Its secret.')
const refreshToken = (absent = '') =>
  oneWord.optional().describe(`Refresh token of whoever agreed: a secret.${absent === '' ? '' : ` Absent: ${absent}.`}`)
const address = (what: string) => httpAddress.optional().describe(what)
const ofTests = () => address('Another address of the API, for tests.')
const tokensOfTests = () => address('Another address of its access tokens, for tests.')

/** What is a name of an account, and becomes a part of a path. */
const name = z.string().regex(/^[\w.@+-]{1,256}$/, 'Must be letters, digits and . _ @ + -')

/** How CRMs are reached; part of the configuration. One is connected when it has a token or a client. */
export const crmSettings = {
  CHANCERY_CRM_HUBSPOT_TOKEN: key('Access token of a private app of HubSpot, instead of a client'),
  CHANCERY_CRM_HUBSPOT_CLIENT_ID: clientId('HubSpot'),
  CHANCERY_CRM_HUBSPOT_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_HUBSPOT_REFRESH_TOKEN: refreshToken(),
  CHANCERY_CRM_HUBSPOT_ENDPOINT: ofTests(),

  CHANCERY_CRM_SALESFORCE_ENDPOINT: address(
    'Address of the organisation in Salesforce: https://firm.my.salesforce.com.',
  ),
  CHANCERY_CRM_SALESFORCE_CLIENT_ID: clientId('Salesforce'),
  CHANCERY_CRM_SALESFORCE_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_SALESFORCE_REFRESH_TOKEN: refreshToken('the client’s own credentials'),

  CHANCERY_CRM_PIPEDRIVE_TOKEN: key('API token of Pipedrive, instead of a client'),
  CHANCERY_CRM_PIPEDRIVE_CLIENT_ID: clientId('Pipedrive'),
  CHANCERY_CRM_PIPEDRIVE_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_PIPEDRIVE_REFRESH_TOKEN: refreshToken(),
  CHANCERY_CRM_PIPEDRIVE_ENDPOINT: ofTests(),
  CHANCERY_CRM_PIPEDRIVE_TOKEN_ENDPOINT: tokensOfTests(),

  CHANCERY_CRM_GOOGLE_CLIENT_ID: clientId('Google Contacts'),
  CHANCERY_CRM_GOOGLE_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_GOOGLE_REFRESH_TOKEN: refreshToken(),
  CHANCERY_CRM_GOOGLE_ENDPOINT: ofTests(),
  CHANCERY_CRM_GOOGLE_TOKEN_ENDPOINT: tokensOfTests(),

  CHANCERY_CRM_MICROSOFT_CLIENT_ID: clientId('Microsoft Graph'),
  CHANCERY_CRM_MICROSOFT_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_MICROSOFT_REFRESH_TOKEN: refreshToken('the client’s own credentials'),
  CHANCERY_CRM_MICROSOFT_TENANT: name.optional().describe('Tenant of the client; absent: `common`.'),
  CHANCERY_CRM_MICROSOFT_MAILBOX: name
    .optional()
    .describe('Address or id of the user whose contacts are read; absent: whoever agreed.'),
  CHANCERY_CRM_MICROSOFT_ENDPOINT: ofTests(),
  CHANCERY_CRM_MICROSOFT_TOKEN_ENDPOINT: tokensOfTests(),

  CHANCERY_CRM_ZOHO_CLIENT_ID: clientId('Zoho CRM'),
  CHANCERY_CRM_ZOHO_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_ZOHO_REFRESH_TOKEN: refreshToken(),
  CHANCERY_CRM_ZOHO_ENDPOINT: address('Address of its data centre; absent: https://www.zohoapis.com.'),
  CHANCERY_CRM_ZOHO_TOKEN_ENDPOINT: address(
    'Where that centre gives access tokens; absent: https://accounts.zoho.com/oauth/v2/token.',
  ),

  CHANCERY_CRM_CLIO_CLIENT_ID: clientId('Clio Manage'),
  CHANCERY_CRM_CLIO_CLIENT_SECRET: clientSecret(),
  CHANCERY_CRM_CLIO_REFRESH_TOKEN: refreshToken(),
  CHANCERY_CRM_CLIO_ENDPOINT: address('Address of its region; absent: https://app.clio.com.'),

  CHANCERY_CRM_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of further connections, in JSON: {"lisbon": {"provider": "hubspot", "token": "…", "space": "lisbon"}}, with clientId, clientSecret, refreshToken, endpoint, tokenEndpoint, tenant and mailbox as above: a secret. `lisbon` is the `connection` of a call.',
    ),
  CHANCERY_CRM_SPACE: spaceName
    .optional()
    .describe(
      'The only space whose keys may import by the settings above (a file says it for each connection); absent: the common one.',
    ),
}
