import { ChanceryError, type RateLimiter } from '@chancery/core'

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
export type CountCall = (keyId: string, load: KeyLoad) => Promise<RateAnswer>

export const minuteMs = 60_000

export function createCallCounter(rates: RateLimiter): CountCall {
  return async (keyId, { ratePerMinute: rate, concurrent, calls }) => {
    const taken = await rates.take(`key:${keyId}`, { limit: rate, windowMs: minuteMs })
    const left = Math.max(0, concurrent - calls - 1)
    const headers = {
      'ratelimit-policy': `"minute";q=${rate};w=60, "concurrent";q=${concurrent};qu="concurrent-requests"`,
      ratelimit: `"minute";r=${taken.remaining};t=${Math.ceil(taken.resetMs / 1000)}, "concurrent";r=${left}`,
    }
    if (taken.allowed) return { headers }
    const refusal = new ChanceryError('rate_limited', `This key may call ${rate} times a minute.`, {
      details: { limit: rate, window: '1 minute' },
      retryAfterMs: taken.retryAfterMs,
    })
    return { refusal, headers }
  }
}
