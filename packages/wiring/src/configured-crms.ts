import { ChanceryError, type ClientSource, present } from '@chancery/core'
import {
  clio,
  type ConnectorInput,
  createCrmSource,
  type CrmConnection,
  google,
  hubspot,
  microsoft,
  pipedrive,
  salesforce,
  zoho,
} from '@chancery/crm'
import { type Configuration, ConfigurationError } from './configuration.ts'

const connectors = { hubspot, salesforce, pipedrive, google, microsoft, zoho, clio } as const
type Crm = keyof typeof connectors

/** What all calls mean that name no connection: there is one for each vendor. */
const connectionName = 'default'

/**
 * The CRMs that have credentials, by the names that calls use.
 * @throws ConfigurationError where credentials are not enough, or of the wrong form
 */
export function configuredCrms(configuration: Configuration): Readonly<Record<string, ClientSource>> {
  const sources: Record<string, ClientSource> = {}
  const names = Object.keys(connectors) as Crm[]
  for (const name of names) {
    const connection = present({ ...connectionOf[name](configuration), space: configuration.CHANCERY_CRM_SPACE })
    if (connection.token === undefined && connection.clientId === undefined) {
      refuseHalf(name, connection)
      continue
    }
    sources[name] = sourceOf(name, connectors[name], connection)
  }
  return sources
}

function sourceOf(name: Crm, connector: ConnectorInput, connection: CrmConnection): ClientSource {
  try {
    return createCrmSource(connector, { connections: { [connectionName]: connection } })
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    throw new ConfigurationError(
      error.violations.map(({ pointer, message }) => `${settingOf(name, pointer)}: ${message}`),
    )
  }
}

/** Settings that would be passed over mislead. */
function refuseHalf(name: Crm, { clientSecret, refreshToken }: CrmConnection): void {
  if (clientSecret === undefined && refreshToken === undefined) return
  throw new ConfigurationError([`${settingOf(name, '/clientId')}: is needed beside its secret and refresh token.`])
}

/** `/clientId` of `hubspot` is `CHANCERY_CRM_HUBSPOT_CLIENT_ID`; addresses are endpoints. */
function settingOf(name: Crm, pointer: string): string {
  const words = pointer
    .slice(1)
    .replace(/(?=[A-Z])/g, '_')
    .toUpperCase()
  const setting = words === 'ADDRESS' || words === 'BASE_URL' ? 'ENDPOINT' : words
  return `CHANCERY_CRM_${name.toUpperCase()}_${setting}`
}

type Settings = { readonly [Key in keyof CrmConnection]: CrmConnection[Key] | undefined }

const connectionOf: Readonly<Record<Crm, (configuration: Configuration) => Settings>> = {
  hubspot: (from) => ({
    token: from.CHANCERY_CRM_HUBSPOT_TOKEN,
    clientId: from.CHANCERY_CRM_HUBSPOT_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_HUBSPOT_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_HUBSPOT_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_HUBSPOT_ENDPOINT,
  }),
  salesforce: (from) => ({
    clientId: from.CHANCERY_CRM_SALESFORCE_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_SALESFORCE_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_SALESFORCE_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_SALESFORCE_ENDPOINT,
  }),
  pipedrive: (from) => ({
    token: from.CHANCERY_CRM_PIPEDRIVE_TOKEN,
    clientId: from.CHANCERY_CRM_PIPEDRIVE_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_PIPEDRIVE_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_PIPEDRIVE_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_PIPEDRIVE_ENDPOINT,
    tokenAddress: from.CHANCERY_CRM_PIPEDRIVE_TOKEN_ENDPOINT,
  }),
  google: (from) => ({
    clientId: from.CHANCERY_CRM_GOOGLE_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_GOOGLE_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_GOOGLE_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_GOOGLE_ENDPOINT,
    tokenAddress: from.CHANCERY_CRM_GOOGLE_TOKEN_ENDPOINT,
  }),
  microsoft: (from) => ({
    clientId: from.CHANCERY_CRM_MICROSOFT_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_MICROSOFT_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_MICROSOFT_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_MICROSOFT_ENDPOINT,
    tokenAddress: from.CHANCERY_CRM_MICROSOFT_TOKEN_ENDPOINT,
    parameters: {
      ...present({ tenant: from.CHANCERY_CRM_MICROSOFT_TENANT }),
      ...(from.CHANCERY_CRM_MICROSOFT_MAILBOX === undefined
        ? {}
        : { owner: `users/${from.CHANCERY_CRM_MICROSOFT_MAILBOX}` }),
    },
  }),
  zoho: (from) => ({
    clientId: from.CHANCERY_CRM_ZOHO_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_ZOHO_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_ZOHO_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_ZOHO_ENDPOINT,
    tokenAddress: from.CHANCERY_CRM_ZOHO_TOKEN_ENDPOINT,
  }),
  clio: (from) => ({
    clientId: from.CHANCERY_CRM_CLIO_CLIENT_ID,
    clientSecret: from.CHANCERY_CRM_CLIO_CLIENT_SECRET,
    refreshToken: from.CHANCERY_CRM_CLIO_REFRESH_TOKEN,
    address: from.CHANCERY_CRM_CLIO_ENDPOINT,
  }),
}
