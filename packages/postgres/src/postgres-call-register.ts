import { randomUUID } from 'node:crypto'
import type { BackgroundCall, CallRegister, CallState, EventRecording, NewCall, Progress } from '@chancery/core'
import type { Database, Result, Run } from './database.ts'
import { withEvent } from './event-statement.ts'
import type { SharedClock } from './shared-clock.ts'
import { keyText } from './key-text.ts'

type Row = Result['rows'][number]

/** How often one looks again whose row another has changed, or removed, in between. */
const maxTries = 5

/** What waits, or whose holder is gone; `$1` is now. */
const due = `expires_at > $1 AND (state = 'waiting' OR (state = 'running' AND lease_until <= $1))`

const nextOwner = `
  SELECT owner FROM chancery_calls AS waiting WHERE ${due} GROUP BY owner
  ORDER BY
    (SELECT count(*) FROM chancery_calls AS held
     WHERE held.owner = waiting.owner AND held.state = 'running' AND held.lease_until > $1),
    (SELECT max(taken_at) FROM chancery_calls AS served WHERE served.owner = waiting.owner),
    min(created_at), owner
  LIMIT 1`

const takeThat = (which: string): string => `
  UPDATE chancery_calls
  SET state = 'running', tries = tries + 1, token = $2, lease_until = $3, taken_at = $1, progress = NULL
  WHERE id = (${which}) AND ${due} RETURNING *`

/** Waits for whoever writes the row just now; where it is not due any more then, there is none. */
const takeWanted = takeThat('$4')
const takeOfOwner = takeThat(
  `SELECT id FROM chancery_calls WHERE owner = $4 AND ${due} ORDER BY created_at, id LIMIT 1 FOR UPDATE`,
)

/**
 * Calls in Postgres. Whoever takes the next call holds a lock meanwhile: whose turn it is depends on all calls that were taken
 * before, and two who decide side by side would both give the turn to the same owner.
 */
export function createPostgresCallRegister(
  database: Database,
  clock: SharedClock,
  recording?: EventRecording,
): CallRegister {
  async function rowOf(id: string): Promise<Row | undefined> {
    const { rows } = await database.run('SELECT * FROM chancery_calls WHERE id = $1 AND expires_at > $2', [
      keyText(id),
      await clock.now(),
    ])
    return rows[0]
  }

  async function takeNext(run: Run, now: number, leaseMs: number): Promise<TakenRow | undefined> {
    await run("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' calls', 0))")
    for (let tries = 0; tries < maxTries; tries++) {
      const { rows } = await run(nextOwner, [now])
      if (rows[0] === undefined) return undefined
      const token = randomUUID()
      const taken = await run(takeOfOwner, [now, token, now + leaseMs, rows[0]['owner']])
      if (taken.rows[0] !== undefined) return { row: taken.rows[0], token }
      // Its owner cancelled it meanwhile, or who wanted that call took it.
    }
    return undefined
  }

  async function takeById(id: string, now: number, leaseMs: number): Promise<TakenRow | undefined> {
    const token = randomUUID()
    const { rows } = await database.run(takeWanted, [now, token, now + leaseMs, keyText(id)])
    return rows[0] && { row: rows[0], token }
  }

  return {
    id: 'postgres',
    async add(call) {
      const expiresAt = await clock.timeOf(call.expiresAt)
      for (let tries = 1; ; tries++) {
        const { count } = await database.run(
          `INSERT INTO chancery_calls AS known (id, owner, record, state, created_at, expires_at)
           VALUES ($1, $2, $3, 'waiting', $4, $5)
           ON CONFLICT (id) DO UPDATE
           SET owner = excluded.owner, record = excluded.record, state = 'waiting', tries = 0, token = NULL,
             lease_until = 0, taken_at = 0, unwanted = false, progress = NULL, created_at = excluded.created_at,
             expires_at = excluded.expires_at
           WHERE known.expires_at <= $6`,
          [keyText(call.id), keyText(call.owner), JSON.stringify(call), call.createdAt, expiresAt, await clock.now()],
        )
        if (count === 1) return { added: true, call: { ...call, state: 'waiting', tries: 0 } }
        const row = await rowOf(call.id)
        // What was in the way may have expired, or be removed, a moment later.
        if (row !== undefined || tries === maxTries) {
          return { added: false, call: row === undefined ? { ...call, state: 'waiting', tries: 0 } : callOf(row) }
        }
      }
    },
    async find(id) {
      const row = await rowOf(id)
      return row && callOf(row)
    },
    async list(owner, { before, limit }) {
      const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
      const { rows } = await database.run(
        `SELECT * FROM chancery_calls WHERE owner = $1 AND expires_at > $2 AND (created_at, id) < ($3, $4)
         ORDER BY created_at DESC, id DESC LIMIT $5`,
        [keyText(owner), await clock.now(), createdAt, keyText(id), limit],
      )
      return rows.map(callOf)
    },
    async take({ leaseMs, id }) {
      const now = await clock.now()
      const taken =
        id === undefined
          ? await database.transaction((run) => takeNext(run, now, leaseMs))
          : await takeById(id, now, leaseMs)
      return taken && { call: callOf(taken.row), token: taken.token }
    },
    async renew(token, { leaseMs, progress }) {
      const { rows } = await database.run(
        `UPDATE chancery_calls SET lease_until = $2, progress = coalesce($3, progress)
         WHERE token = $1 AND state = 'running' RETURNING unwanted`,
        [keyText(token), (await clock.now()) + leaseMs, progress === undefined ? null : JSON.stringify(progress)],
      )
      return rows[0] === undefined ? 'lost' : rows[0]['unwanted'] === true ? 'cancelled' : 'held'
    },
    async finish(token, state, outcome) {
      // The same end again is no other one: the first try may have come through, and its answer not.
      const change = {
        text: "UPDATE chancery_calls SET state = $2 WHERE token = $1 AND state IN ('running', $2) RETURNING 1",
        values: [keyText(token), state],
      }
      const { text, values } = withEvent(change, outcome && recording?.operationEnded(outcome), recording)
      const { rows } = await database.runSurely(text, values)
      return rows[0]?.['changed'] === 1
    },
    async release(token) {
      await database.runSurely(
        `UPDATE chancery_calls SET state = 'waiting', tries = tries - 1, token = NULL, lease_until = 0
         WHERE token = $1 AND state = 'running'`,
        [keyText(token)],
      )
    },
    async cancel(id) {
      const now = await clock.now()
      const { rows } = await database.run(
        `UPDATE chancery_calls
         SET unwanted = true,
           state = CASE WHEN ${due} THEN 'cancelled' ELSE state END,
           token = CASE WHEN ${due} THEN NULL ELSE token END
         WHERE id = $2 AND expires_at > $1 AND state IN ('waiting', 'running') RETURNING *`,
        [now, keyText(id)],
      )
      const row = rows[0] ?? (await rowOf(id))
      return row && callOf(row)
    },
    async expired(limit) {
      const { rows } = await database.run(
        'SELECT record FROM chancery_calls WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
        [await clock.now(), limit],
      )
      return rows.map((row) => {
        const { id, expiresAt } = newCallOf(row)
        return { id, expiresAt }
      })
    },
    async remove(id) {
      await database.run('DELETE FROM chancery_calls WHERE id = $1 AND expires_at <= $2', [
        keyText(id),
        await clock.now(),
      ])
    },
    async load(owner) {
      const { rows } = await database.run(
        `SELECT
           count(*) FILTER (WHERE ${due}) AS waiting,
           count(*) FILTER (WHERE expires_at > $1 AND state = 'running' AND lease_until > $1) AS running,
           count(*) FILTER (WHERE owner = $2 AND ${due}) AS own
         FROM chancery_calls WHERE state IN ('waiting', 'running')`,
        [await clock.now(), keyText(owner)],
      )
      const [row] = rows
      return {
        waiting: Number(row?.['waiting']),
        running: Number(row?.['running']),
        waitingOfOwner: Number(row?.['own']),
      }
    },
  }
}

interface TakenRow {
  readonly row: Row
  readonly token: string
}

const newCallOf = (row: Row): NewCall => JSON.parse(String(row['record'])) as NewCall

function callOf(row: Row): BackgroundCall {
  const state = row['state'] as CallState
  return {
    ...newCallOf(row),
    state,
    tries: Number(row['tries']),
    ...(typeof row['progress'] === 'string' ? { progress: JSON.parse(row['progress']) as Progress } : {}),
    ...(state === 'done' ? { answeredBy: String(row['token']) } : {}),
  }
}
