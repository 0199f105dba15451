import { ChanceryError, problemCodes, type ErrorKind, type ProblemCodeName, type Violation } from '@chancery/core'
import type { Answer } from './answer.ts'

/** The one place where a kind of failure becomes an HTTP status. */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  'invalid-input': 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  'too-large': 413,
  'headers-too-large': 431,
  'too-slow': 408,
  'expectation-failed': 417,
  'unsupported-version': 505,
  'unsupported-coding': 501,
  'unsupported-type': 415,
  'not-satisfiable': 416,
  'unreadable-document': 422,
  'rate-limited': 429,
  'upstream-failed': 502,
  'upstream-timeout': 504,
  unavailable: 503,
  // Seen in the log alone: the caller is gone.
  cancelled: 499,
  internal: 500,
}

/** All codes of one kind have the same HTTP status. */
export const statusOfCode = (code: ProblemCodeName): number => statusOfKind[problemCodes[code].kind]

/** The body of every failed call: RFC 9457, with our own members. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ProblemCodeName
  readonly requestId: string
  readonly retryable: boolean
  readonly errors?: readonly Violation[]
}

/** What is thrown, as a problem. Nothing of an internal fault is shown. */
export function problemOf(error: ChanceryError, requestId: string): Problem {
  const { code, kind, retryable } = error
  const { title } = problemCodes[code]
  const shown = kind === 'internal' ? undefined : error
  return {
    ...shown?.details,
    type: `/docs/problems/${code}`,
    title,
    status: statusOfKind[kind],
    detail: shown?.message ?? 'The fault was logged under the request id.',
    instance: `urn:chancery:request:${requestId}`,
    code,
    requestId,
    retryable,
    ...(shown === undefined || shown.violations.length === 0 ? {} : { errors: shown.violations }),
  }
}

/** Whole seconds to wait before a repetition, where the failure says or implies it. */
function retryAfterSeconds(error: ChanceryError): number | undefined {
  if (error.retryAfterMs !== undefined) return Math.max(1, Math.ceil(error.retryAfterMs / 1000))
  return error.kind === 'rate-limited' || error.kind === 'unavailable' ? 1 : undefined
}

export const problemHeaders = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }

/** The answer to a failed call. */
export function problemAnswer(error: ChanceryError, requestId: string): Answer {
  const problem = problemOf(error, requestId)
  const { status } = problem
  const seconds = retryAfterSeconds(error)
  return {
    status,
    headers: {
      ...problemHeaders,
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
      ...(status === 401 || status === 403
        ? { 'www-authenticate': 'ApiKey realm="chancery", header="x-api-key"' }
        : {}),
      ...(error.kind === 'not-satisfiable' ? { 'content-range': `bytes */${String(error.details.size)}` } : {}),
      ...(error.kind === 'not-allowed' ? { allow: String(error.details.allow ?? 'POST') } : {}),
    },
    body: JSON.stringify(problem),
  }
}

/** Anything thrown, as the one error. */
export const asChanceryError = (error: unknown): ChanceryError =>
  ChanceryError.is(error) ? error : new ChanceryError('internal', 'Something went wrong here.', { cause: error })
