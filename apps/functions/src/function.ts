import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { acceptConfiguredKey, createHttpService, type HttpService, readConfiguration } from '@chancery/wiring'

/** Made at the first request, so that a wrong configuration is an answer, and kept for the instance's life. */
let starting: Promise<HttpService> | undefined

async function start(): Promise<HttpService> {
  const service = createHttpService(readConfiguration(process.env))
  await acceptConfiguredKey(service.composition)
  return service
}

/**
 * A handler for the functions framework.
 * @param operation serves this operation alone, on whatever path the gateway calls it
 */
export function createFunction(
  operation?: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    starting ??= start()
    const { app } = await starting
    const listener = getRequestListener((request) =>
      app.fetch(operation === undefined ? request : withPath(request, operation)),
    )
    await listener(incoming, outgoing)
  }
}

/** The same request on the operation's own path. Health pages keep theirs. */
function withPath(request: Request, operation: string): Request {
  const url = new URL(request.url)
  if (url.pathname === '/healthz' || url.pathname === '/readyz') return request
  url.pathname = `/${operation}`
  return new Request(url, request)
}
