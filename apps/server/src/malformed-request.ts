import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { responseHeaders } from '@chancery/http'
import { RequestError } from '@hono/node-server'

/** Why a request is refused before the service sees it. */
export type Refusal = readonly [status: number, title: string, detail: string]

export const badRequest = [400, 'Bad Request'] as const

const malformed = 'The request is not well-formed HTTP.'

/** What Node's parser refuses, with the status that fits. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers of the request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'The chunk extensions of the request are too long.'],
  HPE_INVALID_VERSION: [
    505,
    'HTTP Version Not Supported',
    'The first line of a request ends with `HTTP/1.1` or `HTTP/1.0`, and CR LF.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
}

/** As on every answer of the service. */
const problemHeaders = {
  ...responseHeaders,
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
}

const problemOf = ([status, title, detail]: Refusal): string =>
  JSON.stringify({ type: 'about:blank', title, status, detail, retryable: status === 408 })

/** Answers a request whose address and `Host` make no URL; the Node adapter itself would send an empty body. */
export function refuseUnaddressed(error: unknown): Response {
  const refusal: Refusal =
    error instanceof RequestError
      ? [...badRequest, 'The address and the `Host` header of the request make no URL.']
      : [500, 'Internal Server Error', 'The request could not be handled.']
  return new Response(problemOf(refusal), { status: refusal[0], headers: problemHeaders })
}

/** Time for the caller to take a refusal, in ms; a connection that is closed at once may lose it on its way. */
const lingerMs = 1000

/** Connections that are refused as soon as what came before has its answer. */
const ending = new WeakSet<Duplex>()

/**
 * Answers a request that is no HTTP with problem+json, like everything else; Node itself would send an empty body. The
 * connection ends then, whether its other side closes it or not. Answers keep their order, and there is one for each request.
 * @param last the answer to the last request of the connection that came through
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex, last?: ServerResponse): void {
  // More of what was refused already.
  if (socket.writableEnded || ending.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const end = (): void => endWith(socket, refusals[error.code ?? ''] ?? [...badRequest, malformed])
  // What is wrong is the body of the last request, or what comes behind that.
  const isBody = last?.req.complete === false
  if (last === undefined || (isBody && !last.headersSent)) return end()
  ending.add(socket)
  const after = isBody ? () => endSoon(socket) : end
  if (last.writableFinished) after()
  else last.once('finish', after)
}

/** Answers CONNECT, whose connection Node hands over as it is. */
export const refuseTunnel = (socket: Duplex): void =>
  endWith(socket, [405, 'Method Not Allowed', 'This is no proxy.'], { allow: 'GET, HEAD, POST' })

/** Answers a request whose body comes too slowly. */
export const refuseSlow = (socket: Duplex): void =>
  endWith(socket, [408, 'Request Timeout', 'The body of the request came too slowly.'])

/** Writes the answer onto the connection itself, and ends it. */
function endWith(socket: Duplex, refusal: Refusal, more: Readonly<Record<string, string>> = {}): void {
  if (socket.writableEnded || socket.destroyed) return
  const body = problemOf(refusal)
  const [status] = refusal
  const headers = { ...problemHeaders, ...more, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

/** Ends a connection, whether its other side does so or not. */
function endSoon(socket: Duplex, text = ''): void {
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
  socket.on('error', () => socket.destroy())
  socket.end(text)
}

/** Answers an `Expect` other than `100-continue`. */
export const refuseExpectation = (response: ServerResponse): void =>
  refuse(response, [417, 'Expectation Failed', 'The `Expect` header asks for something that is not supported.'])

/** Answers a request that is refused by its headers, and ends its connection. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal[0], { ...problemHeaders, connection: 'close' })
  response.end(problemOf(refusal))
}
