import { ChanceryError, type EmailTransport } from '@chancery/core'
import { isInTime, type Pause, realPause } from './pause.ts'

export interface RateSettings {
  /** Of this process; may be a fraction. */
  readonly perSecond: number
  /** How long an e-mail waits for its turn at the most, in ms; default 10,000. The deadline of the call may be nearer. */
  readonly maxWaitMs?: number
  readonly pause?: Pause
}

/** Hands no more e-mails over than so many a second, evenly: who comes too early waits, and who would wait too long is told so. */
export function rateLimited(transport: EmailTransport, settings: RateSettings): EmailTransport {
  const { perSecond, maxWaitMs = 10_000, pause = realPause } = settings
  const apart = 1000 / perSecond
  let next = 0
  return {
    ...transport,
    async send(email, options) {
      const now = pause.now()
      const ms = Math.max(0, next - now)
      if (ms > maxWaitMs || !isInTime(ms, options.deadline, pause)) {
        throw new ChanceryError('provider_unavailable', 'More e-mails wait than may be sent for now.', {
          details: { provider: transport.id },
          retryAfterMs: Math.ceil(ms),
        })
      }
      next = now + ms + apart
      if (ms > 0) await pause.wait(ms, options.signal)
      return await transport.send(email, options)
    },
  }
}
