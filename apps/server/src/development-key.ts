import { issueApiKey } from '@chancery/http'
import { acceptConfiguredKey, type Composition } from '@chancery/wiring'

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
export async function openDevelopmentKey(composition: Composition): Promise<DevelopmentKey> {
  const configured = await acceptConfiguredKey(composition)
  if (configured !== undefined) return { key: configured, revoke: async () => {} }
  const { configuration, apiKeys, keySecret, ports } = composition
  const now = ports.clock.now()
  const { key, record } = issueApiKey(
    {
      name: 'development',
      // A call that is repeated after a crash comes with the next start's key.
      caller: 'development',
      environment: configuration.CHANCERY_ENVIRONMENT,
      operations: '*',
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + lifetimeMs).toISOString(),
    },
    keySecret,
  )
  await apiKeys.save(record)
  return {
    key,
    revoke: () => apiKeys.save({ ...record, revokedAt: new Date(ports.clock.now()).toISOString() }),
  }
}
