import { setTimeout as delay } from 'node:timers/promises'
import { cancellation, type ChanceryError, untilAborted } from '@chancery/core'
import { callTookTooLong, gcsError } from './gcs-error.ts'

export interface Repetition {
  readonly provider: string
  /** The caller's. */
  readonly signal: AbortSignal
  /** Of one call, in ms: one that hangs is given up and made again. */
  readonly callMs: number
  readonly attempts: number
  /** Before the second call, in ms; doubled for each that follows. */
  readonly backoffMs: number
}

/**
 * Makes a call of the SDK, and makes it again where the service is away or the connection broke. Only for calls that may
 * come twice: reads, and writes that name the generation that they replace. The SDK's own repetition is off: on Node 24 it
 * ends the process when a download is refused with 503, and it goes off for good after the first write without a condition.
 * @throws the errors of `gcsError`, and what the signal says
 */
export async function repeatedCall<Result>(
  call: () => Promise<Result>,
  { provider, signal, callMs, attempts, backoffMs }: Repetition,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const error = await outcomeOf(call, signal, callMs, provider)
    if ('value' in error) return error.value
    if (signal.aborted) throw cancellation(signal)
    if (attempt >= attempts || !isPassing(error.failure)) throw error.failure
    const wait = error.failure.retryAfterMs ?? backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
    await untilAborted(delay(Math.min(wait, longestWaitMs), undefined, { ref: false }), signal)
  }
}

/** Longer than that is for the caller to wait. */
const longestWaitMs = 5000

async function outcomeOf<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
  callMs: number,
  provider: string,
): Promise<{ readonly value: Result } | { readonly failure: ChanceryError }> {
  const clock = AbortSignal.timeout(Math.ceil(callMs))
  try {
    return { value: await untilAborted(call(), AbortSignal.any([signal, clock])) }
  } catch (error) {
    if (clock.aborted && !signal.aborted) return { failure: callTookTooLong(provider) }
    return { failure: gcsError(error, provider) }
  }
}

/** Whether it may go well a little later. A conflict is for who knows what was to be written. */
const isPassing = ({ retryable, code }: ChanceryError): boolean => retryable && code !== 'write_conflict'
