import type { Clock } from '@chancery/core'

interface BucketState {
  readonly taken: boolean
  /** Whole tokens left. */
  readonly remaining: number
  /** Until the bucket is full again. */
  readonly fullAfterMs: number
  /** Until the next token, where none is left. */
  readonly nextAfterMs: number
}

/** One token bucket a name: it holds a minute's worth and refills evenly. Idle names are forgotten, so memory is bounded. */
export interface TokenBuckets {
  /** Takes a token where one is left. */
  take(name: string, perMinute: number): BucketState
}

const maxNames = 10_000

export function createTokenBuckets(clock: Clock): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(name, perMinute) {
      const now = clock.now()
      const perMs = perMinute / 60_000
      const bucket = buckets.get(name) ?? { tokens: perMinute, at: now }
      // A clock that was set back gives nothing and takes nothing.
      const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
      const taken = tokens >= 1
      const left = taken ? tokens - 1 : tokens
      // Set anew, so that the map stays in order of last use.
      buckets.delete(name)
      buckets.set(name, { tokens: left, at: now })
      if (buckets.size > maxNames) buckets.delete(buckets.keys().next().value as string)
      return {
        taken,
        remaining: Math.floor(left),
        fullAfterMs: (perMinute - left) / perMs,
        nextAfterMs: left >= 1 ? 0 : (1 - left) / perMs,
      }
    },
  }
}
