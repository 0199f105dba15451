import { setTimeout as delay } from 'node:timers/promises'
import { cancellation, type ChanceryError, untilAborted } from '@chancery/core'
import type { ObjectDriver } from './object-driver.ts'

export interface Repetition {
  readonly driver: Pick<ObjectDriver, 'problemOf' | 'tookTooLong'>
  /** The caller's. */
  readonly signal: AbortSignal
  /** Of one call, in ms: one that hangs is given up and made again. */
  readonly callMs: number
  readonly attempts: number
  /** Before the second call, in ms; doubled for each that follows. */
  readonly backoffMs: number
}

/**
 * Makes a call of an SDK, and makes it again where the service is away or the connection broke. Only for calls that may
 * come twice: reads, and writes that name what they replace. The SDKs' own repetition is off: that of Google on Node 24
 * ends the process when a download is refused with 503, and goes off for good after the first write without a condition.
 * @throws the problems of the driver, and what the signal says
 */
export async function repeatedCall<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  repetition: Repetition,
): Promise<Result> {
  const { signal, attempts, backoffMs } = repetition
  for (let attempt = 1; ; attempt++) {
    const outcome = await outcomeOf(call, repetition)
    if ('value' in outcome) return outcome.value
    if (signal.aborted) throw cancellation(signal)
    if (attempt >= attempts || !isPassing(outcome.failure)) throw outcome.failure
    const told = outcome.failure.retryAfterMs
    if (told !== undefined && told > longestWaitMs) throw outcome.failure
    const wait = told ?? Math.min(longestWaitMs, backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
    await untilAborted(delay(wait, undefined, { ref: false }), signal)
  }
}

/** Longer than that is for the caller to wait. */
const longestWaitMs = 5000

async function outcomeOf<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  { driver, signal, callMs }: Repetition,
): Promise<{ readonly value: Result } | { readonly failure: ChanceryError }> {
  const clock = AbortSignal.timeout(Math.ceil(callMs))
  const either = AbortSignal.any([signal, clock])
  try {
    return { value: await untilAborted(call(either), either) }
  } catch (error) {
    if (clock.aborted && !signal.aborted) return { failure: driver.tookTooLong() }
    return { failure: driver.problemOf(error) }
  }
}

/** Whether it may go well a little later. A conflict is for who knows what was to be written. */
const isPassing = ({ retryable, code }: ChanceryError): boolean => retryable && code !== 'write_conflict'
