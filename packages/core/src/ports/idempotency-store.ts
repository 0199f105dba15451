/** What is answered again: opaque to the store. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** It is not the last one: a repetition does what is left. */
  readonly goesOn?: true
}

/**
 * `claimed`: do the work, then `complete` or `release` by the token. `in-flight`: another does, for `retryAfterMs` at
 * the most. `done`: the kept answer. The store compares no fingerprints; the caller does.
 */
export type IdempotencyClaim =
  | { readonly state: 'claimed'; readonly token: string }
  | { readonly state: 'in-flight'; readonly fingerprint: string; readonly retryAfterMs: number }
  | { readonly state: 'done'; readonly fingerprint: string; readonly response: StoredResponse }

/** One caller's wish to do the work of a key. */
export interface ClaimRequest {
  /** Who calls, in which space, the operation and the Idempotency-Key, joined. */
  readonly key: string
  /** Digest of the request. */
  readonly fingerprint: string
  /** The claim lapses after this, so that a crash does not block the key for ever. */
  readonly leaseMs: number
}

/** Remembers answers by Idempotency-Key. */
export interface IdempotencyStore {
  /** One of many concurrent callers gets `claimed`; durable before it resolves. */
  claim(request: ClaimRequest): Promise<IdempotencyClaim>
  /** Keeps the answer for `ttlMs`. Ignored when the claim has lapsed and another holds it. */
  complete(token: string, response: StoredResponse, ttlMs: number): Promise<void>
  /** Frees the key: nothing final happened. */
  release(token: string): Promise<void>
}

/**
 * By which one call at a time, of all services that share a state, does what two must not do side by side. A claim lapses, so
 * that a crash does not block for ever.
 */
export type Claims = Pick<IdempotencyStore, 'claim' | 'release'>
