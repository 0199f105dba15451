import { ChanceryError } from '@chancery/core'

/** When a call must end, and the signal that tells everybody below. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Aborts with a `ChanceryError`: `deadline_exceeded`, `cancelled`, or what `stop` was given. */
  readonly signal: AbortSignal
  stop(reason: ChanceryError): void
  /** Begins the time limit anew. */
  extend(): void
  /** To be called when the call has ended, so that no timer stays. */
  clear(): void
}

/**
 * Joins the caller's own signal (the connection) with a time limit.
 * @param retryable whether the same call may be sent again: what took too long here may be done in time by a quieter machine
 */
export function startDeadline(caller: AbortSignal, now: number, limitMs: number, retryable: boolean): Deadline {
  const controller = new AbortController()
  const expire = (): void =>
    controller.abort(
      new ChanceryError('deadline_exceeded', `The operation did not finish within ${limitMs} ms.`, {
        details: { limit: limitMs, unit: 'ms' },
        retryable,
      }),
    )
  let timer = setTimeout(expire, limitMs)
  const leave = (): void => controller.abort(new ChanceryError('cancelled', 'The caller went away.'))
  if (caller.aborted) leave()
  else caller.addEventListener('abort', leave, { once: true })
  return {
    at: now + limitMs,
    signal: controller.signal,
    stop: (reason) => controller.abort(reason),
    extend() {
      clearTimeout(timer)
      timer = setTimeout(expire, limitMs)
    },
    clear() {
      clearTimeout(timer)
      caller.removeEventListener('abort', leave)
    },
  }
}
