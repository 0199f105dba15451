import { ChanceryError } from '@chancery/core'
import {
  type Meaning,
  meaningOfStatus,
  objectMeanings,
  problemWith,
  refusesCredentials as refusedBy,
  retryAfterMs,
  statusOf,
} from '../objects/object-problems.ts'

/** By HTTP status: https://cloud.google.com/storage/docs/json_api/v1/status-codes */
const meanings = objectMeanings(
  'Google Cloud Storage',
  'bucket',
  'GOOGLE_APPLICATION_CREDENTIALS, or the account that the service runs as',
)

/** The HTTP status, or the network's code, of an error of the SDK. */
export const gcsStatus = (error: unknown): string | undefined => statusOf(error)

interface VendorAnswer {
  readonly errors?: readonly { readonly reason?: unknown }[]
  readonly response?: { readonly headers?: unknown }
  readonly message?: unknown
  /** What fetch calls its own failures. */
  readonly type?: unknown
}

/** Why Google says that it refuses. Of a download the SDK has the answer as text alone. */
const isBecause = ({ errors, message }: VendorAnswer, reason: RegExp): boolean =>
  Array.isArray(errors)
    ? errors.some((each) => reason.test(String(each.reason)))
    : [...String(message).matchAll(/"reason"\s*:\s*"(\w{1,60})"/g)].some(([, each = '']) => reason.test(each))

/** What comes too fast is refused with 403 as well as with 429. */
const isTooFast = (answer: VendorAnswer): boolean => isBecause(answer, /rateLimitExceeded$/i)

const isFixed = (answer: VendorAnswer): boolean =>
  isBecause(answer, /^(?:retentionPolicyNotMet|objectUnderActiveHold)$/)

function headerOf({ response }: VendorAnswer, name: string): string {
  const headers = response?.headers
  const value =
    headers instanceof Headers ? headers.get(name) : (headers as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
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
  return problemWith(
    meaningOf(status, answer),
    provider,
    status ?? (error instanceof Error ? error : 'unknown'),
    retryAfterMs(headerOf(answer, 'retry-after')),
  )
}

function meaningOf(status: string | undefined, answer: VendorAnswer): Meaning {
  // Something answered, and said nothing that Cloud Storage says of a failure.
  if (status === undefined) {
    if (answer.response !== undefined || /redirect/.test(String(answer.type))) return meanings.foreign
    return /credential/i.test(String(answer.message)) ? meanings.unknown : meanings.own
  }
  // Of a private key that is none.
  if (status.startsWith('ERR_OSSL_')) return meanings.unknown
  if (/^[123]\d\d$/.test(status) || (status === '404' && isPage(answer))) return meanings.foreign
  if (isTooFast(answer)) return meanings.busy
  return isFixed(answer) ? meanings.fixed : meaningOfStatus(meanings, status)
}

/** One call hung; the next may not. */
export const callTookTooLong = (provider: string): ChanceryError => problemWith(meanings.late, provider, 'hung')

/** Whether a failed call means that the account, or the want of one, is at fault. */
export const refusesCredentials = (problem: unknown): boolean => refusedBy(meanings, problem)
