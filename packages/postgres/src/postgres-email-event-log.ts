import type { EmailEventKind, EmailEventLog } from '@chancery/core'
import type { Database } from './database.ts'
import { escapeText, keyText, unescapeText } from './key-text.ts'

export function createPostgresEmailEventLog(database: Database): EmailEventLog {
  return {
    async known(provider, ids) {
      const byKey = new Map(ids.map((id) => [keyText(id), id]))
      const { rows } = await database.run(
        'SELECT id FROM chancery_email_events WHERE provider = $1 AND id = ANY ($2::text[])',
        [keyText(provider), [...byKey.keys()]],
      )
      return rows.flatMap(({ id }) => byKey.get(String(id)) ?? [])
    },
    async add(events) {
      await database.run(
        `INSERT INTO chancery_email_events (provider, id, kind, email, code, at)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
         ON CONFLICT DO NOTHING`,
        [
          events.map(({ provider }) => keyText(provider)),
          events.map(({ id }) => keyText(id)),
          events.map(({ kind }) => kind),
          events.map(({ email }) => (email === undefined ? null : keyText(email))),
          events.map(({ code }) => (code === undefined ? null : escapeText(code))),
          events.map(({ at }) => at),
        ],
      )
    },
    async list({ limit, email }) {
      const { rows } = await database.run(
        `SELECT * FROM chancery_email_events WHERE $1::text IS NULL OR email = $1
         ORDER BY at DESC, provider, id LIMIT $2`,
        [email === undefined ? null : keyText(email), limit],
      )
      return rows.map((row) => ({
        provider: unescapeText(String(row['provider'])),
        id: unescapeText(String(row['id'])),
        kind: row['kind'] as EmailEventKind,
        ...(row['email'] === null ? {} : { email: unescapeText(String(row['email'])) }),
        ...(row['code'] === null ? {} : { code: unescapeText(String(row['code'])) }),
        at: Number(row['at']),
      }))
    },
    async forget(before) {
      await database.run('DELETE FROM chancery_email_events WHERE at < $1', [before])
    },
  }
}
