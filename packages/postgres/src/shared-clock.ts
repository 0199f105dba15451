import type { Clock } from '@chancery/core'
import type { Run } from './database.ts'

/** How often the database is asked, in ms: a clock drifts by less meanwhile than any lease would notice. */
const askEveryMs = 60_000

/** The database's time, in ms since 1970: the one clock of instances whose own differ. */
export interface SharedClock {
  now(): Promise<number>
  /** When a moment of this instance's own clock is. */
  timeOf(moment: number): Promise<number>
}

/**
 * What leases and expiries are measured by: an instance whose own clock is ahead would see a lease end while its holder works, and
 * do the same once more.
 * @param own of this instance, of which only the difference counts
 */
export function sharedClock(run: Run, own: Clock): SharedClock {
  let known: number | undefined
  let asking: Promise<number> | undefined
  let askedAt = 0

  async function ask(): Promise<number> {
    askedAt = performance.now()
    const sent = own.now()
    const { rows } = await run('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now')
    return (known = Math.round(Number(rows[0]?.['now']) - (sent + own.now()) / 2))
  }
  const asked = (): Promise<number> => (asking ??= ask().finally(() => (asking = undefined)))
  async function difference(): Promise<number> {
    if (known === undefined) return asked()
    // What is known is good enough while the database is away: an answer has to be kept as soon as it is back.
    if (performance.now() - askedAt > askEveryMs) void asked().catch(() => undefined)
    return known
  }
  const timeOf = async (moment: number): Promise<number> => moment + (await difference())
  return { now: () => timeOf(own.now()), timeOf }
}
