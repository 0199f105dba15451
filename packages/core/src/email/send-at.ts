import { invalidRequest } from '../errors.ts'
import type { Finding } from '../model/finding.ts'
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

/** A time that has just passed is that of a slow call; one that passed before is rather a mistake. */
const justPassedMs = 5 * 60_000

/** Where an e-mail goes out at once, although it was to wait. */
export function sendAtFindings(sendAt: string | undefined, clock: Clock): readonly Finding[] {
  if (sendAt === undefined || clock.now() - Date.parse(sendAt) <= justPassedMs) return []
  return [
    {
      code: 'send_at_passed',
      severity: 'warning',
      message: `${new Date(sendAt).toISOString()} has passed: the e-mail does not wait.`,
      hint: 'Look at the day, the year and the offset from UTC.',
    },
  ]
}
