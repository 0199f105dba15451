import type { Server } from 'node:http'
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

/**
 * Keeps room for the next caller: where there are more connections than `most`, the one is closed that has been without a
 * call for the longest. So callers without a key, however many they keep open, do not keep others out.
 */
export function boundConnections(server: Server, most: number): void {
  /** Those without a call, the longest first. */
  const idle = new Set<Socket>()
  /** Calls that run on a connection: several, where a client sends the next one early. */
  const calls = new WeakMap<Socket, number>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    open++
    idle.add(socket)
    socket.once('close', () => {
      open--
      idle.delete(socket)
    })
    if (open <= most) return
    const [longest = socket] = idle
    idle.delete(longest)
    longest.destroy()
  })
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    calls.set(socket, (calls.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (calls.get(socket) ?? 1) - 1
      calls.set(socket, left)
      if (left === 0 && !socket.destroyed) idle.add(socket)
    })
  })
}
