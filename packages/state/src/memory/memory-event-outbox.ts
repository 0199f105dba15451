import {
  eventBody,
  type EventDeliveries,
  type EventDelivery,
  type EventHold,
  type EventOutbox,
  type EventRecording,
  type ServiceEvent,
} from '@chancery/core'

interface Row {
  readonly event: ServiceEvent
  readonly endpoint: string
  /** `undefined`: nobody tries any more. */
  dueAt: number | undefined
  tries: number
  code?: string
  hold?: EventHold | undefined
}

/** @param recording absent: nobody is told */
export function createMemoryEventOutbox(recording: EventRecording | undefined): EventOutbox & EventDeliveries {
  const rows = new Map<string, Row>()
  const gone = new Set<string>()
  const keyOf = (id: string, endpoint: string): string => JSON.stringify([id, endpoint])
  const all = (): Row[] =>
    [...rows.values()].toSorted(
      (one, other) => one.event.at - other.event.at || (one.event.id < other.event.id ? -1 : 1),
    )
  return {
    id: 'memory',
    async add(event, hold) {
      for (const endpoint of recording?.endpoints ?? []) {
        const key = keyOf(event.id, endpoint)
        if (!gone.has(endpoint) && !rows.has(key))
          rows.set(key, { event, endpoint, dueAt: hold?.until ?? event.at, tries: 0, hold })
      }
    },
    async confirm(id, happened) {
      for (const row of all()) {
        if (row.event.id !== id || row.hold === undefined) continue
        if (happened) Object.assign(row, { hold: undefined, dueAt: row.event.at })
        else rows.delete(keyOf(id, row.endpoint))
      }
    },
    async take(endpoint, { now, leaseMs }): Promise<EventDelivery | undefined> {
      const [row] = all()
        .filter((each) => each.endpoint === endpoint && each.dueAt !== undefined && each.dueAt <= now)
        .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
      if (row === undefined) return undefined
      row.dueAt = now + leaseMs
      row.tries++
      const { event, tries, hold } = row
      return { id: event.id, endpoint, body: eventBody(event), at: event.at, tries, ...(hold && { hold }) }
    },
    async settle({ id, endpoint }, outcome) {
      const key = keyOf(id, endpoint)
      if (outcome.state === 'gone') {
        gone.add(endpoint)
        for (const row of all())
          if (row.endpoint === endpoint) Object.assign(row, { dueAt: undefined, code: outcome.code })
        return
      }
      const row = rows.get(key)
      if (outcome.state === 'delivered') rows.delete(key)
      else if (row !== undefined) {
        Object.assign(row, { code: outcome.code, dueAt: 'dueAt' in outcome ? outcome.dueAt : undefined })
        if (outcome.state === 'untold') row.tries = Math.max(0, row.tries - 1)
      }
    },
    list: async ({ state, limit }) =>
      all()
        .map(({ event, endpoint, dueAt, tries, code }) => ({
          id: event.id,
          endpoint,
          type: event.type,
          state: dueAt === undefined ? ('dead' as const) : ('waiting' as const),
          at: event.at,
          tries,
          ...(code === undefined ? {} : { code }),
        }))
        .filter((each) => state === undefined || each.state === state)
        .slice(0, limit),
    async retry(now) {
      gone.clear()
      const dead = all().filter(({ dueAt }) => dueAt === undefined)
      for (const row of dead) Object.assign(row, { dueAt: now, tries: 0 })
      return dead.length
    },
    async forget(before) {
      for (const { event, endpoint } of all()) if (event.at < before) rows.delete(keyOf(event.id, endpoint))
    },
  }
}
