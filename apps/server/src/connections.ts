import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { descriptorLimit } from './descriptor-limit.ts'

/** More cost memory, and no machine that runs this service answers so many at once. */
const mostConnections = 10_000
const fewestConnections = 8
/** What the service itself opens: files of the store, databases, child processes, calls of providers. */
const leastReserve = 64

/** How many connections leave enough descriptors for the work itself. */
export function connectionsWithin(descriptors: number = descriptorLimit()): number {
  const reserve = Math.max(leastReserve, Math.ceil(descriptors / 4))
  return Math.min(mostConnections, Math.max(fewestConnections, descriptors - reserve))
}

/** Calls that one connection may have under way: a client that sends the next one early, never one that takes no answers. */
const mostCallsOnOne = 16

/**
 * Keeps room for the next caller: where there are more connections than `most`, the one is closed that has been without a
 * call for the longest, or whose answer is not taken. So callers without a key, however many they keep open, do not keep
 * others out.
 */
export function boundConnections(server: Server, most: number): void {
  /** Those without a call, the longest first. */
  const idle = new Set<Socket>()
  const busy = new Map<Socket, Set<ServerResponse>>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    open++
    idle.add(socket)
    socket.once('close', () => {
      open--
      idle.delete(socket)
      busy.delete(socket)
    })
    if (open > most) close(idle.size > 1 ? firstOf(idle) : (firstUntaken(busy) ?? firstOf(idle)))
  })
  // Before all who answer: they find the socket destroyed where a call is one too many.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    idle.delete(socket)
    const calls = busy.get(socket) ?? new Set()
    busy.set(socket, calls.add(response))
    if (calls.size > mostCallsOnOne) return close(socket)
    response.once('close', () => {
      calls.delete(response)
      if (calls.size > 0 || !busy.delete(socket)) return
      if (!socket.destroyed) idle.add(socket)
    })
  })

  function close(socket: Socket | undefined): void {
    if (socket === undefined) return
    idle.delete(socket)
    busy.delete(socket)
    socket.destroy()
  }
}

const firstOf = (sockets: ReadonlySet<Socket>): Socket | undefined => sockets.values().next().value

/** The connection on which all is said, and that does not take it. */
function firstUntaken(busy: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>): Socket | undefined {
  for (const [socket, calls] of busy) if ([...calls].every(({ writableEnded }) => writableEnded)) return socket
  return undefined
}
