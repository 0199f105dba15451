import { apiKeyId, hashApiKey } from '@chancery/http'
import type { Composition } from './compose.ts'
import { ConfigurationError } from './configuration.ts'

/**
 * Makes the key of `CHANCERY_API_KEY` valid; only its hash is kept.
 * @returns whether one is configured
 * @throws ConfigurationError where it does not have the form of a key
 */
export async function acceptConfiguredKey(composition: Composition): Promise<boolean> {
  const { configuration, apiKeys, keySecret, ports } = composition
  const key = configuration.CHANCERY_API_KEY
  if (key === undefined) return false
  const id = apiKeyId(key)
  if (id === undefined) {
    throw new ConfigurationError([
      'CHANCERY_API_KEY: is not a key; make one with `node tools/chancery.mjs keys create`.',
    ])
  }
  await apiKeys.save({
    id,
    name: 'configured',
    environment: configuration.CHANCERY_ENVIRONMENT,
    operations: '*',
    createdAt: new Date(ports.clock.now()).toISOString(),
    hash: hashApiKey(key, keySecret),
  })
  return true
}
