import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions, type Server as SocketServer } from 'node:net'

/** Connections that wait to be accepted, at each socket; with Node's own 511, callers that come all at once are kept out for seconds. */
const mostWaiting = 4096
const mostSockets = 64
/** What a descriptor of a listening socket must be worth. */
const connectionsOfOne = 16

/** How many sockets listen where there may be so many connections. */
export const socketsFor = (connections: number): number =>
  Math.min(mostSockets, Math.ceil(connections / connectionsOfOne))

export interface Listening {
  /** `127.0.0.1` and 8080. */
  readonly address: AddressInfo
  /** Takes no connection any more; resolves when the last is closed. */
  close(): Promise<void>
}

/**
 * Lets a server listen by several sockets on one port. The event loop accepts one connection of each socket in a turn (libuv
 * since 1.45, its pull request 3696). A service that has much to do needs 100 ms for a turn: by one socket it would accept
 * ten connections a second, and all other callers would wait, those with the smallest calls too. The system deals what comes
 * out among the sockets (`SO_REUSEPORT`, which Linux has); where it does not, one listens.
 * @param sockets how many
 * @throws as `listen` does: `EADDRINUSE` where the port is taken, also by another service of this kind
 */
export async function listenWidely(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
  sockets: number,
): Promise<Listening> {
  const count = sockets > 1 && (await dealsOut(host)) ? sockets : 1
  const isWide = count > 1
  // Services that all deal out would share a port without a word.
  if (isWide && port !== 0) await closed(await listening(createServer(), { port, host }))
  const options = { host, backlog: mostWaiting, reusePort: isWide }
  await listening(server, { ...options, port })
  const address = server.address() as AddressInfo
  const others: SocketServer[] = []
  try {
    while (others.length + 1 < count) {
      // As Node's server has them.
      const other = createServer({ allowHalfOpen: true, noDelay: true })
      others.push(await listening(other, { ...options, port: address.port }))
      for (const event of ['connection', 'error']) other.on(event, (of: unknown) => void server.emit(event, of))
    }
  } catch (error) {
    await Promise.all([server, ...others].map(closed))
    throw error
  }
  return {
    address,
    async close() {
      await Promise.all([server, ...others].map(closed))
    },
  }
}

/** Whether the system deals connections out among sockets. */
async function dealsOut(host: string): Promise<boolean> {
  try {
    await closed(await listening(createServer(), { port: 0, host, reusePort: true }))
    return true
  } catch {
    return false
  }
}

async function listening<T extends SocketServer>(server: T, options: ListenOptions): Promise<T> {
  server.listen(options)
  await once(server, 'listening')
  return server
}

const closed = (server: SocketServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
