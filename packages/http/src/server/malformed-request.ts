import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ChanceryError, type ProblemCodeName } from '@chancery/core'
import { responseHeaders } from '../answer/security-headers.ts'
import { problemHeaders, problemOf, statusOfCode } from '../answer/problem.ts'

/** Why a request is refused before the service sees it; the text names the part of the request, and what to do. */
export type Refusal = readonly [code: ProblemCodeName, detail: string]

const malformed =
  'The request is not well-formed HTTP: its first line, a header, or the framing of its body. Send it again.'

/** What Node's parser refuses, with the code that fits. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The first line and the headers of the request are too long together: send at most 16 kB of them.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    'The chunk extensions of the body are too long: send chunks without any.',
  ],
  HPE_INVALID_VERSION: [
    'http_version_not_supported',
    'The first line of a request ends with `HTTP/1.1` or `HTTP/1.0`, and CR LF.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The headers or the body of the request did not arrive in time.'],
}

/** As on every answer of the service. */
const refusalHeaders = { ...responseHeaders, ...problemHeaders }

/** A problem as all others, but for the request id: such a request is in no log. */
function bodyOf([code, detail]: Refusal): string {
  const { instance: _, requestId: __, ...problem } = problemOf(new ChanceryError(code, detail), '')
  return JSON.stringify({ ...problem, detail })
}

/**
 * Answers a request of which the Node adapter can make none; the adapter itself would send an empty body.
 * @param isOfTheRequest whether its address and `Host` make no URL
 */
export function refuseUnaddressed(isOfTheRequest: boolean): Response {
  const refusal: Refusal = isOfTheRequest
    ? ['malformed_http', 'The address and the `Host` header of the request make no URL.']
    : ['internal', 'The request could not be handled.']
  return new Response(bodyOf(refusal), { status: statusOfCode(refusal[0]), headers: refusalHeaders })
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
  // On a connection that has said nothing, an answer would be taken for that to a request which is on its way.
  const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0
  if (error.code === 'ECONNRESET' || isSilent || !socket.writable) {
    socket.destroy()
    return
  }
  const end = (): void => endWith(socket, refusals[error.code ?? ''] ?? ['malformed_http', malformed])
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
  endWith(socket, ['method_not_allowed', 'This is no proxy: call an operation by POST.'], { allow: 'GET, HEAD, POST' })

/** Answers a request whose body comes too slowly. */
export const refuseSlow = (socket: Duplex): void =>
  endWith(socket, ['request_timeout', 'The body of the request came too slowly: less than 1 kB a second.'])

/** Writes the answer onto the connection itself, and ends it. */
function endWith(socket: Duplex, refusal: Refusal, more: Readonly<Record<string, string>> = {}): void {
  if (socket.writableEnded || socket.destroyed) return
  const body = bodyOf(refusal)
  const status = statusOfCode(refusal[0])
  const headers = { ...refusalHeaders, ...more, 'content-length': Buffer.byteLength(body), connection: 'close' }
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
  refuse(response, [
    'expectation_failed',
    'The one `Expect` here is `100-continue`: send the request without the header.',
  ])

/** Answers a request that is refused by its headers, and ends its connection. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(statusOfCode(refusal[0]), { ...refusalHeaders, connection: 'close' })
  response.end(bodyOf(refusal))
}
