import { invalidRequest } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'

/** How long an e-mail may wait for its time, in days: a year, and for a mistyped one somebody is told. */
const mostDays = 366

/** @throws `invalid_request` where the time is further ahead */
export function assertNotTooLate(sendAt: string | undefined, clock: Clock): void {
  if (sendAt === undefined || Date.parse(sendAt) <= clock.now() + mostDays * 86_400_000) return
  throw invalidRequest(
    '/sendAt',
    'too_far_ahead',
    `An e-mail waits for ${mostDays} days at most.`,
    'Look at the year, or make the call later.',
  )
}
