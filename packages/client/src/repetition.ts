import { platform } from './platform.ts'
import { ChanceryProblem } from './problem.ts'

/** How long what failed is tried again. */
export interface Patience {
  /** @param failures so far in a row @param waitMs until the next try */
  lasts(failures: number, waitMs: number): boolean
}

/** Longest growing pause, in ms. */
const longestBackoffMs = 10_000

/**
 * Tries until it succeeds, it cannot succeed, or patience ends.
 * @throws ChanceryProblem the last one, or the reason of the signal
 */
export async function repeated<Result>(
  attempt: () => Promise<Result>,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      // An answer that was given before is given again.
      if (!(error instanceof ChanceryProblem) || !error.retryable || error.replayed) throw error
      // Doubled each time, with a share of chance so that many clients do not come back together.
      const backoffMs = Math.min(longestBackoffMs, 125 * 2 ** failures) * (0.5 + Math.random())
      const waitMs = error.retryAfterSeconds === undefined ? backoffMs : error.retryAfterSeconds * 1000
      if (!patience.lasts(failures, waitMs)) throw error
      await pause(waitMs, signal)
    }
  }
}

/** Longer than this nobody waits in silence: the problem is thrown, and says when to come back. */
const longestWaitMs = 30_000

/** So many repetitions. */
export const repetitions = (retries: number): Patience => ({
  lasts: (failures, waitMs) => failures <= retries && waitMs <= longestWaitMs,
})

/** From now on for so long, in ms. */
export function within(ms: number): Patience {
  const until = Date.now() + ms
  return { lasts: (_, waitMs) => Date.now() + waitMs <= until }
}

/** @throws the reason of the signal */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = platform.setTimeout(end, ms)
    function end(): void {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    function leave(): void {
      platform.clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', leave, { once: true })
  })
}
