import { readFileSync, statSync } from 'node:fs'
import { faultWords, present } from '@chancery/core'
import type { CrmConnection } from '@chancery/crm'
import * as z from 'zod'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import { httpAddress, oneWord, spaceName } from '../settings/setting-values.ts'

/** The CRMs that there are, by the names that calls use. */
export const crms = ['hubspot', 'salesforce', 'pipedrive', 'google', 'microsoft', 'zoho', 'clio'] as const
export type Crm = (typeof crms)[number]

/** A connection, by the name that calls give. */
export interface NamedConnection {
  readonly name: string
  readonly crm: Crm
  readonly connection: CrmConnection
}

const word = z.string().regex(/^[\w.@+-]{1,256}$/, 'Must be letters, digits and . _ @ + -')

/** The same settings as of the environment, for as many connections as there are. */
const crmFile = z.lazy(() =>
  z.record(
    z.string().regex(/^[\w.-]{1,128}$/, 'Must be letters, digits and . _ -'),
    z.strictObject({
      provider: z.enum(crms),
      token: oneWord.optional(),
      clientId: oneWord.optional(),
      clientSecret: oneWord.optional(),
      refreshToken: oneWord.optional(),
      endpoint: httpAddress.optional(),
      tokenEndpoint: httpAddress.optional(),
      tenant: word.optional(),
      mailbox: word.optional(),
      space: spaceName.optional(),
    }),
  ),
)

/**
 * The connections of CHANCERY_CRM_FILE, a file of secrets in JSON: `{"lisbon": {"provider": "hubspot", "token": "…", "space": "lisbon"}}`.
 * @throws ConfigurationError with every mistake, and nothing of what the file holds
 */
export function crmFileConnections({
  CHANCERY_CRM_FILE: file,
}: Pick<Configuration, 'CHANCERY_CRM_FILE'>): readonly NamedConnection[] {
  if (file === undefined) return []
  const read = crmFile.safeParse(contentOf(file), { error: faultWords })
  if (!read.success) {
    const told = read.error.issues.map(({ path, message }) => [...path, message].join(': '))
    throw new ConfigurationError(told.map((mistake) => `CHANCERY_CRM_FILE: ${mistake}`))
  }
  return Object.entries(read.data).map(
    ([name, { provider, endpoint, tokenEndpoint, tenant, mailbox, ...credentials }]) => ({
      name,
      crm: provider,
      connection: present({
        ...credentials,
        address: endpoint,
        tokenAddress: tokenEndpoint,
        parameters: graphParameters({ tenant, mailbox }),
      }),
    }),
  )
}

/** What Graph wants of a connection. */
export const graphParameters = ({
  tenant,
  mailbox,
}: {
  readonly tenant: string | undefined
  readonly mailbox: string | undefined
}): Readonly<Record<string, string>> =>
  present({ tenant, owner: mailbox === undefined ? undefined : `users/${mailbox}` })

function contentOf(file: string): unknown {
  let text: string
  try {
    // Whoever reads a named pipe waits for a writer.
    if (!statSync(file).isFile()) throw new Error('It is of another kind.')
    text = readFileSync(file, 'utf8')
  } catch {
    throw new ConfigurationError(['CHANCERY_CRM_FILE: there is no such file that can be read.'])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError(['CHANCERY_CRM_FILE: the file is not JSON.'])
  }
}
