import { ChanceryError } from '@chancery/core'

/** What is known of a failed call, without anything that the vendor's error carries beside it (key, body). */
export interface SendGridFailure {
  /** The HTTP status, where an answer came. */
  readonly status?: number
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** `field` of each entry of the answer's `errors`. */
  readonly fields?: readonly string[]
  /** The system's or axios' error code, where no answer came. */
  readonly code?: string
  /** The system call that failed. */
  readonly syscall?: string
  readonly cancelled?: boolean
}

/** No connection was made, so nothing was handed over. */
const notConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Where each part of SendGrid's body comes from. */
const pointers: readonly (readonly [RegExp, string])[] = [
  [/^personalizations\.\d+\.(to|cc|bcc)\.(\d+)/, '/$1/$2/address'],
  [/^personalizations(?:\.\d+)?\.(?:send_at)/, '/sendAt'],
  [/^personalizations(?:\.\d+)?\.(?:custom_args)/, '/metadata'],
  [/^personalizations/, '/to'],
  [/^from/, '/from'],
  [/^reply_to/, '/replyTo'],
  [/^subject/, '/subject'],
  [/^content/, '/text'],
  [/^attachments\.(\d+)/, '/attachments/$1'],
  [/^attachments/, '/attachments'],
  [/^send_at/, '/sendAt'],
  [/^headers/, '/headers'],
  [/^categories/, '/tags'],
]

/** The place in the e-mail of a field in SendGrid's words ("personalizations.0.to.1.email"); none if it is not ours. */
function pointerOf(field: string): string | undefined {
  const found = pointers.find(([pattern]) => pattern.test(field))
  if (found === undefined) return undefined
  const [pattern, replacement] = found
  const match = pattern.exec(field)
  return replacement.replace(/\$(\d)/g, (_, group: string) => match?.[Number(group)] ?? '')
}

/** `Retry-After` in seconds or as a date, else SendGrid's `X-RateLimit-Reset` in seconds since the epoch. */
function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const after = headers['retry-after']
  if (after !== undefined) {
    const seconds = /^\d{1,9}$/.test(after) ? Number(after) : (Date.parse(after) - now) / 1000
    return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds * 1000)) : undefined
  }
  const reset = headers['x-ratelimit-reset']
  return reset !== undefined && /^\d{1,12}$/.test(reset) ? Math.max(0, Number(reset) * 1000 - now) : undefined
}

/**
 * Every way that a call can fail, as the error that the port names. Pure; holds nothing of key, addresses or text.
 * @param now milliseconds since the epoch, for a `Retry-After` date
 */
export function sendGridFailure(failure: SendGridFailure, provider: string, now: number): ChanceryError {
  const { status, code = '', headers = {}, fields = [] } = failure
  const details = { provider, ...(status === undefined ? {} : { status }) }
  const ambiguous = { ...details, ambiguous: true }
  const wait = retryAfterMs(headers, now)
  const later = wait === undefined ? {} : { retryAfterMs: wait }

  if (failure.cancelled === true) {
    return new ChanceryError('cancelled', 'The call was cancelled; SendGrid may have taken the e-mail.', {
      details: ambiguous,
    })
  }
  if (status === undefined) {
    if (notConnected.has(code) || failure.syscall === 'connect' || failure.syscall === 'getaddrinfo') {
      return new ChanceryError('provider_unavailable', 'SendGrid cannot be reached.', { details })
    }
    if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
      return new ChanceryError('provider_timeout', 'SendGrid did not answer in time.', { details: ambiguous })
    }
    if (code === '') {
      // No fault of a network or a service: our own, or the client's. Whether the e-mail had left cannot be told.
      return new ChanceryError('internal', 'Something went wrong on the way to SendGrid.', { details: ambiguous })
    }
    return new ChanceryError('provider_failed', 'The connection to SendGrid broke off.', { details: ambiguous })
  }
  if (status >= 200 && status < 300) {
    return new ChanceryError('provider_failed', 'What answered is not SendGrid, or its answer broke off.', {
      details: ambiguous,
    })
  }
  if (status === 429 || (status === 503 && wait !== undefined)) {
    return new ChanceryError('provider_unavailable', 'SendGrid takes no more e-mails for now.', { details, ...later })
  }
  if (status === 401 || status === 403) {
    const message =
      status === 401
        ? 'SendGrid refused the API key.'
        : 'SendGrid refused: the key may not send, or the sender is not verified.'
    return new ChanceryError('provider_failed', message, { details, retryable: false })
  }
  if (status === 413) {
    return new ChanceryError('payload_too_large', 'The e-mail is too large for SendGrid.', { details })
  }
  if (status === 400) {
    const places = [...new Set(fields.map(pointerOf).filter((pointer) => pointer !== undefined))]
    if (places.length > 0) {
      return new ChanceryError('invalid_request', 'SendGrid refused the e-mail.', {
        details,
        violations: places.map((pointer) => ({
          pointer,
          code: 'refused_by_provider',
          message: 'SendGrid refused this field.',
        })),
      })
    }
  }
  if (status >= 500) {
    return new ChanceryError('provider_failed', 'SendGrid failed; it may have taken the e-mail.', {
      details: ambiguous,
    })
  }
  return new ChanceryError('provider_failed', 'SendGrid refused the call.', { details, retryable: false })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** What the SDK threw (its `ResponseError`, or axios' error with key and body in it), reduced to what is safe to keep. */
export function readFailure(error: unknown, signal: AbortSignal): SendGridFailure {
  const { code, cause, response, syscall } = recordOf(error)
  const answer = recordOf(response)
  const status = typeof code === 'number' ? code : answer['status']
  if (typeof status === 'number') {
    const { errors } = recordOf(answer['body'] ?? answer['data'])
    const fields = (Array.isArray(errors) ? errors : []).map((each) => textOf(recordOf(each)['field']))
    const headers = Object.entries(recordOf(answer['headers'])).map(([name, value]) => [name.toLowerCase(), value])
    return {
      status,
      headers: Object.fromEntries(headers.filter(([, value]) => typeof value === 'string')),
      fields: fields.filter((field) => field !== undefined),
    }
  }
  const systemCode = textOf(code) ?? textOf(recordOf(cause)['code'])
  const call = textOf(syscall) ?? textOf(recordOf(cause)['syscall'])
  return {
    ...(systemCode === undefined ? {} : { code: systemCode }),
    ...(call === undefined ? {} : { syscall: call }),
    cancelled: signal.aborted,
  }
}
