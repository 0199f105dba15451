import type { DatabaseSync } from 'node:sqlite'
import { type EmailLedger, type Receipt, throwIfCancelled } from '@chancery/core'
import { translated } from './sqlite-error.ts'

export function createSqliteEmailLedger(database: DatabaseSync): EmailLedger {
  const claim = database.prepare('INSERT INTO email_ledger (id, fingerprint) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const find = database.prepare('SELECT fingerprint, receipt FROM email_ledger WHERE id = ?')
  const settle = database.prepare(
    `INSERT INTO email_ledger (id, receipt) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET receipt = excluded.receipt WHERE receipt IS NULL`,
  )
  const release = database.prepare('DELETE FROM email_ledger WHERE id = ? AND receipt IS NULL')
  const inDoubt = database.prepare('SELECT count(*) AS messages FROM email_ledger WHERE receipt IS NULL')
  return {
    async claim(id, fingerprint, { signal }) {
      throwIfCancelled(signal)
      return translated(() => {
        if (claim.run(id, fingerprint).changes === 1) return { state: 'claimed' }
        // A row that another process released in between is in doubt for this caller too: the next call will tell.
        const { fingerprint: known, receipt } = find.get(id) ?? {}
        if (typeof known !== 'string') return { state: 'in-doubt' }
        if (known !== fingerprint) return { state: 'mismatch' }
        if (typeof receipt !== 'string') return { state: 'in-doubt' }
        return { state: 'settled', receipt: JSON.parse(receipt) as Receipt }
      })
    },
    async settle(id, receipt) {
      translated(() => settle.run(id, JSON.stringify(receipt)))
    },
    async release(id) {
      translated(() => release.run(id))
    },
    async countInDoubt() {
      return Number(translated(() => inDoubt.get())?.['messages'] ?? 0)
    },
  }
}
