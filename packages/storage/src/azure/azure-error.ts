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

const meanings = objectMeanings(
  'Azure Blob Storage',
  'container',
  'CHANCERY_AZURE_CONNECTION_STRING, or CHANCERY_AZURE_ACCOUNT and CHANCERY_AZURE_KEY',
)

const gone = meanings.byStatus.get('404') ?? meanings.refused
const leased: Meaning = { code: 'write_conflict', message: 'Another program holds a lease of the document.' }

/** What Azure says with a status that says less: https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes */
const byCode = new Map<string, Meaning>(
  Object.entries({
    ServerBusy: meanings.busy,
    OperationTimedOut: meanings.late,
    Md5Mismatch: meanings.changedOnTheWay,
    AuthenticationFailed: meanings.unsigned,
    BlobArchived: meanings.archived,
    BlobBeingRehydrated: meanings.archived,
    BlobImmutableDueToPolicy: meanings.fixed,
    ContainerBeingDeleted: gone,
    ContainerDisabled: gone,
    LeaseIdMissing: leased,
    LeaseIdMismatchWithBlobOperation: leased,
    RequestBodyTooLarge: {
      code: 'payload_too_large',
      message: 'The document is larger than Azure Blob Storage takes.',
    },
    // The SDK's own: what answered cannot be read, or nothing did.
    PARSE_ERROR: meanings.foreign,
    REQUEST_SEND_ERROR: meanings.late,
  }),
)

interface VendorError {
  readonly code?: unknown
  readonly statusCode?: unknown
  readonly response?: { readonly headers?: { get?(name: string): string | undefined } }
}

const errorIn = (error: unknown): VendorError =>
  (typeof error === 'object' && error !== null ? error : {}) as VendorError

/** The HTTP status, or the network's code, of an error of the SDK. */
export const azureStatus = (error: unknown): string | undefined =>
  statusOf(error, (at) => (at as VendorError).statusCode)

const headerOf = (error: unknown, name: string): string | undefined => errorIn(error).response?.headers?.get?.(name)

/** What Azure calls it: `BlobNotFound`. Answers without a body have it in a header. */
export const azureCode = (error: unknown): string =>
  String(errorIn(error).code ?? headerOf(error, 'x-ms-error-code') ?? '')

const isPage = (error: unknown): boolean => /\bhtml\b/.test(headerOf(error, 'content-type') ?? '')

/** That there is no such blob, in the words of Azure: a page of somebody else says nothing of it. */
export const isNotFound = (error: unknown): boolean => azureStatus(error) === '404' && !isPage(error)

/** What an error of `@azure/storage-blob` means to a caller. The SDK's own message may hold names: it stays behind. */
export function azureError(error: unknown, provider: string): ChanceryError {
  if (ChanceryError.is(error)) return error
  const [status, code] = [azureStatus(error), azureCode(error)]
  if (code === 'OutOfRangeInput' || code === 'InvalidResourceName')
    return invalidRequest('/path', 'path_unsupported', 'Azure Blob Storage takes no such path.')
  const cause = status ?? (error instanceof Error ? error : 'unknown')
  return problemWith(meaningOf(status, code, error), provider, cause, retryAfterMs(headerOf(error, 'retry-after')))
}

function meaningOf(status: string | undefined, code: string, error: unknown): Meaning {
  const known = byCode.get(code)
  if (known !== undefined) return known
  if (status === undefined) return meanings.own
  // Success that the SDK could not read, a redirect, a page.
  if (/^[123]\d\d$/.test(status) || (status === '404' && isPage(error))) return meanings.foreign
  return meaningOfStatus(meanings, status)
}

/** One call hung; the next may not. */
export const callTookTooLong = (provider: string): ChanceryError => problemWith(meanings.late, provider, 'hung')

/** Whether a failed call means that the account, or the want of one, is at fault. */
export const refusesCredentials = (problem: unknown): boolean => refusedBy(meanings, problem)
