import type { Server } from 'node:http'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { HttpApp } from '../app.ts'

/** How long calls are taken after the service was asked to end, in ms; longer, up to the most, while such come. */
const acceptMs = 500
const mostAcceptMs = 1500
/** Turns of the event loop in which none comes: until then what was sent waits in the system of a machine that is busy. */
const quietTurns = 3

/** The service behind a server, as far as its end goes. */
export interface Draining {
  readonly app: Pick<HttpApp, 'leave' | 'drain'>
  /** Hands back what is being done in the background: another goes on with it, or this service when it is started again. */
  handBack(): Promise<void> | undefined
}

/**
 * Ends a server for callers: `/readyz` says so, calls are taken for a moment more, so that none is reset that was sent
 * already, then running ones end, up to `graceMs`. What the service stands on is still open afterwards.
 * @param service absent as long as there is none
 * @param close takes no connection any more, and resolves when the last is closed; absent: that of the server
 */
export function drainable(
  server: Server,
  service: () => Draining | undefined,
  close: () => Promise<void> = () => new Promise((resolve) => server.close(() => resolve())),
): (graceMs: number) => Promise<void> {
  let came = 0
  for (const event of ['connection', 'request']) server.on(event, () => came++)
  /** Whatever was sent before has come. @param until by when it is no longer waited for, of `performance.now()` */
  async function untilNothingComes(until: number): Promise<void> {
    for (let [seen, quiet] = [came, 0]; quiet < quietTurns && performance.now() < until; seen = came) {
      await turn()
      quiet = seen === came ? quiet + 1 : 0
    }
  }
  return async (graceMs) => {
    service()?.app.leave()
    const asked = performance.now()
    await pause(acceptMs)
    await untilNothingComes(asked + mostAcceptMs)
    const longer = performance.now() - asked - acceptMs
    const closed = close()
    server.closeIdleConnections()
    const serving = service()
    await Promise.all([serving?.app.drain(Math.max(0, graceMs - longer)), serving?.handBack()])
    // Answers that are ready still have to reach their callers.
    const force = setTimeout(() => server.closeAllConnections(), 1000)
    await closed
    clearTimeout(force)
  }
}
