import { type EmailLedger, type Receipt, throwIfCancelled } from '@chancery/core'
import type { Database } from './database.ts'
import { escapeText, keyText } from './key-text.ts'

export function createPostgresEmailLedger(database: Database): EmailLedger {
  return {
    async claim(id, fingerprint, { signal }) {
      throwIfCancelled(signal)
      const key = keyText(id)
      const print = escapeText(fingerprint)
      const claimed = await database.run(
        'INSERT INTO chancery_email_ledger (id, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [key, print],
      )
      if (claimed.count === 1) return { state: 'claimed' }
      const { rows } = await database.run('SELECT fingerprint, receipt FROM chancery_email_ledger WHERE id = $1', [key])
      // A row that another process released in between is in doubt for this caller too: the next call will tell.
      const { fingerprint: known, receipt } = rows[0] ?? {}
      if (typeof known !== 'string') return { state: 'in-doubt' }
      if (known !== print) return { state: 'mismatch' }
      if (typeof receipt !== 'string') return { state: 'in-doubt' }
      return { state: 'settled', receipt: JSON.parse(receipt) as Receipt }
    },
    async settle(id, receipt) {
      await database.runSurely(
        `INSERT INTO chancery_email_ledger AS known (id, receipt) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET receipt = excluded.receipt WHERE known.receipt IS NULL`,
        [keyText(id), JSON.stringify(receipt)],
      )
    },
    async release(id) {
      await database.runSurely('DELETE FROM chancery_email_ledger WHERE id = $1 AND receipt IS NULL', [keyText(id)])
    },
    async countInDoubt() {
      const { rows } = await database.run(
        'SELECT count(*) AS messages FROM chancery_email_ledger WHERE receipt IS NULL',
      )
      return Number(rows[0]?.['messages'])
    },
  }
}
