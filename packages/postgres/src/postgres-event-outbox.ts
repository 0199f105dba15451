import {
  deliveryOfRow,
  type EventDeliveries,
  type EventOutbox,
  type EventRecording,
  undeliveredOfRow,
} from '@chancery/core'
import type { Database } from './database.ts'
import { eventInsert } from './event-statement.ts'

/** @param recording absent: nobody is told */
export function createPostgresEventOutbox(
  database: Database,
  recording: EventRecording | undefined,
): EventOutbox & EventDeliveries {
  return {
    id: 'postgres',
    async add(event, hold) {
      if (recording === undefined) return
      const { text, values } = eventInsert(event, recording, hold)
      await database.run(text, values)
    },
    async confirm(id, happened) {
      await database.runSurely(
        happened
          ? 'UPDATE chancery_events SET hold = NULL, due_at = created_at WHERE id = $1 AND hold IS NOT NULL'
          : 'DELETE FROM chancery_events WHERE id = $1 AND hold IS NOT NULL',
        [id],
      )
    },
    async take(endpoint, { now, leaseMs }) {
      const { rows } = await database.run(
        `UPDATE chancery_events SET due_at = $3, tries = tries + 1
         WHERE endpoint = $1 AND id = (SELECT id FROM chancery_events WHERE endpoint = $1 AND due_at <= $2
                                       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING *`,
        [endpoint, now, now + leaseMs],
      )
      return rows[0] && deliveryOfRow(rows[0])
    },
    async settle({ id, endpoint }, outcome) {
      if (outcome.state === 'delivered') {
        await database.runSurely('DELETE FROM chancery_events WHERE id = $1 AND endpoint = $2', [id, endpoint])
        return
      }
      if (outcome.state === 'gone') {
        await database.runSurely(
          `WITH gone AS (INSERT INTO chancery_gone_endpoints VALUES ($1) ON CONFLICT DO NOTHING)
           UPDATE chancery_events SET due_at = NULL, code = $2 WHERE endpoint = $1`,
          [endpoint, outcome.code],
        )
        return
      }
      const dueAt = 'dueAt' in outcome ? outcome.dueAt : null
      await database.runSurely(
        `UPDATE chancery_events SET due_at = $3, code = $4, tries = greatest(0, tries - $5::integer)
         WHERE id = $1 AND endpoint = $2`,
        [id, endpoint, dueAt, outcome.code, outcome.state === 'untold' ? 1 : 0],
      )
    },
    async list({ state, limit }) {
      const { rows } = await database.run(
        `SELECT * FROM chancery_events WHERE $1::text IS NULL OR (due_at IS NULL) = ($1 = 'dead')
         ORDER BY created_at, id, endpoint LIMIT $2`,
        [state ?? null, limit],
      )
      return rows.map(undeliveredOfRow)
    },
    async retry(now) {
      const { count } = await database.run(
        `WITH back AS (DELETE FROM chancery_gone_endpoints)
         UPDATE chancery_events SET due_at = $1, tries = 0 WHERE due_at IS NULL`,
        [now],
      )
      return count
    },
    async forget(before) {
      await database.run('DELETE FROM chancery_events WHERE created_at < $1', [before])
    },
  }
}
