import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ChanceryError, problemCodes } from '@chancery/core'
import { getRequestListener } from '@hono/node-server'
import {
  ConfigurationError,
  createHttpService,
  type HttpService,
  readConfiguration,
  responseHeaders,
} from '@chancery/wiring'

async function start(): Promise<HttpService> {
  const service = createHttpService(readConfiguration(process.env), { isFunction: true })
  try {
    await service.composition.prepare()
    // Where calls in the background are pushed to this instance.
    await service.startWorker()
    return service
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
export function sharedFunctions(): (operation?: string) => Handler {
  // Made at the first request, so that a wrong configuration is an answer, and kept while the instance lives.
  let starting: Promise<HttpService> | undefined
  return (operation) => async (incoming, outgoing) => {
    let service: HttpService
    try {
      starting ??= start()
      service = await starting
    } catch (error) {
      // What was wrong may pass; the next request tries again.
      starting = undefined
      return refuse(outgoing, error)
    }
    const { app } = service
    const listener = getRequestListener((request) =>
      app.fetch(operation === undefined ? request : withPath(request, operation)),
    )
    await listener(incoming, outgoing)
  }
}

/**
 * A handler for the functions framework.
 * @param operation serves this operation alone, on whatever path the gateway calls it
 */
export const createFunction: (operation?: string) => Handler = sharedFunctions()

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
function logFault(error: unknown, fields: Readonly<Record<string, string>> = {}): void {
  const message = error instanceof ConfigurationError ? error.message : error instanceof Error ? error.stack : error
  console.error(JSON.stringify({ severity: 'ERROR', time: new Date().toISOString(), message, ...fields }))
}
