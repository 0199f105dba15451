import type { AddressInfo } from 'node:net'
import {
  connectionsWithin,
  drainable,
  httpServer,
  listenWidely,
  refuseUnaddressed,
  socketsFor,
} from '@chancery/http/server'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Configuration, createHttpService, type HttpService } from '@chancery/wiring'

export interface RunningServer {
  /** `http://127.0.0.1:8080`. */
  readonly address: string
  readonly service: HttpService
  /** Ends the service for callers, as `drainable` has it. */
  drain(graceMs: number): Promise<void>
  /** Drains, and closes everything. */
  stop(graceMs: number): Promise<void>
}

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
    errorHandler: (error) => refuseUnaddressed(error instanceof RequestError),
  })
  const most = configuration.CHANCERY_CONNECTIONS ?? connectionsWithin()
  const server = httpServer((request, response) => void answer(request, response), {
    connections: { most, mostOfAddress: configuration.CHANCERY_CONNECTIONS_PER_ADDRESS ?? Math.ceil(most / 2) },
  })
  const { CHANCERY_PORT: port, CHANCERY_HOST: host } = configuration
  const listening = await listenWidely(server, { port, host }, socketsFor(most))
  // A connection that could not be accepted (no descriptor was free) is its caller's loss alone.
  server.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
    service.composition.ports.logger.log('warning', 'connection_lost', { code }),
  )
  address = addressOf(listening.address)
  const worker = await service.startWorker()
  const serving = { app: service.app, handBack: () => worker?.close() }
  const drain = drainable(
    server,
    () => serving,
    () => listening.close(),
  )
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
