import { ChanceryError } from '@chancery/core'

/** gRPC's status codes (google.rpc.Code), which the client uses over REST as well. */
const [cancelled, invalidArgument, deadlineExceeded, notFound, permissionDenied, resourceExhausted] = [1, 3, 4, 5, 7, 8]
const [failedPrecondition, aborted, internal, unavailable, unauthenticated] = [9, 10, 13, 14, 16]

/** Over REST some errors keep their HTTP status. */
const codesOfStatuses: Readonly<Record<number, number>> = {
  400: invalidArgument,
  401: unauthenticated,
  403: permissionDenied,
  404: notFound,
  408: deadlineExceeded,
  429: resourceExhausted,
  499: cancelled,
  500: internal,
  502: unavailable,
  503: unavailable,
  504: deadlineExceeded,
}

const provider = 'document-ai'
/** Quotas are counted by the minute. */
const quotaMs = 60_000

/** What the client threw, as an error of ours. Its message may quote the document, so it is kept as the cause alone. */
export function documentAiError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  const { code: given, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  const code = codesOfStatuses[Number(given)] ?? given
  const said = typeof message === 'string' ? message : ''
  const failed = (text: string, reason: string, retryable = false): ChanceryError =>
    new ChanceryError('provider_failed', text, { cause: error, details: { provider, reason }, retryable })
  if (/could not load the default credentials|unable to detect a project id/i.test(said)) {
    return failed('There are no Google Cloud credentials to call Document AI with.', 'credentials')
  }
  switch (code) {
    case cancelled:
      return new ChanceryError('cancelled', 'The reading was stopped.', { cause: error })
    case invalidArgument:
    case failedPrecondition:
      return refusal(said, error)
    case deadlineExceeded:
      return tookTooLong(error)
    case resourceExhausted:
      return new ChanceryError('provider_unavailable', "Document AI's quota is used up for now.", {
        cause: error,
        details: { provider, reason: 'quota' },
        retryAfterMs: quotaMs,
      })
    case unavailable:
      return unreachable(error)
    case unauthenticated:
      return failed('Document AI did not accept the credentials.', 'credentials')
    case permissionDenied:
      return failed('These credentials may not use the Document AI processor.', 'permission')
    case notFound:
      return failed('Document AI does not know the processor.', 'processor')
    default:
      if (isNetworkError(error, said)) return unreachable(error)
      if (isDecodingError(said)) return failed('Document AI gave an answer that cannot be understood.', 'malformed')
      if (typeof code === 'number') {
        return failed('Document AI answered with an error.', 'error', code === internal || code === aborted)
      }
      // No fault of the service: our own, or the client's.
      return new ChanceryError('internal', 'Something went wrong on the way to Document AI.', { cause: error })
  }
}

/** Whether the same call may go well a little later: the service was not there, or too slow. */
export const isWorthRepeating = (error: ChanceryError): boolean =>
  error.retryable && error.details['provider'] === provider && !isQuota(error)

/** Whether the quota is used up for now, which is counted by the minute. */
export const isQuota = ({ details }: ChanceryError): boolean => details['reason'] === 'quota'

export const tookTooLong = (cause?: unknown): ChanceryError =>
  new ChanceryError('provider_timeout', 'Document AI took too long.', {
    cause,
    details: { provider },
    retryable: true,
  })

const unreachable = (cause: unknown): ChanceryError =>
  new ChanceryError('provider_unavailable', 'Document AI cannot be reached.', {
    cause,
    details: { provider, reason: 'unavailable' },
  })

/** A document that the service does not take; why, by its message. */
function refusal(said: string, cause: unknown): ChanceryError {
  const numbers = /exceeds?(?: the)? (?:\w{1,20} )?limit:? (\d{1,12})(?:[^\d]{1,20}got (\d{1,12}))?/i.exec(said)
  const counted = {
    ...(numbers?.[1] === undefined ? {} : { limit: Number(numbers[1]) }),
    ...(numbers?.[2] === undefined ? {} : { actual: Number(numbers[2]) }),
  }
  const tooLarge = (what: string, message: string): ChanceryError =>
    new ChanceryError('payload_too_large', message, { cause, details: { provider, what, ...counted } })
  if (/pages?\b[^.]{0,80}exceed|page limit|too many pages/i.test(said)) {
    return tooLarge('pages', 'The document has more pages than Document AI takes in one call.')
  }
  if (numbers !== null || /exceeds? the (?:size )?limit|too large|size limit|exceeds the maximum/i.test(said)) {
    return tooLarge('document bytes', 'The document is larger than Document AI takes.')
  }
  if (/password|encrypted/i.test(said)) {
    return new ChanceryError('document_encrypted', 'The document wants a password.', { cause, details: { provider } })
  }
  if (/unsupported (?:input file format|mime ?type)|mime ?type[^.]{0,60}not supported/i.test(said)) {
    return new ChanceryError('document_corrupt', 'Document AI could not make out what the document is.', {
      cause,
      details: { provider },
    })
  }
  return new ChanceryError('provider_failed', 'Document AI did not take the document.', {
    cause,
    details: { provider, reason: 'refused' },
    retryable: false,
  })
}

/** As protobuf.js names a field of a message that is not of its type, and V8 a text that is no JSON. */
const isDecodingError = (said: string): boolean => /^\.google\.|is not valid JSON$|^Unexpected end of JSON/.test(said)

function isNetworkError(error: unknown, said: string): boolean {
  const cause = (error as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause
  const codes = [(error as { readonly code?: unknown } | undefined)?.code, cause?.code]
  return (
    codes.some((code) => typeof code === 'string' && /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(code)) ||
    /ECONNREFUSED|ENOTFOUND|ECONNRESET|socket hang up/.test(said)
  )
}
