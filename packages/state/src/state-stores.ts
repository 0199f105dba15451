import type {
  ApiKeyStore,
  CallRegister,
  EmailEventLog,
  EmailLedger,
  EmailSchedule,
  EventDeliveries,
  EventOutbox,
  IdempotencyStore,
  RateLimiter,
  SuppressionList,
} from '@chancery/core'

/** The small records that a service must not forget. */
export interface StateStores {
  readonly idempotency: IdempotencyStore
  readonly apiKeys: ApiKeyStore
  readonly emailLedger: EmailLedger & EmailSchedule
  readonly suppressions: SuppressionList
  readonly emailEvents: EmailEventLog
  readonly rates: RateLimiter
  readonly calls: CallRegister
  readonly events: EventOutbox & EventDeliveries
  /** Lets go of what is open; no call may follow. */
  close(): void
}
