/* oxlint-disable no-underscore-dangle -- Node's own name for what knows how much of a write the system has taken */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface AnswerRate {
  /** In each stretch of so many ms… */
  readonly windowMs: number
  /** …so many bytes of an answer must be taken. */
  readonly bytes: number
}

/** 1 kB a second, looked at after half a minute: a caller may put down what it was given before it takes more. */
export const leastAnswerRate: AnswerRate = { windowMs: 30_000, bytes: 30_000 }

/** How often a window is looked at. */
const looks = 10

interface Progress {
  /** Since that much was taken: looks, not time, which would pass too while the service is too busy to send. */
  looks: number
  bytes: number
}

/** Closes connections that do not take their answers: each would keep one in memory for as long as it likes. */
export function watchAnswers(server: Server, { windowMs, bytes }: AnswerRate): void {
  const open = new Map<ServerResponse, Progress>()
  const timer = setInterval(() => {
    for (const [response, progress] of open) {
      const { socket } = response
      // Behind another answer of its connection, which is looked at by itself.
      if (socket === null) continue
      const waiting = waitingIn(socket)
      const taken = socket.bytesWritten - waiting
      if (waiting === 0 || taken - progress.bytes >= bytes) Object.assign(progress, { looks: 0, bytes: taken })
      else if (++progress.looks >= looks) socket.destroy()
    }
  }, windowMs / looks).unref()
  server.once('close', () => clearInterval(timer))
  server.on('request', (_request, response) => {
    open.set(response, { looks: 0, bytes: 0 })
    response.once('close', () => open.delete(response))
  })
}

/** Bytes that were handed to the system, and that it could not pass on yet: of one long write `writableLength` is all, up to its end. */
const waitingIn = (socket: Socket): number =>
  (socket as { readonly _handle?: { readonly writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0
