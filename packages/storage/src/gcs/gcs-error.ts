import { ChanceryError, type ProblemCodeName } from '@chancery/core'
import { foreignCode } from './gcs-answer.ts'

interface Meaning {
  readonly code: ProblemCodeName
  readonly message: string
  readonly retryable?: boolean
}

/** No answer of the service, and no fault of the network: our own, or the SDK's. */
const own: Meaning = { code: 'internal', message: 'Something went wrong on the way to Google Cloud Storage.' }
const refused: Meaning = { code: 'provider_failed', message: 'Google Cloud Storage refused the call.' }
const denied: Meaning = { code: 'provider_failed', message: 'The service may not do this in the bucket.' }
const unknown: Meaning = {
  code: 'provider_failed',
  message:
    'There are no credentials for Google Cloud Storage that can be used: see GOOGLE_APPLICATION_CREDENTIALS, or the account that the service runs as.',
}
const changed: Meaning = { code: 'write_conflict', message: 'The document was changed at the same time.' }
const away: Meaning = { code: 'provider_unavailable', message: 'Google Cloud Storage cannot be reached.' }
const busy: Meaning = { code: 'provider_unavailable', message: 'Google Cloud Storage is busy.' }
const late: Meaning = {
  code: 'provider_timeout',
  message: 'Google Cloud Storage did not answer in time.',
  // Every write names what it replaces, or is the same again.
  retryable: true,
}
/** A proxy, a gate before the internet, a broken cache: what it answers may be another thing the next time. */
const foreign: Meaning = {
  code: 'provider_failed',
  message: 'What answered is not Google Cloud Storage.',
  retryable: true,
}
const broken: Meaning = { code: 'provider_failed', message: 'Google Cloud Storage met a fault.', retryable: true }

/** By HTTP status (https://cloud.google.com/storage/docs/json_api/v1/status-codes) and by the network's own codes. */
const meanings = new Map<string, Meaning>(
  Object.entries({
    401: denied,
    403: denied,
    404: { code: 'provider_failed', message: 'There is no such bucket.' },
    408: late,
    409: changed,
    412: changed,
    413: { code: 'payload_too_large', message: 'The document is larger than Google Cloud Storage takes.' },
    429: busy,
    500: broken,
    502: broken,
    503: busy,
    504: late,
    ECONNREFUSED: away,
    ENOTFOUND: away,
    EAI_AGAIN: away,
    EHOSTUNREACH: away,
    ENETUNREACH: away,
    ABORT_ERR: late,
    [foreignCode]: foreign,
    // Files are read for the credentials alone.
    EACCES: unknown,
    EISDIR: unknown,
    ENOENT: unknown,
    ECONNRESET: late,
    ERR_STREAM_PREMATURE_CLOSE: late,
    ERR_STREAM_UNABLE_TO_PIPE: late,
    EPIPE: late,
    ETIMEDOUT: late,
    ESOCKETTIMEDOUT: late,
  }),
)

/** The HTTP status, or the network's code, of an error of the SDK. */
export function gcsStatus(error: unknown): string | undefined {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth++) {
    const { code, cause } = at as { readonly code?: unknown; readonly cause?: unknown }
    if (typeof code === 'number' || (typeof code === 'string' && /^(?:\d{3}|[A-Z][A-Z_]+)$/.test(code)))
      return String(code)
    at = cause
  }
  // What fetch says of a connection that ended in the midst of an answer.
  return error instanceof Error && /^(?:aborted|terminated|Premature close|socket hang up)/i.test(error.message)
    ? 'ECONNRESET'
    : undefined
}

interface VendorAnswer {
  readonly errors?: readonly { readonly reason?: unknown }[]
  readonly response?: { readonly headers?: unknown }
  readonly message?: unknown
  /** What fetch calls its own failures. */
  readonly type?: unknown
}

/** Google refuses what comes too fast with 403 as well as with 429. */
const isTooFast = ({ errors }: VendorAnswer): boolean =>
  Array.isArray(errors) && errors.some(({ reason }) => /rateLimitExceeded$/i.test(String(reason)))

function headerOf({ response }: VendorAnswer, name: string): string {
  const headers = response?.headers
  const value =
    headers instanceof Headers ? headers.get(name) : (headers as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** `Retry-After` in seconds, as ms. */
function retryAfterOf(answer: VendorAnswer): number | undefined {
  const value = headerOf(answer, 'retry-after')
  return /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined
}

/** That there is no such object, in Google's own words: a page of somebody else says nothing of it. */
export const isNotFound = (error: unknown): boolean => gcsStatus(error) === '404' && !isPage(answerIn(error))

const isPage = (answer: VendorAnswer): boolean => /\bhtml\b/.test(headerOf(answer, 'content-type'))

const answerIn = (error: unknown): VendorAnswer =>
  (typeof error === 'object' && error !== null ? error : {}) as VendorAnswer

/** What an error of `@google-cloud/storage` means to a caller. The SDK's own message may hold names: it stays behind. */
export function gcsError(error: unknown, provider: string): ChanceryError {
  if (ChanceryError.is(error)) return error
  const status = gcsStatus(error)
  const answer = answerIn(error)
  return problem(
    meaningOf(status, answer),
    provider,
    status ?? (error instanceof Error ? error : 'unknown'),
    retryAfterOf(answer),
  )
}

function meaningOf(status: string | undefined, answer: VendorAnswer): Meaning {
  // Something answered, and said nothing that Cloud Storage says of a failure.
  if (status === undefined) {
    if (answer.response !== undefined || /redirect/.test(String(answer.type))) return foreign
    return /credential/i.test(String(answer.message)) ? unknown : own
  }
  // Of a private key that is none.
  if (status.startsWith('ERR_OSSL_')) return unknown
  if (/^[123]\d\d$/.test(status) || (status === '404' && isPage(answer))) return foreign
  return isTooFast(answer) ? busy : (meanings.get(status) ?? refused)
}

/** One call hung; the next may not. */
export const callTookTooLong = (provider: string): ChanceryError => problem(late, provider, 'hung', undefined)

const problem = (
  { code, message, retryable }: Meaning,
  provider: string,
  cause: unknown,
  retryAfterMs: number | undefined,
): ChanceryError =>
  new ChanceryError(code, message, {
    details: { provider },
    ...(retryable === undefined ? {} : { retryable }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause,
  })

/** Whether a failed call means that the account, or the want of one, is at fault. */
export const refusesCredentials = (error: unknown): boolean =>
  ChanceryError.is(error) && (error.message === denied.message || error.message === unknown.message)
