import type { IncomingMessage, Server } from 'node:http'

export interface BodyRate {
  /** In each stretch of so many ms… */
  readonly windowMs: number
  /** …so many bytes of a body must come. */
  readonly bytes: number
}

/** 1 kB a second, looked at after 10 s. */
export const leastBodyRate: BodyRate = { windowMs: 10_000, bytes: 10_000 }

/** How often a window is looked at. */
const looks = 10

interface Progress {
  since: number
  bytes: number
}

/**
 * Watches bodies that come in: a caller who sends next to nothing would keep a call of its key until the deadline.
 * @param tooSlow what to do with such a request
 * @returns begins with a request
 */
export function watchBodies(
  server: Server,
  { windowMs, bytes }: BodyRate,
  tooSlow: (request: IncomingMessage) => void,
): (request: IncomingMessage) => void {
  const open = new Map<IncomingMessage, Progress>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [request, progress] of open) {
      const { bytesRead } = request.socket
      if (request.complete || request.destroyed) open.delete(request)
      // What has come and is not taken is no delay of the caller's.
      else if (request.readableLength > 0 || bytesRead - progress.bytes >= bytes) {
        Object.assign(progress, { since: now, bytes: bytesRead })
      } else if (now - progress.since >= windowMs) {
        open.delete(request)
        tooSlow(request)
      }
    }
  }, windowMs / looks).unref()
  server.once('close', () => clearInterval(timer))
  return (request) => {
    if (request.complete) return
    open.set(request, { since: performance.now(), bytes: request.socket.bytesRead })
    request.once('close', () => open.delete(request))
  }
}
