import { isLostSession, SmtpFault } from './smtp-fault.ts'
import type { SmtpSession } from './smtp-session.ts'

/** Lends sessions, so that not every message needs a connection and a sign-in of its own. */
export interface SmtpPool {
  /**
   * Does something with a session that nobody else has meanwhile. One that was lost while it lay idle, before anything of a message
   * had left, is replaced, and the work done once more.
   * @throws SmtpFault
   */
  use<T>(signal: AbortSignal, work: (session: SmtpSession) => Promise<T>): Promise<T>
  close(): void
}

/** Many servers end a session after some minutes without a message, or after some hundred messages. */
const idleMs = 30_000
const messagesOfOne = 100

export function createSmtpPool(connections: number, open: (signal: AbortSignal) => Promise<SmtpSession>): SmtpPool {
  const idle = new Map<SmtpSession, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let inUse = 0
  let closed = false

  const turn = async (signal: AbortSignal): Promise<void> => {
    if (inUse < connections) {
      inUse += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(new SmtpFault({ phase: 'session', code: 'ECANCELLED', cancelled: true }))
      }
      waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
  /** The place goes to who waits for the longest. */
  const endTurn = (): void => {
    const next = waiting.shift()
    if (next === undefined) inUse -= 1
    else next()
  }

  const takeIdle = (): SmtpSession | undefined => {
    for (const [session, timer] of idle) {
      clearTimeout(timer)
      idle.delete(session)
      if (!session.isOpen) continue
      session.setIdle(false)
      return session
    }
    return undefined
  }
  const giveBack = (session: SmtpSession): void => {
    if (closed || !session.isOpen || session.messages >= messagesOfOne) return session.close()
    session.setIdle(true)
    const end = (): void => {
      idle.delete(session)
      session.close()
    }
    idle.set(session, setTimeout(end, idleMs).unref())
  }

  const attempt = async <T>(session: SmtpSession, work: (session: SmtpSession) => Promise<T>): Promise<T> => {
    try {
      const result = await work(session)
      giveBack(session)
      return result
    } catch (error) {
      session.close()
      throw error
    }
  }

  return {
    async use(signal, work) {
      await turn(signal)
      try {
        for (let session = takeIdle(); session !== undefined; session = takeIdle()) {
          try {
            return await attempt(session, work)
          } catch (error) {
            if (!(error instanceof SmtpFault && isLostSession(error.facts))) throw error
          }
        }
        return await attempt(await open(signal), work)
      } finally {
        endTurn()
      }
    },
    close() {
      closed = true
      for (const [session, timer] of idle) {
        clearTimeout(timer)
        session.close()
      }
      idle.clear()
    },
  }
}
