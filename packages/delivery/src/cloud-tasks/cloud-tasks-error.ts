import { ChanceryError, type ProblemCodeName } from '@chancery/core'

interface Meaning {
  readonly code: ProblemCodeName
  readonly message: string
  readonly retryable?: boolean
}

const provider = 'cloud-tasks'
const refused: Meaning = { code: 'provider_failed', message: 'Cloud Tasks refused the call.', retryable: false }
const denied: Meaning = {
  code: 'provider_failed',
  message:
    'The service may not add to the queue of Cloud Tasks: its account needs cloudtasks.tasks.create on it, and iam.serviceAccounts.actAs on the account of the pushes.',
  retryable: false,
}
const unknown: Meaning = {
  code: 'provider_failed',
  message:
    'There are no credentials for Cloud Tasks that can be used: see GOOGLE_APPLICATION_CREDENTIALS, or the account that the service runs as.',
  retryable: false,
}
const away: Meaning = { code: 'provider_unavailable', message: 'Cloud Tasks cannot be reached.' }
const busy: Meaning = { code: 'provider_unavailable', message: 'Cloud Tasks is busy.' }
/** A task has a name: the same again is no other one. */
const late: Meaning = { code: 'provider_timeout', message: 'Cloud Tasks did not answer in time.', retryable: true }
const broken: Meaning = { code: 'provider_failed', message: 'Cloud Tasks met a fault.', retryable: true }
const foreign: Meaning = { code: 'provider_failed', message: 'What answered is not Cloud Tasks.', retryable: true }
const own: Meaning = { code: 'internal', message: 'Something went wrong on the way to Cloud Tasks.' }

/** By HTTP status (https://cloud.google.com/tasks/docs/reference/rest) and by the network's own codes. */
const meanings = new Map<string, Meaning>(
  Object.entries({
    401: unknown,
    403: denied,
    404: { code: 'provider_failed', message: 'There is no such queue of Cloud Tasks.', retryable: false },
    408: late,
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
    ECONNRESET: away,
    EPIPE: away,
    UND_ERR_SOCKET: away,
    UND_ERR_CONNECT_TIMEOUT: late,
    ETIMEDOUT: late,
    EACCES: unknown,
    EISDIR: unknown,
    ENOENT: unknown,
  }),
)

interface VendorError {
  readonly status?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  readonly response?: {
    readonly status?: unknown
    readonly headers?: unknown
    readonly config?: { readonly url?: unknown }
  }
}

/** The HTTP status, or the network's code, of what google-auth-library threw. */
export function cloudTasksStatus(error: unknown): string | undefined {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth++) {
    const { status, code, response, cause } = at as VendorError
    for (const each of [response?.status, status, code]) {
      if (typeof each === 'number' || (typeof each === 'string' && /^(?:\d{3}|[A-Z][A-Z_]+)$/.test(each)))
        return String(each)
    }
    at = cause
  }
  return undefined
}

/** `Retry-After` in seconds, as ms. */
function retryAfterOf(error: unknown): number | undefined {
  const headers = (error as VendorError | undefined)?.response?.headers
  const value = headers instanceof Headers ? headers.get('retry-after') : null
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined
}

/** What an error on the way to Cloud Tasks means to a caller. Its own message may hold names and tokens: it stays behind. */
export function cloudTasksError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  const status = cloudTasksStatus(error)
  const retryAfterMs = retryAfterOf(error)
  const { code, message, retryable } = meaningOf(status, error)
  return new ChanceryError(code, message, {
    details: { provider },
    cause: status ?? (error instanceof Error ? error.name : 'unknown'),
    ...(retryable === undefined ? {} : { retryable }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function meaningOf(status: string | undefined, error: unknown): Meaning {
  const said = String((error as VendorError | undefined)?.message)
  // Whoever gives tokens says 400 to what is no credential (RFC 6749).
  if (/credential|invalid_grant|invalid_client|unauthorized_client/i.test(said)) return unknown
  if (status === undefined) return own
  if (/^[123]\d\d$/.test(status)) return foreign
  return meanings.get(status) ?? refused
}

/** One call hung; the next may not. */
export const tookTooLong = (): ChanceryError =>
  new ChanceryError(late.code, late.message, { details: { provider }, retryable: true, cause: 'hung' })

/** An answer of 200 that Cloud Tasks would not give. */
export const foreignAnswer = (): ChanceryError =>
  new ChanceryError(foreign.code, foreign.message, { details: { provider }, retryable: true, cause: 'foreign' })
