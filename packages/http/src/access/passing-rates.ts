import type { Clock, Logger, RateLimiter, RateTaken } from '@chancery/core'

/** How long a call waits for its count, in ms. */
const patienceMs = 500
/** Between two lines that say that calls are not counted, in ms: an outage has many calls. */
const silenceMs = 10_000

/** Rates that never fail and are never slow: a call that cannot be counted passes, which is logged. */
export function passingRates(rates: RateLimiter, logger: Logger, clock: Clock): RateLimiter {
  let uncounted = 0
  let silentUntil = 0

  function pass(limit: number, reason: string): RateTaken {
    uncounted++
    const now = clock.now()
    if (now >= silentUntil || silentUntil > now + silenceMs) {
      silentUntil = now + silenceMs
      logger.log('warning', 'rates-unavailable', { reason, calls: uncounted })
      uncounted = 0
    }
    return { allowed: true, remaining: limit, retryAfterMs: 0, resetMs: 0 }
  }

  return {
    async take(key, rate) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), patienceMs)
      })
      try {
        const taken = await Promise.race([rates.take(key, rate), late])
        return taken === 'late' ? pass(rate.limit, 'late') : taken
      } catch (error) {
        const { code } = (error ?? {}) as { code?: unknown }
        return pass(rate.limit, typeof code === 'string' ? code : 'failed')
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
