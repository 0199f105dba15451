import type { Clock, EventRecording } from '@chancery/core'
import type { StateStores } from '../state-stores.ts'
import { createMemoryApiKeyStore } from './memory-api-key-store.ts'
import { createMemoryCallRegister } from './memory-call-register.ts'
import { createMemoryEmailEventLog } from './memory-email-event-log.ts'
import { createMemoryEmailLedger } from './memory-email-ledger.ts'
import { createMemoryEventOutbox } from './memory-event-outbox.ts'
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createMemorySuppressionList } from './memory-suppression-list.ts'

/** All of it, for as long as the process lives. */
export function createMemoryState({
  clock,
  recording,
}: {
  readonly clock: Clock
  /** What is told of effects. Absent: nothing. */
  readonly recording?: EventRecording | undefined
}): StateStores {
  const events = createMemoryEventOutbox(recording)
  return {
    idempotency: createMemoryIdempotencyStore(clock),
    apiKeys: createMemoryApiKeyStore(),
    emailLedger: createMemoryEmailLedger(events, recording),
    suppressions: createMemorySuppressionList(),
    emailEvents: createMemoryEmailEventLog(),
    rates: createMemoryRateLimiter(clock),
    calls: createMemoryCallRegister(clock, events, recording),
    events,
    close: () => undefined,
  }
}
