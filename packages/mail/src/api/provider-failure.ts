import { ChanceryError, unreadyReasonOf } from '@chancery/core'

/** Which provider an error is about: its id in the configuration, and its name in sentences. */
export interface ProviderName {
  readonly id: string
  readonly name: string
}

/** What is known of a failed call, without anything that a vendor's error carries beside it (key, body). */
export interface ProviderFailure {
  /** The HTTP status, where an answer came. */
  readonly status?: number
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Places in the e-mail that it refuses. */
  readonly pointers?: readonly string[]
  /** The provider's own code of the fault, where it has one: a word or a number, nothing of the e-mail. */
  readonly fault?: string
  /** What that code means, where the status does not say it: behind a colon, without a full stop. */
  readonly meaning?: string
  /**
   * What that code says beyond the status. `later`: not taken, may be taken later; `doubt`: it may be taken; `refused`: not taken,
   * and will not be.
   */
  readonly verdict?: 'later' | 'doubt' | 'refused'
  /** Where no answer came; `unknown`: by no fault of a network or a service. */
  readonly reason?: 'unreachable' | 'timeout' | 'broken' | 'cancelled' | 'unknown'
  /** Whether the call may have arrived; default: it may. */
  readonly sent?: boolean
}

/** `Retry-After` in seconds or as a date, else `X-RateLimit-Reset` in seconds since the epoch; in ms. */
function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const after = headers['retry-after']
  if (after !== undefined) {
    const isDate = /^[a-z]{3,9},? /i.test(after)
    const seconds = /^\d{1,9}$/.test(after) ? Number(after) : isDate ? (Date.parse(after) - now) / 1000 : NaN
    return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds * 1000)) : undefined
  }
  const reset = headers['x-ratelimit-reset']
  return reset !== undefined && /^\d{10,12}$/.test(reset) ? Math.max(0, Number(reset) * 1000 - now) : undefined
}

/**
 * Every way that a call can fail, as the error that the port names. Pure; holds nothing of key, addresses or text. Only what a
 * provider refuses is surely not taken: any 5xx may come after it was, also a 503 that says when to come again, and 408 of
 * a gateway that waited for somebody behind it; and a redirect, unless it wants the same call elsewhere (RFC 9110, 15.4).
 * @param now milliseconds since the epoch, for a `Retry-After` date
 */
export function providerFailure(failure: ProviderFailure, { id, name }: ProviderName, now: number): ChanceryError {
  const { status, headers = {}, pointers = [], fault, meaning, verdict, reason, sent = true } = failure
  const details = {
    provider: id,
    ...(status === undefined ? {} : { status }),
    ...(fault === undefined ? {} : { fault }),
  }
  const doubtful = { details: { ...details, ambiguous: true } }
  const refused = { details, retryable: false }

  if (reason !== undefined) {
    if (reason === 'cancelled') {
      return sent
        ? new ChanceryError('cancelled', `The call was cancelled; ${name} may have taken the e-mail.`, doubtful)
        : new ChanceryError('cancelled', 'The call was cancelled before the e-mail was handed over.', { details })
    }
    if (!sent || reason === 'unreachable') {
      return new ChanceryError('provider_unavailable', `${name} cannot be reached.`, {
        details: { ...details, reason: reason === 'timeout' ? 'timeout' : 'unavailable' },
      })
    }
    if (reason === 'timeout') {
      return new ChanceryError('provider_timeout', `${name} did not answer in time.`, doubtful)
    }
    if (reason === 'unknown') {
      return new ChanceryError('internal', `Something went wrong on the way to ${name}.`, doubtful)
    }
    return new ChanceryError('provider_failed', `The connection to ${name} broke off.`, doubtful)
  }
  if (verdict === 'later' || (verdict === undefined && status === 429)) {
    const wait = retryAfterMs(headers, now)
    return new ChanceryError('provider_unavailable', `${name} takes no more e-mails for now.`, {
      details,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    })
  }
  if (verdict === 'doubt') {
    return new ChanceryError('provider_failed', `${name} may have taken the e-mail before.`, doubtful)
  }
  if (status === undefined || (status < 400 && status !== 307 && status !== 308)) {
    return new ChanceryError('provider_failed', `What answered is not ${name}, or its answer broke off.`, doubtful)
  }
  if (status >= 500 || status === 408) {
    return new ChanceryError('provider_failed', `${name} failed; it may have taken the e-mail.`, doubtful)
  }
  if (status === 413) {
    return new ChanceryError('payload_too_large', `The e-mail is too large for ${name}.`, { details })
  }
  if (status === 401) return new ChanceryError('provider_failed', `${name} refused the API key.`, refused)
  if (pointers.length > 0 && status !== 403) {
    return new ChanceryError('invalid_request', `${name} refused the e-mail.`, {
      details,
      violations: [...new Set(pointers)].map((pointer) => ({
        pointer,
        code: 'refused_by_provider',
        message: `${name} refused this field.`,
      })),
    })
  }
  if (status === 403) {
    const message = `${name} refused: the key may not send, or the sender is not verified.`
    return new ChanceryError('provider_failed', message, refused)
  }
  const why = meaning === undefined ? '' : `: ${meaning}`
  return new ChanceryError('provider_failed', `${name} refused the call${why}.`, refused)
}

/** What a `check` throws for a failed call. */
export function unusable(error: unknown, { id, name }: ProviderName, signal: AbortSignal): ChanceryError {
  if (signal.aborted) return new ChanceryError('cancelled', 'The check was cancelled.')
  const details = ChanceryError.is(error) ? error.details : {}
  const refused = details['status'] === 401 || details['status'] === 403
  return new ChanceryError('provider_unavailable', `${name} cannot be used with this key now.`, {
    details: {
      provider: id,
      reason: refused ? 'credentials_refused' : unreadyReasonOf(error),
      ...('status' in details ? { status: details['status'] } : {}),
    },
  })
}
