import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock, IdempotencyClaim, IdempotencyStore, StoredResponse } from '@chancery/core'
import { translated } from './sqlite-error.ts'

export function createSqliteIdempotencyStore(database: DatabaseSync, clock: Clock): IdempotencyStore {
  // One statement decides: it writes where nothing is, or where what is there has ended.
  const claim = database.prepare(
    `INSERT INTO idempotency (key, token, fingerprint, until) VALUES (:key, :token, :fingerprint, :until)
     ON CONFLICT (key) DO UPDATE
     SET token = excluded.token, fingerprint = excluded.fingerprint, until = excluded.until, response = NULL
     WHERE until <= :now`,
  )
  const find = database.prepare('SELECT fingerprint, until, response FROM idempotency WHERE key = ?')
  const complete = database.prepare(
    'UPDATE idempotency SET response = ?, until = ? WHERE token = ? AND response IS NULL',
  )
  const release = database.prepare('DELETE FROM idempotency WHERE token = ? AND response IS NULL')
  // A few at each claim: what has ended goes sooner or later, and no claim waits long.
  const sweep = database.prepare(
    `DELETE FROM idempotency
     WHERE key IN (SELECT key FROM idempotency WHERE until <= ? ORDER BY until LIMIT 16)`,
  )

  const claimed = (key: string, fingerprint: string, leaseMs: number): IdempotencyClaim => {
    const now = clock.now()
    const token = randomUUID()
    if (claim.run({ key, token, fingerprint, until: now + leaseMs, now }).changes === 1) {
      return { state: 'claimed', token }
    }
    const row = find.get(key)
    if (row === undefined) throw new Error('A row went away within a transaction.')
    const known = String(row['fingerprint'])
    return typeof row['response'] === 'string'
      ? { state: 'done', fingerprint: known, response: JSON.parse(row['response']) as StoredResponse }
      : { state: 'in-flight', fingerprint: known, retryAfterMs: Number(row['until']) - now }
  }

  return {
    async claim({ key, fingerprint, leaseMs }) {
      return translated(() => {
        database.exec('BEGIN IMMEDIATE')
        try {
          const outcome = claimed(key, fingerprint, leaseMs)
          sweep.run(clock.now())
          database.exec('COMMIT')
          return outcome
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK')
          throw error
        }
      })
    },
    async complete(token, response, ttlMs) {
      translated(() => complete.run(JSON.stringify(response), clock.now() + ttlMs, token))
    },
    async release(token) {
      translated(() => release.run(token))
    },
  }
}
