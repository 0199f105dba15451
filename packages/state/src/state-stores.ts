import type { ApiKeyStore, EmailLedger, IdempotencyStore, RateLimiter } from '@chancery/core'

/** The small records that a service must not forget. */
export interface StateStores {
  readonly idempotency: IdempotencyStore
  readonly apiKeys: ApiKeyStore
  readonly emailLedger: EmailLedger
  readonly rates: RateLimiter
  /** Lets go of what is open; no call may follow. */
  close(): void
}
