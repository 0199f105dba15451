import type { AddressInfo } from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type Configuration, createHttpService, type HttpService } from '@chancery/wiring'
import { connectionsWithin } from './connections.ts'
import { httpServer } from './http-server.ts'
import { refuseUnaddressed } from './malformed-request.ts'

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

/** How long calls are taken after the service was asked to end, in ms; longer, up to the most, while such come. */
const acceptMs = 500
const mostAcceptMs = 1500
/** Turns of the event loop in which none comes: until then what was sent waits in the system of a machine that is busy. */
const quietTurns = 3

/** Connections that wait to be accepted; with Node's own 511, callers that come all at once are kept out for seconds. */
const mostWaitingToConnect = 4096

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
  const most = configuration.CHANCERY_CONNECTIONS ?? connectionsWithin()
  const server = httpServer((request, response) => void answer(request, response), {
    connections: { most, mostOfAddress: configuration.CHANCERY_CONNECTIONS_PER_ADDRESS ?? Math.ceil(most / 2) },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const { CHANCERY_PORT: port, CHANCERY_HOST: host } = configuration
    server.listen({ port, host, backlog: mostWaitingToConnect }, resolve)
  })
  // A connection that could not be accepted (no descriptor was free) is its caller's loss alone.
  server.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
    service.composition.ports.logger.log('warning', 'connection_lost', { code }),
  )
  let came = 0
  for (const event of ['connection', 'request']) server.on(event, () => came++)
  /** Whatever was sent before has come. @param until by when it is no longer waited for, of `performance.now()` */
  async function untilNothingComes(until: number): Promise<void> {
    for (let [seen, quiet] = [came, 0]; quiet < quietTurns && performance.now() < until; seen = came) {
      await turn()
      quiet = seen === came ? quiet + 1 : 0
    }
  }
  address = addressOf(server.address() as AddressInfo)
  const worker = await service.startWorker()
  async function drain(graceMs: number): Promise<void> {
    service.app.leave()
    const asked = performance.now()
    await pause(acceptMs)
    await untilNothingComes(asked + mostAcceptMs)
    const longer = performance.now() - asked - acceptMs
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    // What is being done in the background is handed back: another goes on with it, or this service when it is started again.
    await Promise.all([service.app.drain(Math.max(0, graceMs - longer)), worker?.close()])
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
