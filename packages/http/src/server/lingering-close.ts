import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Linger {
  readonly ms: number
  readonly bytes: number
}

/** As long, and as much, as a caller may go on sending what was answered already. */
export const defaultLinger: Linger = { ms: 5000, bytes: 64 * 1024 * 1024 }

/**
 * Lets callers see an answer that they get while they still send, such as 413: a connection that is closed with bytes
 * unread is reset, and the answer lost with it. So what still comes is read and thrown away, within bounds. Until then the
 * connection is not ended from here either: a caller that comes again as soon as it is would come thousands of times a second.
 */
export function lingerAtClose(server: Server, { ms, bytes }: Linger): void {
  const last = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    // With it Node, and the adapter, end a connection whose answer is written.
    const close = socket.destroySoon.bind(socket)
    let lingers = false
    socket.destroySoon = () => {
      const request = last.get(socket)
      if (lingers) return
      if (request === undefined || request.complete || socket.destroyed || socket.readableEnded) return close()
      lingers = true
      const from = socket.bytesRead
      const timer = setTimeout(close, ms)
      const look = (): void => {
        if (socket.bytesRead - from > bytes) close()
      }
      if (!knowsTheEnd(request)) socket.end()
      request.once('end', close).resume()
      // Of the socket: a request that was answered tells no bytes.
      socket
        .on('data', look)
        .once('end', close)
        .once('close', () => clearTimeout(timer))
    }
  })
  server.prependListener('request', (request: IncomingMessage) => last.set(request.socket, request))
}

/** Before HTTP/1.1, the end of the connection is that of an answer of unknown length. */
const knowsTheEnd = ({ httpVersion }: IncomingMessage): boolean => httpVersion === '1.1'
