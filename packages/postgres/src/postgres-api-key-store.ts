import { type ApiKeyRecord, type ApiKeyStore, throwIfCancelled } from '@chancery/core'
import type { Database } from './database.ts'
import { unreadyDatabase } from './postgres-error.ts'
import { escapeText, keyText } from './key-text.ts'

const recordOf = (row: Readonly<Record<string, unknown>>): ApiKeyRecord =>
  JSON.parse(String(row['record'])) as ApiKeyRecord

export function createPostgresApiKeyStore(database: Database): ApiKeyStore {
  return {
    async find(id) {
      const { rows } = await database.run('SELECT record FROM chancery_api_keys WHERE id = $1', [keyText(id)])
      return rows[0] && recordOf(rows[0])
    },
    async list() {
      const { rows } = await database.run('SELECT record FROM chancery_api_keys ORDER BY created_at, id')
      return rows.map(recordOf)
    },
    async save(record) {
      await database.run(
        `INSERT INTO chancery_api_keys (id, created_at, record) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, record = excluded.record`,
        [keyText(record.id), escapeText(record.createdAt), JSON.stringify(record)],
      )
    },
    async check({ signal }) {
      throwIfCancelled(signal)
      await database.run('SELECT 1 FROM chancery_api_keys LIMIT 1').catch(unreadyDatabase)
    },
  }
}
