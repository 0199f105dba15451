import { ChanceryError, type Clock } from '@chancery/core'
import { createTokenBuckets } from './token-bucket.ts'

interface RateAnswer {
  /** `RateLimit-Policy` and `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10. */
  readonly headers: Readonly<Record<string, string>>
  /** Why the call may not run. */
  readonly refusal?: ChanceryError
}

/** A key's bounds, and how many calls it has under way. */
export interface KeyLoad {
  readonly ratePerMinute: number
  readonly concurrent: number
  readonly calls: number
}

/** Counts a call of a key against its rate; places are the admission's to give. */
export type RateLimiter = (keyId: string, load: KeyLoad) => RateAnswer

export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = createTokenBuckets(clock)
  return (keyId, { ratePerMinute: rate, concurrent, calls }) => {
    const bucket = buckets.take(keyId, rate)
    const left = Math.max(0, concurrent - calls - 1)
    const headers = {
      'ratelimit-policy': `"minute";q=${rate};w=60, "concurrent";q=${concurrent};qu="concurrent-requests"`,
      ratelimit: `"minute";r=${bucket.remaining};t=${Math.ceil(bucket.fullAfterMs / 1000)}, "concurrent";r=${left}`,
    }
    if (bucket.taken) return { headers }
    const refusal = new ChanceryError('rate_limited', `This key may call ${rate} times a minute.`, {
      details: { limit: rate, window: '1 minute' },
      retryAfterMs: bucket.nextAfterMs,
    })
    return { refusal, headers }
  }
}
