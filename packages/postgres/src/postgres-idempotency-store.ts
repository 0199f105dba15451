import { randomUUID } from 'node:crypto'
import type { ClaimRequest, IdempotencyClaim, IdempotencyStore, StoredResponse } from '@chancery/core'
import type { Database } from './database.ts'
import type { SharedClock } from './shared-clock.ts'
import { escapeText, keyText, unescapeText } from './key-text.ts'

/** So many claims between two sweeps, and so many rows of a sweep: what has ended goes sooner or later. */
const claimsPerSweep = 16
const rowsPerSweep = 256
/** How often a claim looks again that finds a row gone which was in its way. */
const maxTries = 5

export function createPostgresIdempotencyStore(database: Database, clock: SharedClock): IdempotencyStore {
  let claims = 0

  /** One statement decides: it writes where nothing is, or where what is there has ended. */
  async function claimOnce({ key, fingerprint, leaseMs }: ClaimRequest): Promise<IdempotencyClaim | undefined> {
    const now = await clock.now()
    const token = randomUUID()
    const claimed = await database.run(
      `INSERT INTO chancery_idempotency AS known (key, token, fingerprint, until) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key) DO UPDATE
       SET token = excluded.token, fingerprint = excluded.fingerprint, until = excluded.until, response = NULL
       WHERE known.until <= $5`,
      [keyText(key), token, escapeText(fingerprint), now + leaseMs, now],
    )
    if (claimed.count === 1) return { state: 'claimed', token }
    const { rows } = await database.run(
      'SELECT fingerprint, until, response FROM chancery_idempotency WHERE key = $1',
      [keyText(key)],
    )
    const [row] = rows
    if (row === undefined) return undefined
    const known = unescapeText(String(row['fingerprint']))
    return typeof row['response'] === 'string'
      ? { state: 'done', fingerprint: known, response: JSON.parse(row['response']) as StoredResponse }
      : { state: 'in-flight', fingerprint: known, retryAfterMs: Math.max(0, Number(row['until']) - now) }
  }

  async function sweep(): Promise<void> {
    await database.run(
      `DELETE FROM chancery_idempotency WHERE key IN (
         SELECT key FROM chancery_idempotency WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED
       )`,
      [await clock.now(), rowsPerSweep],
    )
  }

  return {
    async claim(request) {
      if (++claims % claimsPerSweep === 0) await sweep()
      for (let tries = 0; tries < maxTries; tries++) {
        const claim = await claimOnce(request)
        if (claim !== undefined) return claim
      }
      // Others take the key and free it again and again.
      return { state: 'in-flight', fingerprint: request.fingerprint, retryAfterMs: 0 }
    },
    async complete(token, response, ttlMs) {
      await database.runSurely(
        'UPDATE chancery_idempotency SET response = $1, until = $2 WHERE token = $3 AND response IS NULL',
        [JSON.stringify(response), (await clock.now()) + ttlMs, keyText(token)],
      )
    },
    async release(token) {
      await database.runSurely('DELETE FROM chancery_idempotency WHERE token = $1 AND response IS NULL', [
        keyText(token),
      ])
    },
  }
}
