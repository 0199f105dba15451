import type { DatabaseSync } from 'node:sqlite'
import { type SuppressionList, throwIfCancelled } from '@chancery/core'
import { translated } from './sqlite-error.ts'

export function createSqliteSuppressionList(database: DatabaseSync): SuppressionList {
  const among = database.prepare(
    'SELECT address FROM suppressions WHERE address IN (SELECT value FROM json_each(?)) ORDER BY address',
  )
  const add = database.prepare(
    `INSERT INTO suppressions (address, reason, at) VALUES (?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
  )
  const remove = database.prepare('DELETE FROM suppressions WHERE address = ?')
  const list = database.prepare('SELECT address, reason, at FROM suppressions ORDER BY address')
  return {
    async among(addresses, { signal }) {
      throwIfCancelled(signal)
      return translated(() => among.all(JSON.stringify(addresses))).map(({ address }) => String(address))
    },
    async add({ address, reason, at }) {
      translated(() => add.run(address, reason, at))
    },
    async remove(address) {
      return translated(() => remove.run(address)).changes === 1
    },
    async list() {
      return translated(() => list.all()).map(({ address, reason, at }) => ({
        address: String(address),
        reason: String(reason),
        at: Number(at),
      }))
    },
  }
}
