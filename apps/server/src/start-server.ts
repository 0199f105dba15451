import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type Configuration, createHttpService, type HttpService } from '@chancery/wiring'
import { boundConnections, connectionsWithin } from './connections.ts'
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
  /**
   * Ends the service for callers: `/readyz` says so, calls are taken for a moment more, so that none is reset that was sent
   * already, then running ones end, up to `graceMs`. What the service stands on is still open afterwards.
   */
  drain(graceMs: number): Promise<void>
  /** Drains, and closes everything. */
  stop(graceMs: number): Promise<void>
}

/** How long calls are taken after the service was asked to end, in ms. */
const acceptMs = 500

/** Slow clients: time for the headers, for a whole request, and between two looks at who has used it up, in ms. */
const headersTimeout = 10_000
const requestTimeout = 120_000
const connectionsCheckingInterval = 1000

/** Starts the service on its own port. @throws where the port is taken, or what is kept cannot be reached or used. */
export async function startServer(configuration: Configuration): Promise<RunningServer> {
  let address: string | undefined
  const service = createHttpService(configuration, { addressOf: remoteAddress, baseUrl: () => address })
  await service.composition.prepare().catch(async (error: unknown) => {
    await service.composition.close()
    throw error
  })
  const answer = getRequestListener(service.app.fetch, {
    hostname: configuration.CHANCERY_HOST,
    errorHandler: refuseUnaddressed,
  })
  const server = createServer(
    {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: 5000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    (request, response) => {
      if (request.socket.destroyed) return
      if (lacksHost(request)) refuseHostless(response)
      else void answer(request, response)
    },
  )
  boundConnections(server, configuration.CHANCERY_CONNECTIONS ?? connectionsWithin())
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', (_request, response) => refuseExpectation(response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(configuration.CHANCERY_PORT, configuration.CHANCERY_HOST, resolve)
  })
  // A connection that could not be accepted (no descriptor was free) is its caller's loss alone.
  server.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
    service.composition.ports.logger.log('warning', 'connection_lost', { code }),
  )
  address = addressOf(server.address() as AddressInfo)
  async function drain(graceMs: number): Promise<void> {
    service.app.leave()
    await pause(acceptMs)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await service.app.drain(graceMs)
    // Answers that are ready still have to reach their callers.
    const force = setTimeout(() => server.closeAllConnections(), 1000)
    await closed
    clearTimeout(force)
  }
  return {
    address,
    service,
    drain,
    async stop(graceMs) {
      await drain(graceMs)
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
