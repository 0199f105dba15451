import type { DatabaseSync } from 'node:sqlite'
import {
  deliveryOfRow,
  eventBody,
  type EventDeliveries,
  type EventHold,
  type EventOutbox,
  type EventRecording,
  type ServiceEvent,
  undeliveredOfRow,
} from '@chancery/core'
import { atOnce, translated } from './sqlite-error.ts'

/** Writes an event for everybody who is told, within a transaction of the caller's; `undefined` is nothing to tell. */
export type WriteEvent = (event: ServiceEvent | undefined, hold?: EventHold) => void

/** @param recording absent: nobody is told */
export function eventWriter(database: DatabaseSync, recording: EventRecording | undefined): WriteEvent {
  const insert = database.prepare(
    `INSERT INTO events (id, endpoint, type, body, created_at, due_at, hold)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM gone_endpoints WHERE endpoint = ?2)
     ON CONFLICT DO NOTHING`,
  )
  return (event, hold) => {
    if (event === undefined) return
    const { id, type, at } = event
    const body = eventBody(event)
    for (const endpoint of recording?.endpoints ?? [])
      insert.run(id, endpoint, type, body, at, hold?.until ?? at, hold === undefined ? null : JSON.stringify(hold))
  }
}

export function createSqliteEventOutbox(database: DatabaseSync, write: WriteEvent): EventOutbox & EventDeliveries {
  const confirm = database.prepare(
    'UPDATE events SET hold = NULL, due_at = created_at WHERE id = ? AND hold IS NOT NULL',
  )
  const drop = database.prepare('DELETE FROM events WHERE id = ? AND hold IS NOT NULL')
  const take = database.prepare(
    `UPDATE events SET due_at = :until, tries = tries + 1
     WHERE (id, endpoint) = (SELECT id, endpoint FROM events WHERE endpoint = :endpoint AND due_at <= :now
                             ORDER BY due_at, id LIMIT 1)
     RETURNING *`,
  )
  const forgetOne = database.prepare('DELETE FROM events WHERE id = ? AND endpoint = ?')
  const later = database.prepare('UPDATE events SET due_at = ?, code = ? WHERE id = ? AND endpoint = ?')
  const untold = database.prepare(
    'UPDATE events SET due_at = ?, code = ?, tries = max(0, tries - 1) WHERE id = ? AND endpoint = ?',
  )
  const markGone = database.prepare('INSERT INTO gone_endpoints VALUES (?) ON CONFLICT DO NOTHING')
  const endAll = database.prepare('UPDATE events SET due_at = NULL, code = ? WHERE endpoint = ?')
  const list = database.prepare(
    `SELECT * FROM events WHERE ?1 IS NULL OR (due_at IS NULL) = (?1 = 'dead') ORDER BY created_at, id, endpoint LIMIT ?2`,
  )
  const retry = database.prepare('UPDATE events SET due_at = ?, tries = 0 WHERE due_at IS NULL')
  const forget = database.prepare('DELETE FROM events WHERE created_at < ?')
  return {
    id: 'sqlite',
    async add(event, hold) {
      atOnce(database, () => write(event, hold))
    },
    async confirm(id, happened) {
      translated(() => (happened ? confirm : drop).run(id))
    },
    async take(endpoint, { now, leaseMs }) {
      const row = translated(() => take.get({ endpoint, now, until: now + leaseMs }))
      return row && deliveryOfRow(row)
    },
    async settle({ id, endpoint }, outcome) {
      atOnce(database, () => {
        if (outcome.state === 'delivered') return forgetOne.run(id, endpoint)
        if (outcome.state === 'later') return later.run(outcome.dueAt, outcome.code, id, endpoint)
        if (outcome.state === 'untold') return untold.run(outcome.dueAt, outcome.code, id, endpoint)
        if (outcome.state === 'dead') return later.run(null, outcome.code, id, endpoint)
        markGone.run(endpoint)
        return endAll.run(outcome.code, endpoint)
      })
    },
    async list({ state, limit }) {
      return translated(() => list.all(state ?? null, limit)).map(undeliveredOfRow)
    },
    async retry(now) {
      return atOnce(database, () => {
        database.exec('DELETE FROM gone_endpoints')
        return Number(retry.run(now).changes)
      })
    },
    async forget(before) {
      translated(() => forget.run(before))
    },
  }
}
