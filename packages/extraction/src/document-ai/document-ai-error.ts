import { ChanceryError } from '@chancery/core'

/** gRPC's status codes (google.rpc.Code), which the client uses over REST as well. */
const [cancelled, invalidArgument, deadlineExceeded, resourceExhausted] = [1, 3, 4, 8]
const [aborted, internal, unavailable] = [10, 13, 14]

/** Over REST some errors keep their HTTP status. */
const codesOfStatuses: Readonly<Record<number, number>> = {
  400: invalidArgument,
  408: deadlineExceeded,
  429: resourceExhausted,
  499: cancelled,
  500: internal,
  502: unavailable,
  503: unavailable,
  504: deadlineExceeded,
}

/** What the client threw, as an error of ours. Its message may quote the document, so it is kept as the cause alone. */
export function documentAiError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  const { code: given, message } = error as { readonly code?: unknown; readonly message?: unknown }
  const code = codesOfStatuses[Number(given)] ?? given
  const said = typeof message === 'string' ? message : ''
  const options = { cause: error, details: { provider: 'document-ai' } }
  if (code === cancelled) return new ChanceryError('cancelled', 'The reading was stopped.', { cause: error })
  if (code === invalidArgument) return invalidDocument(said, options)
  if (code === deadlineExceeded) {
    return new ChanceryError('provider_timeout', 'Document AI took too long.', { ...options, retryable: true })
  }
  if (code === resourceExhausted) {
    return new ChanceryError('provider_unavailable', "Document AI's quota is used up for now.", options)
  }
  if (code === unavailable || isNetworkError(error, said)) {
    return new ChanceryError('provider_unavailable', 'Document AI cannot be reached.', options)
  }
  const retryable = code === internal || code === aborted
  return new ChanceryError('provider_failed', 'Document AI answered with an error.', { ...options, retryable })
}

function invalidDocument(
  said: string,
  options: { readonly cause: unknown; readonly details: { readonly provider: string } },
): ChanceryError {
  const pages = /exceed the limit: (\d{1,6}) got (\d{1,6})/i.exec(said)
  if (pages !== null) {
    return new ChanceryError('payload_too_large', 'The document has more pages than Document AI takes in one call.', {
      ...options,
      details: { ...options.details, what: 'pages', limit: Number(pages[1]), actual: Number(pages[2]) },
    })
  }
  if (/exceeds? the (?:size )?limit|too large|size limit/i.test(said)) {
    return new ChanceryError('payload_too_large', 'The document is larger than Document AI takes.', options)
  }
  if (/unsupported input file format/i.test(said)) {
    return new ChanceryError('document_corrupt', 'Document AI could not make out what the document is.', options)
  }
  if (/password|encrypted/i.test(said))
    return new ChanceryError('document_encrypted', 'The document wants a password.', options)
  return new ChanceryError('provider_failed', 'Document AI did not take the document.', {
    ...options,
    retryable: false,
  })
}

function isNetworkError(error: unknown, said: string): boolean {
  const cause = (error as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause
  const codes = [(error as { readonly code?: unknown } | undefined)?.code, cause?.code]
  return (
    codes.some((code) => typeof code === 'string' && /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(code)) ||
    /ECONNREFUSED|ENOTFOUND|ECONNRESET|socket hang up/.test(said)
  )
}
