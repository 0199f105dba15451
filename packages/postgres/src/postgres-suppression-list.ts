import { type SuppressionList, throwIfCancelled } from '@chancery/core'
import type { Database } from './database.ts'
import { escapeText, unescapeText } from './key-text.ts'

export function createPostgresSuppressionList(database: Database): SuppressionList {
  return {
    async among(addresses, { signal, space = '' }) {
      throwIfCancelled(signal)
      const { rows } = await database.run(
        `SELECT DISTINCT address FROM chancery_suppressions
         WHERE address = ANY($1) AND space IN ('', $2) ORDER BY address`,
        [addresses.map(escapeText), space],
      )
      return rows.map(({ address }) => unescapeText(String(address)))
    },
    async add({ address, reason, at, space = '' }) {
      await database.run(
        `INSERT INTO chancery_suppressions (address, reason, at, space) VALUES ($1, $2, $3, $4)
         ON CONFLICT (address, space) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
        [escapeText(address), escapeText(reason), at, space],
      )
    },
    async remove(address, space) {
      const { count } = await database.run(
        'DELETE FROM chancery_suppressions WHERE address = $1 AND ($2::text IS NULL OR space = $2)',
        [escapeText(address), space ?? null],
      )
      return count > 0
    },
    async list() {
      const { rows } = await database.run('SELECT * FROM chancery_suppressions ORDER BY address, space')
      return rows.map(({ address, reason, at, space }) => ({
        address: unescapeText(String(address)),
        reason: unescapeText(String(reason)),
        at: Number(at),
        ...(space !== '' && { space: String(space) }),
      }))
    },
  }
}
