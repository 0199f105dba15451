import { ChanceryError, type ProblemCodeName } from '@chancery/core'

interface Meaning {
  readonly code: ProblemCodeName
  readonly message: string
  readonly retryable?: boolean
}

const refused: Meaning = { code: 'provider_failed', message: 'Google Cloud Storage refused the call.' }
const denied: Meaning = { code: 'provider_failed', message: 'The service may not do this in the bucket.' }
const changed: Meaning = { code: 'write_conflict', message: 'The document was changed at the same time.' }
const away: Meaning = { code: 'provider_unavailable', message: 'Google Cloud Storage cannot be reached.' }
const busy: Meaning = { code: 'provider_unavailable', message: 'Google Cloud Storage is busy.' }
const late: Meaning = {
  code: 'provider_timeout',
  message: 'Google Cloud Storage did not answer in time.',
  // Every write names what it replaces, or is the same again.
  retryable: true,
}
const broken: Meaning = { code: 'provider_failed', message: 'Google Cloud Storage met a fault.', retryable: true }

/** By HTTP status (https://cloud.google.com/storage/docs/json_api/v1/status-codes) and by the network's own codes. */
const meanings = new Map<string, Meaning>(
  Object.entries({
    401: denied,
    403: denied,
    404: { code: 'document_not_found', message: 'No document is stored at that path.' },
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
    ECONNRESET: late,
    EPIPE: late,
    ETIMEDOUT: late,
    ESOCKETTIMEDOUT: late,
  }),
)

/** The HTTP status, or the network's code, of an error of the SDK. */
export function gcsStatus(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'number' || typeof error.code === 'string' ? String(error.code) : undefined
}

/** What an error of `@google-cloud/storage` means to a caller. The SDK's own message may hold names: it stays behind. */
export function gcsError(error: unknown, provider: string): ChanceryError {
  if (ChanceryError.is(error)) return error
  const status = gcsStatus(error)
  const { code, message, retryable } = (status === undefined ? undefined : meanings.get(status)) ?? refused
  return new ChanceryError(code, message, {
    details: { provider },
    ...(retryable === undefined ? {} : { retryable }),
    cause: status ?? (error instanceof Error ? error.name : 'unknown'),
  })
}
