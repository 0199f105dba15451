import type { IdempotencyStore } from './idempotency-store.ts'

/**
 * By which one call at a time, of all services that share a state, does what two must not do side by side. A claim lapses, so
 * that a crash does not block for ever.
 */
export type Claims = Pick<IdempotencyStore, 'claim' | 'release'>
