import { randomUUID } from 'node:crypto'
import type { Clock, IdempotencyStore, StoredResponse } from '@chancery/core'

interface Entry {
  readonly key: string
  readonly token: string
  readonly fingerprint: string
  /** When the lease, or the answer, ends. */
  readonly until: number
  readonly response?: StoredResponse
}

export function createMemoryIdempotencyStore(clock: Clock): IdempotencyStore {
  const byKey = new Map<string, Entry>()
  const byToken = new Map<string, Entry>()

  const remove = ({ key, token }: Entry): void => {
    byKey.delete(key)
    byToken.delete(token)
  }
  const keep = (entry: Entry): void => {
    // Deleted first, so that the map stays in the order of writing, which is nearly that of expiry.
    remove(entry)
    byKey.set(entry.key, entry)
    byToken.set(entry.token, entry)
  }
  /** Looks at the oldest few at each claim: what has ended goes sooner or later, and no claim waits long. */
  const sweep = (now: number): void => {
    let looked = 0
    for (const entry of byKey.values()) {
      if (looked++ === 16) break
      if (entry.until <= now) remove(entry)
    }
  }
  const open = (token: string): Entry | undefined => {
    const entry = byToken.get(token)
    return entry?.response === undefined ? entry : undefined
  }

  return {
    async claim({ key, fingerprint, leaseMs }) {
      const now = clock.now()
      const known = byKey.get(key)
      sweep(now)
      if (known === undefined || known.until <= now) {
        if (known !== undefined) remove(known)
        const token = randomUUID()
        keep({ key, token, fingerprint, until: now + leaseMs })
        return { state: 'claimed', token }
      }
      if (known.response !== undefined) {
        return { state: 'done', fingerprint: known.fingerprint, response: known.response }
      }
      return { state: 'in-flight', fingerprint: known.fingerprint, retryAfterMs: known.until - now }
    },
    async complete(token, response, ttlMs) {
      const entry = open(token)
      if (entry !== undefined) keep({ ...entry, response, until: clock.now() + ttlMs })
    },
    async release(token) {
      const entry = open(token)
      if (entry !== undefined) remove(entry)
    },
  }
}
