import type { ApiKeyStore, Clock } from '@chancery/core'
import { apiKeyId, hashApiKey } from '@chancery/http'
import type { Configuration } from '../settings/configuration.ts'

/**
 * The keys of a store and, before them, that of `CHANCERY_API_KEY`: for every operation, in the common space. It is never
 * written down, so that it ends with its setting, and a kept key that is configured besides keeps its own rights.
 */
export function withConfiguredKey(
  apiKeys: ApiKeyStore,
  { CHANCERY_API_KEY: key, CHANCERY_ENVIRONMENT: environment }: Configuration,
  keySecret: string,
  clock: Clock,
): ApiKeyStore {
  // Without an id it has not the form of a key: `readConfiguration` refuses it.
  const id = key === undefined ? undefined : apiKeyId(key)
  if (key === undefined || id === undefined) return apiKeys
  const record = {
    id,
    name: 'configured',
    environment,
    operations: '*',
    createdAt: new Date(clock.now()).toISOString(),
    hash: hashApiKey(key, keySecret),
  } as const
  return {
    find: async (wanted) => (wanted === id ? record : apiKeys.find(wanted)),
    list: () => apiKeys.list(),
    save: (changed) => apiKeys.save(changed),
    check: (options) => apiKeys.check(options),
  }
}
