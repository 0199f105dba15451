import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ChanceryError, type Logger, problemCodes, type Receiving } from '@chancery/core'
import { drainable, endAtUncaughtErrors, refuseUnaddressed } from '@chancery/http/server'
import { getRequestListener, RequestError } from '@hono/node-server'
import {
  ConfigurationError,
  createHttpService,
  type HttpService,
  readConfiguration,
  responseHeaders,
} from '@chancery/wiring'
import { addressOf } from './framework-server.ts'

/** Together with the moment in which calls are still taken, shorter than the 10 s after which Google kills. */
const graceMs = 7500

interface Started extends HttpService {
  readonly worker: Receiving | undefined
}

async function start(): Promise<Started> {
  const service = createHttpService(readConfiguration(process.env), { isFunction: true })
  try {
    await service.composition.prepare()
    // Where calls in the background are pushed to this instance.
    return { ...service, worker: await service.startWorker() }
  } catch (error) {
    await service.composition.close()
    throw error
  }
}

/**
 * Logs what is wrong with the settings as soon as the function is loaded, for whoever deploys it: callers are not told.
 * @returns whether they are right
 */
export function reportConfiguration(): boolean {
  try {
    readConfiguration(process.env)
    return true
  } catch (error) {
    logFault(error)
    return false
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Functions that share one service. */
export interface SharedFunctions {
  /**
   * A handler for the functions framework.
   * @param operation serves this operation alone, on whatever path the gateway calls it
   */
  handler(operation?: string): Handler
  /** Has the process end in order, at a signal and at what nothing has caught: no call that was sent is lost. */
  endInOrder(server: Server): void
}

export function sharedFunctions(): SharedFunctions {
  // Made at the first request, so that a wrong configuration is an answer, and kept while the instance lives.
  let starting: Promise<Started> | undefined
  let started: Started | undefined
  return {
    handler: (operation) => async (incoming, outgoing) => {
      try {
        started = await (starting ??= start())
      } catch (error) {
        // What was wrong may pass; the next request tries again.
        starting = undefined
        return refuse(outgoing, error)
      }
      const { app } = started
      incoming.url = addressOf(incoming)
      const listener = getRequestListener(
        (request) => app.fetch(operation === undefined ? request : withPath(request, operation)),
        { errorHandler: (error) => refuseUnaddressed(error instanceof RequestError) },
      )
      await listener(incoming, outgoing)
    },
    endInOrder(server) {
      const drain = drainable(server, () => started && { app: started.app, handBack: () => started?.worker?.close() })
      let ending: Promise<void> | undefined
      const end = (code: number): void => {
        ending ??= drain(graceMs)
          .then(() => started?.composition.close())
          .catch((error: unknown) => logFault(error))
          .then(() => process.exit(code))
      }
      const logger: Pick<Logger, 'log'> = {
        log: (level, event, fields) =>
          started === undefined ? logFault(event, fields) : started.composition.ports.logger.log(level, event, fields),
      }
      endAtUncaughtErrors(logger, () => end(1))
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))
    },
  }
}

/** The same request on the operation's own path. Health pages keep theirs. */
function withPath(request: Request, operation: string): Request {
  const url = new URL(request.url)
  if (url.pathname === '/healthz' || url.pathname === '/readyz') return request
  url.pathname = `/${operation}`
  return new Request(url, request)
}

/** Why there is no service is for the log alone: the caller may be anybody. */
function refuse(outgoing: ServerResponse, error: unknown): void {
  const requestId = randomUUID().replaceAll('-', '')
  // What the service stands on is away: the next request may find it there.
  const passes = ChanceryError.is(error) && error.retryable
  logFault(error, { requestId })
  const code = passes ? error.code : 'internal'
  const status = passes ? 503 : 500
  const problem = {
    type: `/docs/problems/${code}`,
    title: problemCodes[code].title,
    status,
    detail: 'The service could not start. The fault was logged under the request id.',
    instance: `urn:chancery:request:${requestId}`,
    code,
    requestId,
    retryable: passes,
  }
  outgoing
    .writeHead(status, {
      ...responseHeaders,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    })
    .end(JSON.stringify(problem))
}

/** As Cloud Logging reads it. Mistakes of a configuration name settings, and hold no secrets. */
function logFault(error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
  const message = error instanceof ConfigurationError ? error.message : error instanceof Error ? error.stack : error
  console.error(JSON.stringify({ severity: 'ERROR', time: new Date().toISOString(), message, ...fields }))
}
