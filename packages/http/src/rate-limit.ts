import { ChanceryError, type Clock } from '@chancery/core'
import type { HttpLimits } from './settings.ts'
import { createTokenBuckets } from './token-bucket.ts'

/** A place among the calls that run; `release` gives it back. */
interface Admission {
  /** `RateLimit-Policy` and `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10. */
  readonly headers: Readonly<Record<string, string>>
  /** Why the call may not run. */
  readonly refusal?: ChanceryError
  release(): void
}

export interface RateLimiter {
  /** @param ratePerMinute the key's own rate, where it has one */
  admit(keyId: string, ratePerMinute?: number): Admission
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>
}

/** Counts calls by key: how many a minute, how many at once, and how many in all. */
export function createRateLimiter(
  limits: Pick<HttpLimits, 'ratePerMinute' | 'concurrentPerKey' | 'concurrent'>,
  clock: Clock,
): RateLimiter {
  const buckets = createTokenBuckets(clock)
  const running = new Map<string, number>()
  let total = 0
  const waiting: (() => void)[] = []

  const refuse = (keyId: string, rate: number): { refusal?: ChanceryError; headers: Record<string, string> } => {
    const bucket = buckets.take(keyId, rate)
    const free = Math.max(0, limits.concurrentPerKey - (running.get(keyId) ?? 0))
    const headers = {
      'ratelimit-policy': `"minute";q=${rate};w=60, "concurrent";q=${limits.concurrentPerKey};qu="concurrent-requests"`,
      ratelimit: `"minute";r=${bucket.remaining};t=${Math.ceil(bucket.fullAfterMs / 1000)}, "concurrent";r=${Math.max(0, free - 1)}`,
    }
    if (!bucket.taken) {
      const refusal = new ChanceryError('rate_limited', `This key may call ${rate} times a minute.`, {
        details: { limit: rate, window: '1 minute' },
        retryAfterMs: bucket.nextAfterMs,
      })
      return { refusal, headers }
    }
    if (free === 0) {
      const limit = limits.concurrentPerKey
      const refusal = new ChanceryError('rate_limited', `This key may have ${limit} calls running at once.`, {
        details: { limit, actual: limit + 1 },
        retryAfterMs: 1000,
      })
      return { refusal, headers }
    }
    if (total >= limits.concurrent) {
      return { refusal: new ChanceryError('overloaded', 'All places are taken.', { retryAfterMs: 1000 }), headers }
    }
    return { headers }
  }

  return {
    admit(keyId, ratePerMinute = limits.ratePerMinute) {
      const answer = refuse(keyId, ratePerMinute)
      if (answer.refusal !== undefined) return { ...answer, release: () => undefined }
      running.set(keyId, (running.get(keyId) ?? 0) + 1)
      total++
      let released = false
      return {
        ...answer,
        release() {
          if (released) return
          released = true
          total--
          const left = (running.get(keyId) ?? 1) - 1
          if (left > 0) running.set(keyId, left)
          else running.delete(keyId)
          if (total === 0) for (const resolve of waiting.splice(0)) resolve()
        },
      }
    },
    idle: () => (total === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
