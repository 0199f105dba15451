import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'

/** What Node's parser refuses, with the status that fits. */
const statuses: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

const badRequest = [400, 'Bad Request'] as const

const problemOf = (status: number, title: string, detail: string): string =>
  JSON.stringify({ type: 'about:blank', title, status, detail, retryable: status === 408 })

/** Answers a request whose address and `Host` make no URL; the Node adapter itself would send an empty body. */
export function refuseUnaddressed(error: unknown): Response {
  const [status, title, detail] =
    error instanceof RequestError
      ? ([...badRequest, 'The address and the `Host` header of the request make no URL.'] as const)
      : ([500, 'Internal Server Error', 'The request could not be handled.'] as const)
  return new Response(problemOf(status, title, detail), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}

/** Time for the caller to take a refusal, in ms; a connection that is closed at once may lose it on its way. */
const lingerMs = 1000

/**
 * Answers a request that is no HTTP with problem+json, like everything else; Node itself would send an empty body. The
 * connection ends then, whether its other side closes it or not.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // More of what was refused already.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
  const [status, title] = statuses[error.code ?? ''] ?? badRequest
  const body = problemOf(status, title, 'The request is not well-formed HTTP.')
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** HTTP/1.1 wants the header `Host` (RFC 9112, section 3.2). Node itself would answer its absence with an empty body. */
export const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined

/** Answers a request without the header `Host`. */
export const refuseHostless = (response: ServerResponse): void =>
  refuse(response, ...badRequest, 'The request has no `Host` header.')

/** Answers an `Expect` other than `100-continue`. */
export const refuseExpectation = (response: ServerResponse): void =>
  refuse(response, 417, 'Expectation Failed', 'The `Expect` header asks for something that is not supported.')

function refuse(response: ServerResponse, status: number, title: string, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' })
  response.end(problemOf(status, title, detail))
}
