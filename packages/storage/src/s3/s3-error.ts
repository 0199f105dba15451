import { ChanceryError, invalidRequest } from '@chancery/core'
import {
  type Meaning,
  meaningOfStatus,
  objectMeanings,
  problemWith,
  refusesCredentials as refusedBy,
  retryAfterMs,
  statusOf,
} from '../objects/object-problems.ts'

const meanings = objectMeanings('S3', 'bucket', 'CHANCERY_S3_ACCESS_KEY_ID, or those that the AWS SDK finds by itself')

const elsewhere: Meaning = {
  code: 'provider_failed',
  message: 'The bucket is in another region: see CHANCERY_S3_REGION.',
}

/** What S3 says with a status that says less: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const byCode = new Map<string, Meaning>(
  Object.entries({
    SlowDown: meanings.busy,
    ServiceUnavailable: meanings.busy,
    InternalError: { code: 'provider_failed', message: 'S3 met a fault.', retryable: true },
    RequestTimeout: meanings.late,
    BadDigest: meanings.changedOnTheWay,
    IncompleteBody: meanings.changedOnTheWay,
    XAmzContentSHA256Mismatch: meanings.changedOnTheWay,
    ThrottlingException: meanings.busy,
    Throttling: meanings.busy,
    SignatureDoesNotMatch: meanings.unsigned,
    // The SDK sets its clock by the answer, so that the next call is right.
    RequestTimeTooSkewed: { ...meanings.unsigned, retryable: true },
    InvalidObjectState: meanings.archived,
    QuotaExceeded: meanings.full,
    XMinioStorageFull: meanings.full,
    XMinioAdminBucketQuotaExceeded: meanings.full,
    ExpiredToken: meanings.denied,
    InvalidToken: meanings.denied,
    EntityTooLarge: { code: 'payload_too_large', message: 'The document is larger than S3 takes.' },
    PermanentRedirect: elsewhere,
    AuthorizationHeaderMalformed: elsewhere,
    IllegalLocationConstraintException: elsewhere,
    NotImplemented: { code: 'unsupported_option', message: 'What speaks S3 here cannot do this.' },
    // The SDK found none.
    CredentialsProviderError: meanings.unknown,
    TimeoutError: meanings.late,
  }),
)

interface VendorError {
  readonly name?: unknown
  readonly $metadata?: { readonly httpStatusCode?: unknown }
  readonly $response?: { readonly statusCode?: unknown; readonly headers?: Readonly<Record<string, unknown>> }
}

const errorIn = (error: unknown): VendorError =>
  (typeof error === 'object' && error !== null ? error : {}) as VendorError

/** The HTTP status, or the network's code, of an error of the SDK. */
export const s3Status = (error: unknown): string | undefined =>
  statusOf(error, (at) => {
    const { $metadata, $response } = at as VendorError
    return $metadata?.httpStatusCode ?? $response?.statusCode
  })

/** What S3 calls it: `NoSuchKey`. */
export const s3Code = (error: unknown): string => String(errorIn(error).name)

const headerOf = (error: unknown, name: string): string => String(errorIn(error).$response?.headers?.[name] ?? '')

const isPage = (error: unknown): boolean => /\bhtml\b/.test(headerOf(error, 'content-type'))

/** That there is no such object, in the words of S3: a page of somebody else says nothing of it. */
export const isNotFound = (error: unknown): boolean => s3Status(error) === '404' && !isPage(error)

/** What an error of `@aws-sdk/client-s3` means to a caller. The SDK's own message may hold names: it stays behind. */
export function s3Error(error: unknown, provider: string): ChanceryError {
  if (ChanceryError.is(error)) return error
  const [status, code] = [s3Status(error), s3Code(error)]
  if (code === 'KeyTooLongError') return invalidRequest('/path', 'path_too_long', 'The path is longer than S3 takes.')
  const cause = status ?? (error instanceof Error ? error : 'unknown')
  return problemWith(meaningOf(status, code, error), provider, cause, retryAfterMs(headerOf(error, 'retry-after')))
}

function meaningOf(status: string | undefined, code: string, error: unknown): Meaning {
  const known = byCode.get(code)
  if (known !== undefined) return known
  if (status === undefined)
    return /credential/i.test(String((error as Error | undefined)?.message)) ? meanings.unknown : meanings.own
  // Success that the SDK could not read, a redirect, a page.
  if (/^[123]\d\d$/.test(status) || (status === '404' && isPage(error))) return meanings.foreign
  return meaningOfStatus(meanings, status)
}

/** One call hung; the next may not. */
export const callTookTooLong = (provider: string): ChanceryError => problemWith(meanings.late, provider, 'hung')

/** Whether a failed call means that the account, or the want of one, is at fault. */
export const refusesCredentials = (problem: unknown): boolean => refusedBy(meanings, problem)
