import { ChanceryError, cancellation } from '@chancery/core'

export const notAllowed = (): ChanceryError =>
  new ChanceryError('url_not_allowed', 'This address may not be fetched.', {
    violations: [
      {
        pointer: '/url',
        code: 'url_not_allowed',
        message: 'This address may not be fetched.',
        hint: 'Send the document as `content`, or have its host added to the allow-list.',
      },
    ],
  })

export const tooLarge = (limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', 'The document is larger than allowed.', {
    details: { what: 'document bytes', limit, actual },
  })

/** The server answered, but not with a document. */
export const failed = (message: string, retryable = false, upstreamStatus?: number): ChanceryError =>
  new ChanceryError('provider_failed', message, {
    retryable,
    ...(upstreamStatus === undefined ? {} : { details: { upstreamStatus } }),
  })

/**
 * What went wrong on the way, by the codes of Node's network and zlib. Such errors name hosts, so none is kept.
 * @param deadline aborts when `caller` does, or the time of the fetch is over.
 */
export function asFetchError(error: unknown, caller: AbortSignal, deadline: AbortSignal): ChanceryError {
  if (caller.aborted) return cancellation(caller)
  if (ChanceryError.is(error)) return error
  if (deadline.aborted) {
    return new ChanceryError('provider_timeout', 'The address did not answer in time.', { retryable: true })
  }
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT')) return failed('The answer is not in its encoding.')
  if (code.startsWith('HPE_')) return failed('The address does not answer in HTTP.')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return failed('The answer was cut off.', true)
  return new ChanceryError('provider_unavailable', 'The address cannot be reached.')
}
