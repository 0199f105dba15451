import type { DatabaseSync } from 'node:sqlite'
import { type EmailLedger, type Receipt, throwIfCancelled } from '@chancery/core'
import { translated } from './sqlite-error.ts'

export function createSqliteEmailLedger(database: DatabaseSync): EmailLedger {
  const claim = database.prepare('INSERT INTO email_ledger (id) VALUES (?) ON CONFLICT DO NOTHING')
  const find = database.prepare('SELECT receipt FROM email_ledger WHERE id = ?')
  const settle = database.prepare(
    `INSERT INTO email_ledger (id, receipt) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET receipt = excluded.receipt WHERE receipt IS NULL`,
  )
  const release = database.prepare('DELETE FROM email_ledger WHERE id = ? AND receipt IS NULL')
  return {
    async claim(id, { signal }) {
      throwIfCancelled(signal)
      return translated(() => {
        if (claim.run(id).changes === 1) return { state: 'claimed' }
        const receipt = find.get(id)?.['receipt']
        // A row that another process released in between is in doubt for this caller too: the next call will tell.
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
  }
}
