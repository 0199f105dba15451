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

export interface ConnectionLimits {
  /** In all. */
  readonly most: number
  /** From one network address. */
  readonly mostOfAddress: number
}

/**
 * Keeps room for the next caller: where there are more connections than there may be, in all or from one address, the one
 * of them is closed that has been without a call for the longest, or whose answer is not taken. So callers without a key,
 * however many connections they keep open, do not keep others out.
 */
export function boundConnections(server: Server, { most, mostOfAddress }: ConnectionLimits): void {
  const all = new Crowd(most)
  const crowds = new Map<string, Crowd>()
  const crowdsOf = new WeakMap<Socket, readonly Crowd[]>()
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const crowd = crowds.get(address) ?? new Crowd(mostOfAddress)
    crowds.set(address, crowd)
    crowdsOf.set(socket, [crowd, all])
    socket.once('close', () => {
      for (const each of [crowd, all]) each.leave(socket)
      if (crowd.isEmpty) crowds.delete(address)
    })
    // First that of the address: what leaves there makes room in all.
    for (const each of [crowd, all]) {
      each.enter(socket)
      if (each.isFull) each.surplus()?.destroy()
    }
  })
  // Before all who answer: they find the socket destroyed where a call is one too many.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const both = crowdsOf.get(socket) ?? []
    for (const crowd of both) crowd.begin(socket, response)
    response.once('close', () => {
      for (const crowd of both) crowd.end(socket, response)
    })
  })
}

/** Connections that are counted together. */
class Crowd {
  private readonly most: number
  private open = 0
  /** Those without a call, the longest first. */
  private readonly idle = new Set<Socket>()
  private readonly busy = new Map<Socket, Set<ServerResponse>>()

  constructor(most: number) {
    this.most = most
  }

  get isEmpty(): boolean {
    return this.open === 0
  }

  get isFull(): boolean {
    return this.open > this.most
  }

  enter(socket: Socket): void {
    this.open++
    this.idle.add(socket)
  }

  leave(socket: Socket): void {
    this.open--
    this.idle.delete(socket)
    this.busy.delete(socket)
  }

  begin(socket: Socket, response: ServerResponse): void {
    this.idle.delete(socket)
    const calls = this.busy.get(socket) ?? new Set()
    this.busy.set(socket, calls.add(response))
    if (calls.size > mostCallsOnOne) socket.destroy()
  }

  end(socket: Socket, response: ServerResponse): void {
    const calls = this.busy.get(socket)
    calls?.delete(response)
    if (calls === undefined || calls.size > 0) return
    this.busy.delete(socket)
    if (!socket.destroyed) this.idle.add(socket)
  }

  /** The one that is missed least: idle for the longest, or one that does not take its answer; else the last that came. */
  surplus(): Socket | undefined {
    const found = this.idle.size > 1 ? firstOf(this.idle) : (firstUntaken(this.busy) ?? firstOf(this.idle))
    // It closes in a moment, and is not to be chosen again until then.
    if (found !== undefined) this.idle.delete(found)
    if (found !== undefined) this.busy.delete(found)
    return found
  }
}

/** Of an IPv6 address the half that a caller is given by its provider, and can fill as it likes. */
function networkOf(address: string): string {
  const [, v4] = /^::ffff:([0-9.]+)$/i.exec(address) ?? []
  if (v4 !== undefined || !address.includes(':')) return v4 ?? address
  const [head = [], tail = []] = (address.split('%')[0] ?? '').split('::').map((half) => half.split(':'))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

const firstOf = (sockets: ReadonlySet<Socket>): Socket | undefined => sockets.values().next().value

/** The connection on which all is said, and that does not take it. */
function firstUntaken(busy: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>): Socket | undefined {
  for (const [socket, calls] of busy) if ([...calls].every(({ writableEnded }) => writableEnded)) return socket
  return undefined
}
