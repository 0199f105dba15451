import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AnswerRate, leastAnswerRate, watchAnswers } from './answer-rate.ts'
import { continueWhenRead } from './awaited-continue.ts'
import { type BodyRate, leastBodyRate, watchBodies } from './body-rate.ts'
import { boundConnections, type ConnectionLimits } from './connections.ts'
import { defaultLinger, type Linger, lingerAtClose } from './lingering-close.ts'
import { refuse, refuseExpectation, refuseMalformed, refuseSlow, refuseTunnel } from './malformed-request.ts'
import { faultOf } from './strict-request.ts'

/** Slow clients: time for the headers, for a whole request, and between two looks at who has used it up, in ms. */
const usualHeadersTimeout = 10_000
const requestTimeout = 120_000
const connectionsCheckingInterval = 100
const keepAliveTimeout = 5000

export interface ServerLimits {
  readonly connections: ConnectionLimits
  /** Absent: 10 s. */
  readonly headersTimeout?: number
  /** Absent: `leastBodyRate`. */
  readonly bodyRate?: BodyRate
  /** Absent: `leastAnswerRate`. */
  readonly answerRate?: AnswerRate
  /** Absent: `defaultLinger`. */
  readonly linger?: Linger
}

/** Node's server with its doors. */
export function httpServer(answer: RequestListener, limits: ServerLimits): Server {
  const server = createServer({ connectionsCheckingInterval, maxHeaderSize: 16 * 1024 })
  openDoors(server, answer, limits)
  return server
}

/**
 * The doors of a server that has no listeners for requests yet: who may connect and how long, and which HTTP comes through
 * to the one who answers.
 */
export function openDoors(server: Server, answer: RequestListener, limits: ServerLimits): void {
  const { headersTimeout = usualHeadersTimeout } = limits
  // Node refuses a request without `Host` by an empty body.
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout, requireHostHeader: false })
  const watch = watchBodies(server, limits.bodyRate ?? leastBodyRate, ({ socket }) => refuseSlow(socket))
  const unasked = new WeakSet<IncomingMessage>()
  const answers = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()
  server.on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed || refused.has(socket)) return
    answers.set(socket, response)
    const fault = faultOf(request)
    if (fault !== undefined) {
      refused.add(socket)
      return refuse(response, fault)
    }
    if (!unasked.has(request)) watch(request)
    answer(request, response)
  })
  server.on('checkContinue', (request, response) => {
    unasked.add(request)
    continueWhenRead(request, response, () => watch(request))
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (_request, response) => refuseExpectation(response))
  server.on('connect', (_request, socket) => refuseTunnel(socket))
  server.on('clientError', (error, socket) => refuseMalformed(error, socket, answers.get(socket)))
  watchAnswers(server, limits.answerRate ?? leastAnswerRate)
  lingerAtClose(server, limits.linger ?? defaultLinger)
  boundConnections(server, limits.connections)
}
