import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { BackgroundCall, CallRegister, CallState, Clock, EventRecording, NewCall, Progress } from '@chancery/core'
import { atOnce, translated } from './sqlite-error.ts'
import type { WriteEvent } from './sqlite-event-outbox.ts'

type Row = Readonly<Record<string, unknown>>

const callOf = (row: Row): BackgroundCall => {
  const state = row['state'] as CallState
  return {
    ...(JSON.parse(String(row['record'])) as NewCall),
    state,
    tries: Number(row['tries']),
    ...(typeof row['progress'] === 'string' ? { progress: JSON.parse(row['progress']) as Progress } : {}),
    ...(state === 'done' ? { answeredBy: String(row['token']) } : {}),
  }
}

/** What waits, or whose holder is gone. */
const due = `expires_at > :now AND (state = 'waiting' OR (state = 'running' AND lease_until <= :now))`

export function createSqliteCallRegister(
  database: DatabaseSync,
  clock: Clock,
  writeEvent: WriteEvent,
  recording?: EventRecording,
): CallRegister {
  const add = database.prepare(
    `INSERT INTO calls (id, owner, record, state, created_at, expires_at)
     VALUES (:id, :owner, :record, 'waiting', :createdAt, :expiresAt)
     ON CONFLICT (id) DO UPDATE
     SET owner = excluded.owner, record = excluded.record, state = 'waiting', tries = 0, token = NULL, lease_until = 0,
       taken_at = 0, unwanted = 0, progress = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
     WHERE expires_at <= :now`,
  )
  const find = database.prepare('SELECT * FROM calls WHERE id = :id AND expires_at > :now')
  const list = database.prepare(
    `SELECT * FROM calls WHERE owner = :owner AND expires_at > :now AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
  )
  const nextOwner = database.prepare(
    `SELECT owner FROM calls AS waiting WHERE ${due} GROUP BY owner
     ORDER BY
       (SELECT count(*) FROM calls AS held
        WHERE held.owner = waiting.owner AND held.state = 'running' AND held.lease_until > :now),
       (SELECT max(taken_at) FROM calls AS served WHERE served.owner = waiting.owner),
       min(created_at), owner
     LIMIT 1`,
  )
  const nextOf = database.prepare(
    `SELECT id FROM calls WHERE owner = :owner AND ${due} ORDER BY created_at, id LIMIT 1`,
  )
  const isDue = database.prepare(`SELECT id FROM calls WHERE id = :id AND ${due}`)
  const take = database.prepare(
    `UPDATE calls
     SET state = 'running', tries = tries + 1, token = :token, lease_until = :until, taken_at = :now, progress = NULL
     WHERE id = :id RETURNING *`,
  )
  const renew = database.prepare(
    `UPDATE calls SET lease_until = :until, progress = coalesce(:progress, progress)
     WHERE token = :token AND state = 'running' RETURNING unwanted`,
  )
  const finish = database.prepare("UPDATE calls SET state = :state WHERE token = :token AND state = 'running'")
  const release = database.prepare(
    `UPDATE calls SET state = 'waiting', tries = tries - 1, token = NULL, lease_until = 0
     WHERE token = :token AND state = 'running'`,
  )
  const markUnwanted = database.prepare(
    `UPDATE calls SET unwanted = 1 WHERE id = :id AND state = 'running' AND lease_until > :now`,
  )
  const end = database.prepare(`UPDATE calls SET state = 'cancelled', token = NULL WHERE id = :id AND ${due}`)
  const expired = database.prepare(
    'SELECT id, expires_at FROM calls WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit',
  )
  const remove = database.prepare('DELETE FROM calls WHERE id = :id AND expires_at <= :now')
  const load = database.prepare(
    `SELECT
       count(*) FILTER (WHERE ${due}) AS waiting,
       count(*) FILTER (WHERE expires_at > :now AND state = 'running' AND lease_until > :now) AS running,
       count(*) FILTER (WHERE owner = :owner AND ${due}) AS own
     FROM calls WHERE state IN ('waiting', 'running')`,
  )

  const found = (id: string): BackgroundCall | undefined => {
    const row = find.get({ id, now: clock.now() })
    return row && callOf(row)
  }
  const nextId = (now: number, wanted: string | undefined): string | undefined => {
    if (wanted !== undefined) return isDue.get({ id: wanted, now }) && wanted
    const owner = nextOwner.get({ now })?.['owner']
    const row = owner === undefined ? undefined : nextOf.get({ owner, now })
    return row && String(row['id'])
  }

  return {
    id: 'sqlite',
    async add(call) {
      const { id, owner, createdAt, expiresAt } = call
      const now = clock.now()
      return atOnce(database, () => {
        const { changes } = add.run({ id, owner, record: JSON.stringify(call), createdAt, expiresAt, now })
        return { added: changes === 1, call: found(id) ?? { ...call, state: 'waiting', tries: 0 } }
      })
    },
    async find(id) {
      return translated(() => found(id))
    },
    async list(owner, { before, limit }) {
      const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
      return translated(() => list.all({ owner, now: clock.now(), createdAt, id, limit })).map(callOf)
    },
    async take({ leaseMs, id: wanted }) {
      const now = clock.now()
      return atOnce(database, () => {
        const id = nextId(now, wanted)
        if (id === undefined) return undefined
        const token = randomUUID()
        const row = take.get({ id, token, now, until: now + leaseMs })
        return row && { call: callOf(row), token }
      })
    },
    async renew(token, { leaseMs, progress }) {
      const row = translated(() =>
        renew.get({
          token,
          until: clock.now() + leaseMs,
          progress: progress === undefined ? null : JSON.stringify(progress),
        }),
      )
      return row === undefined ? 'lost' : row['unwanted'] === 1 ? 'cancelled' : 'held'
    },
    async finish(token, state, outcome) {
      return atOnce(database, () => {
        const isHeld = finish.run({ token, state }).changes === 1
        if (isHeld && outcome !== undefined) writeEvent(recording?.operationEnded(outcome))
        return isHeld
      })
    },
    async release(token) {
      translated(() => release.run({ token }))
    },
    async cancel(id) {
      const now = clock.now()
      return atOnce(database, () => {
        if (markUnwanted.run({ id, now }).changes === 0) end.run({ id, now })
        return found(id)
      })
    },
    async expired(limit) {
      return translated(() => expired.all({ now: clock.now(), limit })).map((row) => ({
        id: String(row['id']),
        expiresAt: Number(row['expires_at']),
      }))
    },
    async remove(id) {
      translated(() => remove.run({ id, now: clock.now() }))
    },
    async load(owner) {
      const row = translated(() => load.get({ owner, now: clock.now() })) ?? {}
      return { waiting: Number(row['waiting']), running: Number(row['running']), waitingOfOwner: Number(row['own']) }
    },
  }
}
