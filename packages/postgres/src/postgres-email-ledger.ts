import {
  type EmailLedger,
  type EmailSchedule,
  type EventRecording,
  foundMessage,
  keptMessage,
  ledgerEntry,
  type LedgerRow,
  openMessage,
  type Receipt,
  type RowState,
  rowStatesOf,
  throwIfCancelled,
} from '@chancery/core'
import type { Database, Result } from './database.ts'
import { withEvent } from './event-statement.ts'
import { escapeText, keyText, unescapeText } from './key-text.ts'

export function createPostgresEmailLedger(database: Database, recording?: EventRecording): EmailLedger & EmailSchedule {
  return {
    async claim(message, { signal }) {
      throwIfCancelled(signal)
      const { id, fingerprint, provider, at, dueAt = null, request, files } = message
      const key = keyText(id)
      const state: RowState = dueAt === null ? 'claimed' : 'scheduled'
      const claimed = await database.run(
        `INSERT INTO chancery_email_ledger (id, fingerprint, provider, created_at, due_at, state, request, files)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
        [key, escapeText(fingerprint), escapeText(provider), at, dueAt, state, escapeText(request), Buffer.from(files)],
      )
      if (claimed.count === 1) return { state: 'claimed' }
      const { rows } = await database.run('SELECT * FROM chancery_email_ledger WHERE id = $1', [key])
      // A row that another process released in between is in doubt for this caller too: the next call will tell.
      return rows[0] === undefined ? { state: 'in-doubt' } : ledgerEntry({ ...rowOf(rows[0]), id }, message)
    },
    async settle(id, outcome) {
      const change =
        'code' in outcome
          ? {
              text: `UPDATE chancery_email_ledger SET state = $2, code = $3
                     WHERE id = $1 AND receipt IS NULL AND state IN ('claimed', 'unknown') RETURNING 1`,
              values: [keyText(id), outcome.status, outcome.code],
            }
          : {
              text: `INSERT INTO chancery_email_ledger AS known (id, receipt) VALUES ($1, $2)
                     ON CONFLICT (id) DO UPDATE SET receipt = excluded.receipt, request = NULL, files = NULL
                     WHERE known.receipt IS NULL RETURNING 1`,
              values: [keyText(id), JSON.stringify(outcome)],
            }
      const { text, values } = withEvent(change, recording?.emailSettled(id, outcome), recording)
      await database.runSurely(text, values)
    },
    async release(id, at, code) {
      const change = {
        text: `DELETE FROM chancery_email_ledger
               WHERE id = $1 AND receipt IS NULL AND state IN ('claimed', 'unknown', 'failed')
               AND ($2::bigint IS NULL OR created_at = $2) RETURNING 1`,
        values: [keyText(id), at ?? null],
      }
      const event = code === undefined ? undefined : recording?.emailReleased(id, code)
      const { text, values } = withEvent(change, event, recording)
      await database.runSurely(text, values)
    },
    async open({ states, limit, id }) {
      const { rows } = await database.run(
        `SELECT id, state, code, due_at, provider, created_at, request FROM chancery_email_ledger
         WHERE receipt IS NULL AND state = ANY($1) AND ($3::text IS NULL OR id = $3)
         ORDER BY created_at NULLS FIRST, id LIMIT $2`,
        [rowStatesOf(states), limit, id === undefined ? null : keyText(id)],
      )
      return rows.map((row) => openMessage(rowOf(row)))
    },
    async find(ownId) {
      const { rows } = await database.run(
        `SELECT id, state, code, due_at, provider, created_at, request, receipt FROM chancery_email_ledger
         WHERE substr(id, strpos(id, '/') + 1) = $1 ORDER BY id LIMIT 1`,
        [keyText(ownId)],
      )
      return rows[0] && foundMessage(rowOf(rows[0]))
    },
    async countInDoubt() {
      const { rows } = await database.run(
        `SELECT count(*) AS messages FROM chancery_email_ledger
         WHERE receipt IS NULL AND state IN ('claimed', 'unknown')`,
      )
      return Number(rows[0]?.['messages'])
    },
    async takeDue(now, { signal }) {
      throwIfCancelled(signal)
      const { rows } = await database.run(
        `UPDATE chancery_email_ledger SET state = 'claimed', created_at = $1, due_at = NULL
         WHERE id = (SELECT id FROM chancery_email_ledger
                     WHERE receipt IS NULL AND state = 'scheduled' AND due_at <= $1
                     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING *`,
        [now],
      )
      return rows[0] && keptMessage(rowOf(rows[0]))
    },
    async postpone(id, dueAt) {
      await database.runSurely(
        `UPDATE chancery_email_ledger SET state = 'scheduled', due_at = $2
         WHERE id = $1 AND receipt IS NULL AND state = 'claimed'`,
        [keyText(id), dueAt],
      )
    },
    async cancel(id) {
      const { count } = await database.run(
        `UPDATE chancery_email_ledger SET state = 'cancelled', due_at = NULL, request = NULL, files = NULL
         WHERE id = $1 AND receipt IS NULL AND state = 'scheduled'`,
        [keyText(id)],
      )
      return count === 1
    },
  }
}

const rowOf = (columns: Result['rows'][number]): LedgerRow => ({
  id: unescapeText(String(columns['id'])),
  state: columns['state'] as RowState,
  receipt: typeof columns['receipt'] === 'string' ? (JSON.parse(columns['receipt']) as Receipt) : undefined,
  code: textOf(columns['code']),
  dueAt: numberOf(columns['due_at']),
  fingerprint: textOf(columns['fingerprint']),
  provider: textOf(columns['provider']),
  at: numberOf(columns['created_at']),
  request: textOf(columns['request']),
  files: bytesOf(columns['files']),
})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? unescapeText(value) : undefined)

/** Bytes come as a Buffer. */
const bytesOf = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array ? new Uint8Array(value.buffer, value.byteOffset, value.length) : undefined

/** A bigint of Postgres comes as a text. */
const numberOf = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)
