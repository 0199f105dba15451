/* oxlint-disable no-underscore-dangle -- Node's own name for what an answer has said of its connection */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Linger {
  /** In all. */
  readonly ms: number
  /** Without a byte. */
  readonly silentMs: number
  readonly bytes: number
}

/**
 * As long, and as much, as a caller may go on sending what was answered already. The times are those of nginx
 * (`lingering_time`, `lingering_timeout`): one that is closed opens the next connection, which costs more than to read on.
 */
export const defaultLinger: Linger = { ms: 30_000, silentMs: 5000, bytes: 64 * 1024 * 1024 }

/** How often in the shortest of the times is looked. */
const looks = 10

/** What came of a connection since its answer. */
interface Lingering {
  readonly since: number
  readonly from: number
  /** When bytes came last, and how many there were. */
  at: number
  read: number
  isEnding: boolean
}

/**
 * Lets callers see an answer that they get while they still send, such as 413: a connection that is closed with bytes
 * unread is reset, and the answer lost with it. So what still comes is read and thrown away, within bounds. Until then the
 * connection is not ended from here either: a caller that comes again as soon as it is would come thousands of times a second.
 * Where the answer has not said that the connection ends, it goes on behind the body: the next request may be on its way.
 *
 * What comes is seen by looking. Whoever listens to the socket takes it out of the hands of Node's parser, and where that had
 * stopped it, because nobody took the body, it is never read again.
 */
export function lingerAtClose(server: Server, { ms, silentMs, bytes }: Linger): void {
  const last = new WeakMap<Socket, IncomingMessage>()
  const answered = new WeakMap<Socket, ServerResponse>()
  const open = new Map<Socket, { readonly progress: Lingering; readonly close: () => void }>()
  const timer = setInterval(
    () => {
      const now = performance.now()
      for (const [{ bytesRead }, { progress, close }] of open) {
        if (bytesRead > progress.read) Object.assign(progress, { read: bytesRead, at: now })
        const isLate = now - progress.since >= ms || now - progress.at >= silentMs
        if (progress.isEnding || !(isLate || bytesRead - progress.from > bytes)) continue
        progress.isEnding = true
        close()
      }
    },
    Math.min(ms, silentMs) / looks,
  ).unref()
  server.once('close', () => clearInterval(timer))
  server.on('connection', (socket: Socket) => {
    // With it Node ends a connection whose answer is written, and the adapter one whose body is late.
    const close = socket.destroySoon.bind(socket)
    const goOn = (): void => {
      open.delete(socket)
      socket.off('end', close).off('close', goOn)
    }
    socket.destroySoon = () => {
      const request = last.get(socket)
      if (open.has(socket)) return
      if (request === undefined || request.complete || socket.destroyed || socket.readableEnded) return close()
      const { bytesRead } = socket
      const now = performance.now()
      open.set(socket, { progress: { since: now, from: bytesRead, at: now, read: bytesRead, isEnding: false }, close })
      if (!knowsTheEnd(request)) socket.end()
      request.once('end', saidTheEnd(answered.get(socket)) ? close : goOn).resume()
      socket.once('end', close).once('close', goOn)
    }
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    last.set(socket, request)
    // Before Node, which ends the connection at once where it is to end.
    response.prependListener('finish', () => answered.set(socket, response))
  })
}

/** Before HTTP/1.1, the end of the connection is that of an answer of unknown length. */
const knowsTheEnd = ({ httpVersion }: IncomingMessage): boolean => httpVersion === '1.1'

/** Whether an answer has said that its connection ends with it. */
const saidTheEnd = (response: ServerResponse | undefined): boolean =>
  (response as { readonly _last?: boolean } | undefined)?._last !== false
