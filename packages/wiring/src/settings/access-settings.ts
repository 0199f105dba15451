import { readSpaceName } from '@chancery/core'
import * as z from 'zod'
import { httpAddress, spaceName, words } from './setting-values.ts'

/** Spaces by the ids of the gateway's keys. */
const spacesByKey = words.transform((items, context) => {
  const spaces = new Map<string, string>()
  for (const item of items) {
    const [, id = '', name = ''] = /^(gateway-[0-9a-f]{16})=(.*)$/.exec(item) ?? []
    const read = readSpaceName(name)
    const fault =
      id === ''
        ? 'Write id=space, with ids as `keys gateway-id` prints them.'
        : spaces.has(id)
          ? `${id} is there twice.`
          : 'fault' in read
            ? `${id}: ${read.fault}`
            : undefined
    if (fault !== undefined) context.issues.push({ code: 'custom', input: item, message: fault })
    if ('space' in read) spaces.set(id, read.space)
  }
  return spaces
})

/** Who may call; part of the configuration. */
export const accessSettings = {
  CHANCERY_AUTH: z
    .enum(['keys', 'gateway'])
    .default('keys')
    .describe('Who checks the key: this service, or an API gateway in front of it.'),
  CHANCERY_API_KEY: z
    .string()
    .optional()
    .describe('A key to accept for every operation, besides those that `keys create` has made; never printed.'),
  CHANCERY_KEY_SECRET: z
    .string()
    .min(32, 'Must have 32 characters at the least; `openssl rand -hex 32` makes one.')
    .optional()
    .describe(
      'Secret under which keys are hashed, of 32 characters at the least, the same for all instances. Absent, with CHANCERY_STATE=sqlite: one is made and kept in the data folder.',
    ),

  CHANCERY_GATEWAY_AUDIENCE: z
    .string()
    .min(1)
    .optional()
    .describe('With `gateway`: what its identity tokens must be made for (`aud`): the address of this service.'),
  CHANCERY_GATEWAY_ACCOUNT: z
    .email()
    .optional()
    .describe('With `gateway`: the service account that it calls with (`email` of its identity tokens).'),
  CHANCERY_GATEWAY_SIGNATURE: z
    .enum(['check', 'platform'])
    .optional()
    .describe(
      'With `gateway`: who checks the signature of its identity tokens. Absent or `check`: this service. `platform`: the IAM check of Cloud Run, which cuts it off; only where that check is on.',
    ),
  CHANCERY_GATEWAY_CERTS_URL: httpAddress
    .optional()
    .describe(
      'With `gateway`: another address of the certificates that Google signs with, or of the same keys as a JWK set; for tests.',
    ),
  CHANCERY_SPACE: spaceName
    .optional()
    .describe(
      'With `gateway`: the space of every key that has none by CHANCERY_GATEWAY_SPACES; absent: the common one.',
    ),
  CHANCERY_GATEWAY_SPACES: spacesByKey
    .optional()
    .describe(
      'With `gateway`: spaces of its keys, as id=space,…; `keys gateway-id` prints the id of a key, `common` is the common space. Keys that are not listed are then refused, unless CHANCERY_SPACE is set.',
    ),
}
