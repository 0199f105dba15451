import type { IncomingMessage } from 'node:http'
import type { Refusal } from './malformed-request.ts'

/**
 * What is wrong with a request that Node's parser lets through: whatever another server on the way could read differently
 * (RFC 9112).
 */
export function faultOf(request: IncomingMessage): Refusal | undefined {
  const { httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return ['http_version_not_supported', 'The versions of HTTP here are 1.1 and 1.0.']
  }
  const hosts = linesOf(request, 'host').length
  if (hosts > 1) return ['malformed_http', 'The request has more than one `Host` header.']
  if (hosts === 0 && httpVersion === '1.1') return ['malformed_http', 'The request has no `Host` header.']
  const codings = linesOf(request, 'transfer-encoding')
  if (codings.length === 0) return undefined
  if (httpVersion === '1.0') return ['malformed_http', 'HTTP/1.0 has no `Transfer-Encoding`.']
  if (codings.join().trim().toLowerCase() === 'chunked') return undefined
  return ['transfer_coding_not_supported', 'The one `Transfer-Encoding` here is `chunked`.']
}

/** What each line of a header says. Node joins those that come twice, or keeps the first; `rawHeaders` has them all. */
const linesOf = ({ rawHeaders }: IncomingMessage, name: string): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
