import type { RateLimiter } from '@chancery/core'
import type { Database } from './database.ts'
import type { SharedClock } from './shared-clock.ts'
import { keyText } from './key-text.ts'

/** Between two sweeps of buckets that are empty, in ms. */
const sweepMs = 60_000

/**
 * Rates that all processes share, by GCRA as a leaky bucket (ITU-T I.371): each call that is allowed adds one to the bucket,
 * which leaks evenly, and none is allowed that would make it run over. One statement leaks, decides and adds.
 */
const take = `
  INSERT INTO chancery_rates AS known (key, level, at, allowed, empty_at)
  VALUES ($1, 1, $2, true, $2 + $4::float8 / $3)
  ON CONFLICT (key) DO UPDATE SET (level, at, allowed, empty_at) = (
    SELECT next, time, allows, time + next * $4 / $3
    FROM (
      -- A clock that was set back, or is behind, gives nothing and takes nothing; one that was wrong by more is believed.
      SELECT CASE WHEN known.at > $2 + $4 THEN $2 ELSE greatest(known.at, $2) END AS time
    ) AS clock,
    LATERAL (SELECT greatest(0, known.level - greatest(0, time - known.at) * $3 / $4) AS leaked) AS bucket,
    LATERAL (SELECT leaked + 1 <= $3 AS allows) AS decision,
    LATERAL (SELECT CASE WHEN allows THEN leaked + 1 ELSE leaked END AS next) AS result
  )
  RETURNING level, allowed`

export function createPostgresRateLimiter(database: Database, clock: SharedClock): RateLimiter {
  let sweptAt = 0

  async function sweep(now: number): Promise<void> {
    sweptAt = now
    await database.run('DELETE FROM chancery_rates WHERE empty_at <= $1', [now])
  }

  return {
    async take(key, { limit, windowMs }) {
      const now = await clock.now()
      if (Math.abs(now - sweptAt) > sweepMs) await sweep(now)
      const { rows } = await database.run(take, [keyText(key), now, limit, windowMs])
      const level = Number(rows[0]?.['level'])
      const left = Math.max(0, limit - level)
      return {
        allowed: rows[0]?.['allowed'] === true,
        remaining: Math.floor(left),
        retryAfterMs: left >= 1 ? 0 : ((1 - left) * windowMs) / limit,
        resetMs: (level * windowMs) / limit,
      }
    },
  }
}
