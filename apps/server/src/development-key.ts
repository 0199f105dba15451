import { issueApiKey } from '@chancery/http'
import type { Composition } from '@chancery/wiring'

const dayMs = 24 * 60 * 60 * 1000
/** Should the process be killed, its key does not stay valid for ever. */
const lifetimeMs = 7 * dayMs

/** A call that is repeated after a crash comes with the next start's key, and is the same caller's. */
export const developmentCaller = 'development'

/** The only environment that makes keys by itself. */
export const developmentEnvironment = 'dev'

export interface DevelopmentKey {
  readonly key: string
  /** Makes it invalid again. */
  revoke(): Promise<void>
}

/** A fresh key for every operation, to be shown to who started the service and revoked when it stops. Only its hash is kept. */
export async function makeDevelopmentKey(composition: Composition): Promise<DevelopmentKey> {
  const { configuration, apiKeys, keySecret, ports } = composition
  const now = ports.clock.now()
  const { key, record } = issueApiKey(
    {
      name: 'development',
      caller: developmentCaller,
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
