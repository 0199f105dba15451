import {
  type EmailLedger,
  type EmailSchedule,
  type EventOutbox,
  type EventRecording,
  foundMessage,
  keptMessage,
  ledgerEntry,
  type LedgerRow,
  openMessage,
  type RowState,
  rowStatesOf,
  throwIfCancelled,
} from '@chancery/core'

export function createMemoryEmailLedger(events: EventOutbox, recording?: EventRecording): EmailLedger & EmailSchedule {
  const rows = new Map<string, LedgerRow>()
  /** A row that is in one of these states, and has no receipt. */
  const openRow = (id: string, ...states: readonly RowState[]): LedgerRow | undefined => {
    const row = rows.get(id)
    return row !== undefined && row.receipt === undefined && states.includes(row.state) ? row : undefined
  }
  /** Those in these states, the oldest first. */
  const openRows = (...states: readonly RowState[]): readonly LedgerRow[] =>
    [...rows.keys()]
      .flatMap((id) => openRow(id, ...states) ?? [])
      .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0) || (one.id < other.id ? -1 : 1))
  return {
    async claim(message, { signal }) {
      throwIfCancelled(signal)
      const row = rows.get(message.id)
      if (row !== undefined) return ledgerEntry(row, message)
      rows.set(message.id, { ...message, state: message.dueAt === undefined ? 'claimed' : 'scheduled' })
      return { state: 'claimed' }
    },
    async settle(id, outcome) {
      const row = rows.get(id) ?? { id, state: 'claimed' }
      if ('code' in outcome) {
        if (!openRow(id, 'claimed', 'unknown')) return
        rows.set(id, { ...row, state: outcome.status, code: outcome.code })
      } else {
        if (row.receipt !== undefined) return
        rows.set(id, { ...row, receipt: outcome, request: undefined, files: undefined })
      }
      if (recording !== undefined) await events.add(recording.emailSettled(id, outcome))
    },
    async release(id, at, code) {
      const row = openRow(id, 'claimed', 'unknown', 'failed')
      if (row === undefined || (at !== undefined && row.at !== at)) return
      rows.delete(id)
      if (recording !== undefined && code !== undefined) await events.add(recording.emailReleased(id, code))
    },
    open: async ({ states, limit, id }) =>
      openRows(...rowStatesOf(states))
        .filter((row) => id === undefined || row.id === id)
        .slice(0, limit)
        .map(openMessage),
    async find(ownId) {
      const row = [...rows.values()].find(({ id }) => id.slice(id.indexOf('/') + 1) === ownId)
      return row && foundMessage(row)
    },
    countInDoubt: async () => openRows('claimed', 'unknown').length,
    async takeDue(now, { signal }) {
      throwIfCancelled(signal)
      const [due] = openRows('scheduled')
        .filter(({ dueAt = Infinity }) => dueAt <= now)
        .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
      if (due === undefined) return undefined
      const taken: LedgerRow = { ...due, state: 'claimed', at: now, dueAt: undefined }
      rows.set(due.id, taken)
      return keptMessage(taken)
    },
    async postpone(id, dueAt) {
      const row = openRow(id, 'claimed')
      if (row !== undefined) rows.set(id, { ...row, state: 'scheduled', dueAt })
    },
    async cancel(id) {
      const row = openRow(id, 'scheduled')
      if (row === undefined) return false
      rows.set(id, { ...row, state: 'cancelled', dueAt: undefined, request: undefined, files: undefined })
      return true
    },
  }
}
