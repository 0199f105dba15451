import type { DatabaseSync } from 'node:sqlite'
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
import { atOnce, translated } from './sqlite-error.ts'
import type { WriteEvent } from './sqlite-event-outbox.ts'

export function createSqliteEmailLedger(
  database: DatabaseSync,
  writeEvent: WriteEvent,
  recording?: EventRecording,
): EmailLedger & EmailSchedule {
  const claim = database.prepare(
    `INSERT INTO email_ledger (id, fingerprint, provider, created_at, due_at, state, request, files)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const find = database.prepare('SELECT * FROM email_ledger WHERE id = ?')
  const settle = database.prepare(
    `INSERT INTO email_ledger (id, receipt) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET receipt = excluded.receipt, request = NULL, files = NULL WHERE receipt IS NULL`,
  )
  const leaveOpen = database.prepare(
    `UPDATE email_ledger SET state = ?, code = ?
     WHERE id = ? AND receipt IS NULL AND state IN ('claimed', 'unknown')`,
  )
  const release = database.prepare(
    `DELETE FROM email_ledger WHERE id = :id AND receipt IS NULL AND state IN ('claimed', 'unknown', 'failed')
     AND (:at IS NULL OR created_at = :at)`,
  )
  const list = database.prepare(
    `SELECT id, state, code, due_at, provider, created_at, request FROM email_ledger
     WHERE receipt IS NULL AND state IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR id = ?2)
     ORDER BY created_at, id LIMIT ?3`,
  )
  const findOwn = database.prepare(
    `SELECT id, state, code, due_at, provider, created_at, request, receipt FROM email_ledger
     WHERE substr(id, instr(id, '/') + 1) = ? ORDER BY id LIMIT 1`,
  )
  const inDoubt = database.prepare(
    "SELECT count(*) AS messages FROM email_ledger WHERE receipt IS NULL AND state IN ('claimed', 'unknown')",
  )
  const takeDue = database.prepare(
    `UPDATE email_ledger SET state = 'claimed', created_at = :now, due_at = NULL
     WHERE id = (SELECT id FROM email_ledger WHERE receipt IS NULL AND state = 'scheduled' AND due_at <= :now
                 ORDER BY due_at LIMIT 1)
     RETURNING *`,
  )
  const postpone = database.prepare(
    `UPDATE email_ledger SET state = 'scheduled', due_at = ? WHERE id = ? AND receipt IS NULL AND state = 'claimed'`,
  )
  const cancel = database.prepare(
    `UPDATE email_ledger SET state = 'cancelled', due_at = NULL, request = NULL, files = NULL
     WHERE id = ? AND receipt IS NULL AND state = 'scheduled'`,
  )
  return {
    async claim(message, { signal }) {
      throwIfCancelled(signal)
      const { id, fingerprint, provider, at, dueAt = null, request, files } = message
      const state: RowState = dueAt === null ? 'claimed' : 'scheduled'
      return translated(() => {
        if (claim.run(id, fingerprint, provider, at, dueAt, state, request, files).changes === 1)
          return { state: 'claimed' }
        const row = find.get(id)
        // A row that another process released in between is in doubt for this caller too: the next call will tell.
        return row === undefined ? { state: 'in-doubt' } : ledgerEntry(rowOf(row), message)
      })
    },
    async settle(id, outcome) {
      atOnce(database, () => {
        const { changes } =
          'code' in outcome ? leaveOpen.run(outcome.status, outcome.code, id) : settle.run(id, JSON.stringify(outcome))
        if (changes === 1) writeEvent(recording?.emailSettled(id, outcome))
      })
    },
    async release(id, at, code) {
      atOnce(database, () => {
        const { changes } = release.run({ id, at: at ?? null })
        if (changes === 1 && code !== undefined) writeEvent(recording?.emailReleased(id, code))
      })
    },
    async open({ states, limit, id }) {
      const rows = translated(() => list.all(JSON.stringify(rowStatesOf(states)), id ?? null, limit))
      return rows.map((row) => openMessage(rowOf(row)))
    },
    async find(ownId) {
      const row = translated(() => findOwn.get(ownId))
      return row && foundMessage(rowOf(row))
    },
    async countInDoubt() {
      return Number(translated(() => inDoubt.get())?.['messages'] ?? 0)
    },
    async takeDue(now, { signal }) {
      throwIfCancelled(signal)
      const row = translated(() => takeDue.get({ now }))
      return row && keptMessage(rowOf(row))
    },
    async postpone(id, dueAt) {
      translated(() => postpone.run(dueAt, id))
    },
    async cancel(id) {
      return translated(() => cancel.run(id)).changes === 1
    },
  }
}

type Columns = Readonly<Record<string, unknown>>

const rowOf = (columns: Columns): LedgerRow => ({
  id: String(columns['id']),
  state: columns['state'] as RowState,
  receipt: typeof columns['receipt'] === 'string' ? (JSON.parse(columns['receipt']) as Receipt) : undefined,
  code: textOf(columns['code']),
  dueAt: numberOf(columns['due_at']),
  fingerprint: textOf(columns['fingerprint']),
  provider: textOf(columns['provider']),
  at: numberOf(columns['created_at']),
  request: textOf(columns['request']),
  files: columns['files'] instanceof Uint8Array ? columns['files'] : undefined,
})

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
