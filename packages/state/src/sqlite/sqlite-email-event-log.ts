import type { DatabaseSync } from 'node:sqlite'
import type { EmailEventKind, EmailEventLog } from '@chancery/core'
import { atOnce, translated } from './sqlite-error.ts'

export function createSqliteEmailEventLog(database: DatabaseSync): EmailEventLog {
  const known = database.prepare(
    'SELECT id FROM email_events WHERE provider = ? AND id IN (SELECT value FROM json_each(?))',
  )
  const add = database.prepare(
    'INSERT INTO email_events (provider, id, kind, email, code, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const list = database.prepare(
    'SELECT * FROM email_events WHERE ?1 IS NULL OR email = ?1 ORDER BY at DESC, provider, id LIMIT ?2',
  )
  const forget = database.prepare('DELETE FROM email_events WHERE at < ?')
  return {
    async known(provider, ids) {
      return translated(() => known.all(provider, JSON.stringify(ids))).map(({ id }) => String(id))
    },
    async add(events) {
      atOnce(database, () => {
        for (const { provider, id, kind, email, code, at } of events)
          add.run(provider, id, kind, email ?? null, code ?? null, at)
      })
    },
    async list({ limit, email }) {
      return translated(() => list.all(email ?? null, limit)).map((row) => ({
        provider: String(row['provider']),
        id: String(row['id']),
        kind: row['kind'] as EmailEventKind,
        ...(row['email'] === null ? {} : { email: String(row['email']) }),
        ...(row['code'] === null ? {} : { code: String(row['code']) }),
        at: Number(row['at']),
      }))
    },
    async forget(before) {
      translated(() => forget.run(before))
    },
  }
}
