import type { Clock, RateLimiter } from '@chancery/core'

/** Keys that are remembered at once: the longest unused go first, so that memory is bounded. */
const maxKeys = 10_000

/**
 * Rates of one process, by GCRA as a leaky bucket (ITU-T I.371): each call that is allowed adds one to the bucket, which
 * leaks evenly, and none is allowed that would make it run over.
 */
export function createMemoryRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, { readonly level: number; readonly at: number }>()
  return {
    async take(key, { limit, windowMs }) {
      const now = clock.now()
      const bucket = buckets.get(key) ?? { level: 0, at: now }
      // A clock that was set back gives nothing and takes nothing; one that was wrong by more is believed.
      const at = bucket.at > now + windowMs ? now : Math.max(bucket.at, now)
      const leaked = Math.max(0, bucket.level - (Math.max(0, at - bucket.at) * limit) / windowMs)
      const allowed = leaked + 1 <= limit
      const level = allowed ? leaked + 1 : leaked
      // Set again, so that the map stays in order of last use.
      buckets.delete(key)
      buckets.set(key, { level, at })
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value as string)
      const left = Math.max(0, limit - level)
      return {
        allowed,
        remaining: Math.floor(left),
        retryAfterMs: left >= 1 ? 0 : ((1 - left) * windowMs) / limit,
        resetMs: (level * windowMs) / limit,
      }
    },
  }
}
