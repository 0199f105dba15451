import { join } from 'node:path'
import { ChanceryError, type ClientSource, present, type RefreshTokens } from '@chancery/core'
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
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import type { ConfiguredPostgres } from './configured-postgres.ts'
import { type Crm, crmFileConnections, crms, graphParameters } from './crm-file.ts'
import { keptRefreshTokens } from './kept-refresh-tokens.ts'
import type { DataFolders } from '../tokens.ts'

const connectors: Readonly<Record<Crm, ConnectorInput>> = {
  hubspot,
  salesforce,
  pipedrive,
  google,
  microsoft,
  zoho,
  clio,
}

/** The name of a connection that is set in the environment; the first of its CRM. */
const environmentName = 'default'

/**
 * The CRMs that have credentials, by the names that calls use.
 * @throws ConfigurationError where credentials are not enough, or of the wrong form
 */
export function configuredCrms(
  configuration: Configuration,
  { root }: Pick<DataFolders, 'root'>,
  shared: Pick<ConfiguredPostgres, 'open'>,
): Readonly<Record<string, ClientSource>> {
  const tokensOf = (name: string, configured: string): RefreshTokens | undefined => {
    if (configuration.CHANCERY_STATE === 'sqlite') return keptRefreshTokens(join(root, 'crm-tokens'), name, configured)
    if (configuration.CHANCERY_STATE === 'memory') return undefined
    return sharedRefreshTokens(async () => (await shared.open()).refreshTokens(name, configured))
  }
  const withTokens = (crm: Crm, name: string, connection: CrmConnection): CrmConnection =>
    connection.refreshToken === undefined
      ? connection
      : { ...connection, ...present({ refreshTokens: tokensOf(`${crm}-${name}`, connection.refreshToken) }) }

  const ofFile = crmFileConnections(configuration)
  const sources: Record<string, ClientSource> = {}
  for (const crm of crms) {
    const connections: Record<string, CrmConnection> = {}
    const own = present({ ...connectionOf[crm](configuration), space: configuration.CHANCERY_CRM_SPACE })
    if (own.token !== undefined || own.clientId !== undefined) {
      const checkedOwn = checked(crm, own, (pointer) => settingOf(crm, pointer))
      connections[environmentName] = withTokens(crm, environmentName, checkedOwn)
    } else refuseHalf(crm, own)
    for (const { name, connection } of ofFile.filter((each) => each.crm === crm)) {
      if (Object.hasOwn(connections, name)) {
        throw new ConfigurationError([`CHANCERY_CRM_FILE: ${name}: is the connection of the environment.`])
      }
      const placeOf = (pointer: string): string =>
        `CHANCERY_CRM_FILE: ${name}${pointer === '' ? '' : `: ${fieldOf(pointer)}`}`
      connections[name] = withTokens(crm, name, checked(crm, connection, placeOf))
    }
    if (Object.keys(connections).length > 0) sources[crm] = createCrmSource(connectors[crm], { connections })
  }
  return sources
}

/** Those of the database, which is connected to when the first is wanted. */
const sharedRefreshTokens = (open: () => Promise<RefreshTokens>): RefreshTokens => ({
  last: async () => (await open()).last(),
  keep: async (token) => (await open()).keep(token),
  alone: async (work) => (await open()).alone(work),
})

/** A connection that is of the right form. @param placeOf where a fault of it stands */
function checked(crm: Crm, connection: CrmConnection, placeOf: (pointer: string) => string): CrmConnection {
  try {
    createCrmSource(connectors[crm], { connections: { [environmentName]: connection } })
    return connection
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    throw new ConfigurationError(error.violations.map(({ pointer, message }) => `${placeOf(pointer)}: ${message}`))
  }
}

/** Settings that would be passed over mislead. */
function refuseHalf(name: Crm, { clientSecret, refreshToken }: CrmConnection): void {
  if (clientSecret === undefined && refreshToken === undefined) return
  throw new ConfigurationError([`${settingOf(name, '/clientId')}: is needed beside its secret and refresh token.`])
}

/** What is an address for the source is an endpoint for the operator. */
const fieldOf = (pointer: string): string =>
  ['/address', '/baseUrl'].includes(pointer) ? 'endpoint' : pointer.slice(1)

/** `/clientId` of `hubspot` is `CHANCERY_CRM_HUBSPOT_CLIENT_ID`. */
const settingOf = (crm: Crm, pointer: string): string =>
  `CHANCERY_CRM_${crm.toUpperCase()}_${fieldOf(pointer)
    .replace(/(?=[A-Z])/g, '_')
    .toUpperCase()}`

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
    parameters: graphParameters({
      tenant: from.CHANCERY_CRM_MICROSOFT_TENANT,
      mailbox: from.CHANCERY_CRM_MICROSOFT_MAILBOX,
    }),
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
