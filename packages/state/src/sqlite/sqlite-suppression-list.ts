import type { DatabaseSync } from 'node:sqlite'
import { type SuppressionList, throwIfCancelled } from '@chancery/core'
import { translated } from './sqlite-error.ts'

export function createSqliteSuppressionList(database: DatabaseSync): SuppressionList {
  const among = database.prepare(
    `SELECT DISTINCT address FROM suppressions
     WHERE address IN (SELECT value FROM json_each(?)) AND space IN ('', ?) ORDER BY address`,
  )
  const add = database.prepare(
    `INSERT INTO suppressions (address, space, reason, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (address, space) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
  )
  const remove = database.prepare('DELETE FROM suppressions WHERE address = ?1 AND (?2 IS NULL OR space = ?2)')
  const list = database.prepare('SELECT * FROM suppressions ORDER BY address, space')
  return {
    async among(addresses, { signal, space = '' }) {
      throwIfCancelled(signal)
      return translated(() => among.all(JSON.stringify(addresses), space)).map(({ address }) => String(address))
    },
    async add({ address, reason, at, space = '' }) {
      translated(() => add.run(address, space, reason, at))
    },
    async remove(address, space) {
      return translated(() => remove.run(address, space ?? null)).changes > 0
    },
    async list() {
      return translated(() => list.all()).map(({ address, reason, at, space }) => ({
        address: String(address),
        reason: String(reason),
        at: Number(at),
        ...(space !== '' && { space: String(space) }),
      }))
    },
  }
}
