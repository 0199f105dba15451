import type { ChanceryError } from '@chancery/core'
import { providerFailure, type ProviderFailure } from '../api/provider-failure.ts'

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

/**
 * A failed call as the error that the port names.
 * @param now milliseconds since the epoch, for a `Retry-After` date
 */
export function sendGridFailure(failure: SendGridFailure, provider: string, now: number): ChanceryError {
  const { status, headers = {}, fields = [] } = failure
  const pointers = status === 400 ? fields.map(pointerOf).filter((pointer) => pointer !== undefined) : []
  const known = status === undefined ? { reason: reasonOf(failure) } : { status, headers, pointers }
  return providerFailure(known, { id: provider, name: 'SendGrid' }, now)
}

/** Why no answer came. Without a code it is no fault of a network or a service, but our own or the client's. */
function reasonOf({ code = '', syscall, cancelled }: SendGridFailure): ProviderFailure['reason'] & string {
  if (cancelled === true) return 'cancelled'
  if (notConnected.has(code) || syscall === 'connect' || syscall === 'getaddrinfo') return 'unreachable'
  if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') return 'timeout'
  return code === '' ? 'unknown' : 'broken'
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/**
 * What the SDK threw (its `ResponseError`, or axios' error with key and body in it), reduced to what is safe to keep.
 * @param signal of the caller
 * @param limit of the time that the call may take
 */
export function readFailure(error: unknown, signal: AbortSignal, limit: AbortSignal): SendGridFailure {
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
    ...(systemCode === undefined ? {} : { code: limit.aborted ? 'ETIMEDOUT' : systemCode }),
    ...(call === undefined ? {} : { syscall: call }),
    cancelled: signal.aborted,
  }
}
