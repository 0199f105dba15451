import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Configuration, createHttpService, type HttpService } from '@chancery/wiring'
import {
  lacksHost,
  refuseExpectation,
  refuseHostless,
  refuseMalformed,
  refuseUnaddressed,
} from './malformed-request.ts'

export interface RunningServer {
  /** `http://127.0.0.1:8080`. */
  readonly address: string
  readonly service: HttpService
  /** What takes the calls, for those who watch them. */
  readonly listener: Server
  /** Lets running calls end, up to `graceMs`, then closes everything. */
  stop(graceMs: number): Promise<void>
}

/** Slow clients: time for the headers, and for a whole request, in ms. */
const headersTimeout = 10_000
const requestTimeout = 120_000

/** Starts the service on its own port. @throws where the port is taken or the data folder cannot be used. */
export async function startServer(configuration: Configuration): Promise<RunningServer> {
  let address: string | undefined
  const service = createHttpService(configuration, { addressOf: remoteAddress, baseUrl: () => address })
  const answer = getRequestListener(service.app.fetch, {
    hostname: configuration.CHANCERY_HOST,
    errorHandler: refuseUnaddressed,
  })
  const server = createServer(
    { headersTimeout, requestTimeout, keepAliveTimeout: 5000, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    (request, response) => (lacksHost(request) ? refuseHostless(response) : void answer(request, response)),
  )
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', (_request, response) => refuseExpectation(response))
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(configuration.CHANCERY_PORT, configuration.CHANCERY_HOST, resolve)
  })
  address = addressOf(server.address() as AddressInfo)
  return {
    address,
    service,
    listener: server,
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await service.app.drain(graceMs)
      // Answers that are ready still have to reach their callers.
      const force = setTimeout(() => server.closeAllConnections(), 1000)
      await closed
      clearTimeout(force)
      await service.composition.close()
    },
  }
}

const addressOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

/** The caller's address, from what the Node adapter hands along with each request. */
function remoteAddress(_request: Request, bindings: unknown): string | undefined {
  const { incoming } = (bindings ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress
}
