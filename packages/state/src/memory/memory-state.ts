import type { Clock } from '@chancery/core'
import type { StateStores } from '../state-stores.ts'
import { createMemoryApiKeyStore } from './memory-api-key-store.ts'
import { createMemoryCallRegister } from './memory-call-register.ts'
import { createMemoryEmailLedger } from './memory-email-ledger.ts'
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createMemorySuppressionList } from './memory-suppression-list.ts'

/** All of it, for as long as the process lives. */
export function createMemoryState({ clock }: { readonly clock: Clock }): StateStores {
  return {
    idempotency: createMemoryIdempotencyStore(clock),
    apiKeys: createMemoryApiKeyStore(),
    emailLedger: createMemoryEmailLedger(),
    suppressions: createMemorySuppressionList(),
    rates: createMemoryRateLimiter(clock),
    calls: createMemoryCallRegister(clock),
    close: () => undefined,
  }
}
