import { ChanceryError, type EmailTransport } from '@chancery/core'
import { isInTime, type Pause, realPause } from './pause.ts'

export interface RetrySettings {
  /** How often after the first time; 0: never. */
  readonly retries: number
  /** Of all waits for one e-mail together, in ms; default 10,000. The deadline of the call may be nearer. */
  readonly maxWaitMs?: number
  readonly pause?: Pause
  /** From 0 to 1. */
  readonly random?: () => number
}

/** The first wait is up to this long, in ms, and the next up to twice as long each. */
const firstWaitMs = 500

/**
 * Hands an e-mail over again where it surely was not taken, and, by a transport that knows it again by its id, also where that is in
 * doubt. It waits as long as the provider says, else for a random time (full jitter: Brooker, "Exponential Backoff And Jitter").
 * Once in doubt, always in doubt: what comes after a doubtful try tells nothing of it.
 */
export function retrying(transport: EmailTransport, settings: RetrySettings): EmailTransport {
  const { retries, maxWaitMs = 10_000, pause = realPause, random = Math.random } = settings
  const { deduplicates } = transport.capabilities

  const mayRepeat = (error: unknown): error is ChanceryError => {
    if (!ChanceryError.is(error)) return false
    if (error.details['ambiguous'] === true) {
      return deduplicates && (error.code === 'provider_failed' || error.code === 'provider_timeout')
    }
    return error.code === 'provider_unavailable' && error.retryable
  }
  const waitFor = (error: ChanceryError, tries: number): number =>
    error.retryAfterMs === undefined
      ? random() * firstWaitMs * 2 ** (tries - 1)
      : error.retryAfterMs + random() * firstWaitMs

  return {
    ...transport,
    async send(email, options) {
      let waited = 0
      let doubt: ChanceryError | undefined
      for (let tries = 1; ; tries++) {
        try {
          return await transport.send(email, options)
        } catch (error) {
          if (doubt === undefined && ChanceryError.is(error) && error.details['ambiguous'] === true) doubt = error
          const last = doubt ?? error
          if (tries > retries || !mayRepeat(error)) throw last
          const ms = waitFor(error, tries)
          waited += ms
          if (waited > maxWaitMs || !isInTime(ms, options.deadline, pause)) throw last
          await pause.wait(ms, options.signal)
          if (options.signal.aborted) throw last
        }
      }
    },
  }
}
