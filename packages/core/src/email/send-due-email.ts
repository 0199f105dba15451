import { ChanceryError } from '../errors.ts'
import type { KeptMessage } from '../ports/email-ledger.ts'
import type { Receipt } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { splitAtSpace } from '../spaces/space-of-id.ts'
import { suppressionsInSpace } from '../spaces/suppressions-in-space.ts'
import { readEmail } from './kept-email.ts'
import { recordOutcome } from './record-outcome.ts'
import { sendToAllowed } from './send-to-allowed.ts'

type Needed = Pick<Ports, 'transports' | 'emailLedger' | 'emailSchedule' | 'suppressions' | 'clock' | 'logger'>

/** When one that was surely not handed over is tried again, in ms, unless the provider says when. */
const pauseMs = 60_000
/** For how long that goes on, in ms: as mail servers do it (RFC 5321, 4.5.4.1: at least 4 to 5 days). */
const triedForMs = 5 * 24 * 60 * 60 * 1000

/**
 * Hands over one e-mail whose time has come. As ever it is claimed before, and handed over once: what the transport cannot
 * tell stays `unknown`; what surely did not leave is tried again, and given up after five days.
 * @returns whether there was one
 */
export async function sendDueEmail(ports: Needed, signal: AbortSignal): Promise<boolean> {
  const due = await ports.emailSchedule.takeDue(ports.clock.now(), { signal })
  if (due === undefined) return false
  const { sendAt = due.at, ...email } = readEmail(due)
  let receipt: Receipt
  try {
    receipt = await sendToAllowed(email, ports.transports.get(due.provider), portsOf(due, ports), { signal })
  } catch (error) {
    await notSent(due, sendAt, error, ports)
    return true
  }
  await recordOutcome(due.id, receipt, ports)
  return true
}

/** The worker is of no space: what the e-mail's own has on its list counts. */
function portsOf({ id }: KeptMessage, { suppressions }: Needed): Pick<Needed, 'suppressions'> {
  const [space] = splitAtSpace(id)
  return { suppressions: space === '' ? suppressions : suppressionsInSpace(suppressions, space) }
}

async function notSent(
  { id, provider }: KeptMessage,
  sendAt: number,
  error: unknown,
  { emailLedger, emailSchedule, clock, logger }: Needed,
): Promise<void> {
  const code = ChanceryError.is(error) ? error.code : 'internal'
  const told = { messageId: id, provider, code }
  if (!ChanceryError.is(error) || error.details['ambiguous'] === true) {
    logger.log('warning', 'email-in-doubt', told)
    await emailLedger.settle(id, { status: 'unknown', code })
    return
  }
  const now = clock.now()
  const isTriedAgain = error.retryable || error.code === 'cancelled' || error.code === 'provider_not_configured'
  if (isTriedAgain && now - sendAt < triedForMs) {
    // However long the provider says: the last try comes before it is given up.
    const next = Math.min(now + (error.retryAfterMs ?? pauseMs), sendAt + triedForMs)
    await emailSchedule.postpone(id, next)
    return
  }
  logger.log('warning', 'email-not-sent', told)
  await emailLedger.settle(id, { status: 'failed', code })
}
