import { randomUUID } from 'node:crypto'
import type { BackgroundCall, CallRegister, Clock, EventOutbox, EventRecording, NewCall } from '@chancery/core'

interface Row {
  call: BackgroundCall
  token?: string
  leaseUntil: number
  takenAt: number
  isUnwanted: boolean
}

const newestFirst = (a: Pick<NewCall, 'id' | 'createdAt'>, b: Pick<NewCall, 'id' | 'createdAt'>): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

export function createMemoryCallRegister(clock: Clock, events: EventOutbox, recording?: EventRecording): CallRegister {
  const rows = new Map<string, Row>()
  const byToken = new Map<string, Row>()

  const live = (): Row[] => [...rows.values()].filter(({ call }) => call.expiresAt > clock.now())
  const isHeld = ({ call, leaseUntil }: Row): boolean => call.state === 'running' && leaseUntil > clock.now()
  const isDue = (row: Row): boolean => row.call.state === 'waiting' || (row.call.state === 'running' && !isHeld(row))
  const letGo = (row: Row): void => {
    if (row.token !== undefined) byToken.delete(row.token)
    delete row.token
  }
  /** The due call whose turn it is. */
  const next = (): Row | undefined => {
    const all = live()
    const served = new Map<string, { running: number; last: number }>()
    for (const row of all) {
      const known = served.get(row.call.owner) ?? { running: 0, last: 0 }
      const { running, last } = known
      served.set(row.call.owner, { running: running + (isHeld(row) ? 1 : 0), last: Math.max(last, row.takenAt) })
    }
    const of = ({ call }: Row) => served.get(call.owner) ?? { running: 0, last: 0 }
    return all
      .filter(isDue)
      .toSorted((a, b) => of(a).running - of(b).running || of(a).last - of(b).last || -newestFirst(a.call, b.call))[0]
  }

  return {
    id: 'memory',
    async add(call) {
      const known = rows.get(call.id)
      if (known !== undefined && known.call.expiresAt > clock.now()) return { added: false, call: known.call }
      const row: Row = { call: { ...call, state: 'waiting', tries: 0 }, leaseUntil: 0, takenAt: 0, isUnwanted: false }
      rows.set(call.id, row)
      return { added: true, call: row.call }
    },
    async find(id) {
      return live().find(({ call }) => call.id === id)?.call
    },
    async list(owner, { before, limit }) {
      return live()
        .map(({ call }) => call)
        .filter(
          (call) =>
            call.owner === owner && (before === undefined || (call.id !== before.id && newestFirst(before, call) < 0)),
        )
        .toSorted(newestFirst)
        .slice(0, limit)
    },
    async take({ leaseMs, id }) {
      const row = id === undefined ? next() : live().find((each) => each.call.id === id && isDue(each))
      if (row === undefined) return undefined
      letGo(row)
      const token = randomUUID()
      const now = clock.now()
      const { progress: _, ...call } = row.call
      Object.assign(row, { token, leaseUntil: now + leaseMs, takenAt: now })
      row.call = { ...call, state: 'running', tries: call.tries + 1 }
      byToken.set(token, row)
      return { call: row.call, token }
    },
    async renew(token, { leaseMs, progress }) {
      const row = byToken.get(token)
      if (row === undefined) return 'lost'
      row.leaseUntil = clock.now() + leaseMs
      if (progress !== undefined) row.call = { ...row.call, progress }
      return row.isUnwanted ? 'cancelled' : 'held'
    },
    async finish(token, state, outcome) {
      const row = byToken.get(token)
      if (row === undefined) return false
      letGo(row)
      row.call = { ...row.call, state, ...(state === 'done' ? { answeredBy: token } : {}) }
      if (recording !== undefined && outcome !== undefined) await events.add(recording.operationEnded(outcome))
      return true
    },
    async release(token) {
      const row = byToken.get(token)
      if (row === undefined) return
      letGo(row)
      row.call = { ...row.call, state: 'waiting', tries: row.call.tries - 1 }
    },
    async cancel(id) {
      const row = rows.get(id)
      if (row === undefined || row.call.expiresAt <= clock.now()) return undefined
      if (row.call.state === 'running' && isHeld(row)) row.isUnwanted = true
      else if (isDue(row)) {
        letGo(row)
        row.call = { ...row.call, state: 'cancelled' }
      }
      return row.call
    },
    async expired(limit) {
      const now = clock.now()
      return [...rows.values()]
        .map(({ call }) => call)
        .filter(({ expiresAt }) => expiresAt <= now)
        .toSorted((a, b) => a.expiresAt - b.expiresAt)
        .slice(0, limit)
        .map(({ id, expiresAt }) => ({ id, expiresAt }))
    },
    async remove(id) {
      const row = rows.get(id)
      if (row === undefined || row.call.expiresAt > clock.now()) return
      letGo(row)
      rows.delete(id)
    },
    async load(owner) {
      const all = live()
      const waiting = all.filter(isDue)
      return {
        waiting: waiting.length,
        running: all.filter(isHeld).length,
        waitingOfOwner: waiting.filter(({ call }) => call.owner === owner).length,
      }
    },
  }
}
