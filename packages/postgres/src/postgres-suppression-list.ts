import { type SuppressionList, throwIfCancelled } from '@chancery/core'
import type { Database } from './database.ts'
import { escapeText, unescapeText } from './key-text.ts'

export function createPostgresSuppressionList(database: Database): SuppressionList {
  return {
    async among(addresses, { signal }) {
      throwIfCancelled(signal)
      const { rows } = await database.run(
        'SELECT address FROM chancery_suppressions WHERE address = ANY($1) ORDER BY address',
        [addresses.map(escapeText)],
      )
      return rows.map(({ address }) => unescapeText(String(address)))
    },
    async add({ address, reason, at }) {
      await database.run(
        `INSERT INTO chancery_suppressions (address, reason, at) VALUES ($1, $2, $3)
         ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
        [escapeText(address), escapeText(reason), at],
      )
    },
    async remove(address) {
      const { count } = await database.run('DELETE FROM chancery_suppressions WHERE address = $1', [
        escapeText(address),
      ])
      return count === 1
    },
    async list() {
      const { rows } = await database.run('SELECT address, reason, at FROM chancery_suppressions ORDER BY address')
      return rows.map(({ address, reason, at }) => ({
        address: unescapeText(String(address)),
        reason: unescapeText(String(reason)),
        at: Number(at),
      }))
    },
  }
}
