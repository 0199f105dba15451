import type { DatabaseSync } from 'node:sqlite'
import { type ApiKeyRecord, type ApiKeyStore, reasonOfDiskFault, throwIfCancelled, unready } from '@chancery/core'
import type { SqliteFile } from '@chancery/formats/sqlite-file'
import { translated } from './sqlite-error.ts'

const recordOf = (row: { readonly record?: unknown }): ApiKeyRecord => JSON.parse(String(row.record)) as ApiKeyRecord

export function createSqliteApiKeyStore(database: DatabaseSync, file: SqliteFile): ApiKeyStore {
  const find = database.prepare('SELECT record FROM api_keys WHERE id = ?')
  const list = database.prepare('SELECT record FROM api_keys ORDER BY created_at, id')
  const save = database.prepare(
    `INSERT INTO api_keys (id, created_at, record) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, record = excluded.record`,
  )
  return {
    async find(id) {
      const row = translated(() => find.get(id))
      return row && recordOf(row)
    },
    async list() {
      return translated(() => list.all()).map(recordOf)
    },
    async save(record) {
      translated(() => save.run(record.id, record.createdAt, JSON.stringify(record)))
    },
    async check({ signal }) {
      throwIfCancelled(signal)
      try {
        find.get('')
      } catch (cause) {
        const reason = reasonOfDiskFault(cause) ?? 'unavailable'
        throw unready('sqlite', reason, 'The state database cannot be used.', { cause })
      }
      await file.check()
    },
  }
}
