import type { ApiKeyRecord } from '@chancery/core'
import { apiKeyId, hashApiKey, issueApiKey } from '@chancery/http'
import { type Composition, ConfigurationError } from '@chancery/wiring'

const dayMs = 24 * 60 * 60 * 1000
/** Should the process be killed, its key does not stay valid for ever. */
const lifetimeMs = 7 * dayMs

export interface DevelopmentKey {
  readonly key: string
  /** Makes a fresh key invalid again; a configured one stays. */
  revoke(): Promise<void>
}

/**
 * The key that the start prints: the configured one, or a fresh one that is revoked when the service stops. Only its
 * hash is kept.
 * @throws ConfigurationError where the configured key does not have the form of a key.
 */
export async function openDevelopmentKey({
  configuration,
  apiKeys,
  keySecret,
  ports,
}: Composition): Promise<DevelopmentKey> {
  const now = ports.clock.now()
  const common = {
    name: 'development',
    environment: configuration.CHANCERY_ENVIRONMENT,
    operations: '*' as const,
    createdAt: new Date(now).toISOString(),
  }
  const configured = configuration.CHANCERY_API_KEY
  if (configured !== undefined) {
    const id = apiKeyId(configured)
    if (id === undefined) {
      throw new ConfigurationError([
        'CHANCERY_API_KEY: is not a key; make one with `node tools/chancery.mjs keys create`.',
      ])
    }
    await apiKeys.save({ ...common, id, hash: hashApiKey(configured, keySecret) })
    return { key: configured, revoke: async () => {} }
  }
  const { key, record } = issueApiKey({ ...common, expiresAt: new Date(now + lifetimeMs).toISOString() }, keySecret)
  await apiKeys.save(record)
  const revoked = (): ApiKeyRecord => ({ ...record, revokedAt: new Date(ports.clock.now()).toISOString() })
  return { key, revoke: () => apiKeys.save(revoked()) }
}
