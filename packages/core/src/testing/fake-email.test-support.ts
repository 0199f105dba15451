/** Where e-mails go, and what is remembered of them. */
import {
  foundMessage,
  keptMessage,
  ledgerEntry,
  type LedgerRow,
  openMessage,
  type RowState,
  rowStatesOf,
} from '../email/ledger-row.ts'
import type { EmailLedger, EmailSchedule } from '../ports/email-ledger.ts'
import type { EmailTransport, OutgoingEmail } from '../ports/email-transport.ts'
import type { SuppressionList } from '../ports/suppression-list.ts'
import type { Events } from './fake-store.test-support.ts'

/** Takes all; `found.fault` is what it throws instead. */
export function fakeTransport(events: Events = [], id = 'outbox') {
  const sent: OutgoingEmail[] = []
  const found: { fault: unknown; beforeSending: (() => void) | undefined } = {
    fault: undefined,
    beforeSending: undefined,
  }
  const transport: EmailTransport = {
    id,
    capabilities: { deduplicates: false, schedule: true, tags: true, metadata: true, maxBytes: 1000 },
    async send(email, { signal }) {
      signal.throwIfAborted()
      found.beforeSending?.()
      if (found.fault !== undefined) throw found.fault
      sent.push(email)
      events.push(`send ${email.id}`)
      return {
        status: email.sendAt === undefined ? 'sent' : 'scheduled',
        providerMessageId: `p-${email.id}`,
        accepted: [...email.to, ...email.cc, ...email.bcc].map(({ address }) => address),
        rejected: [],
      }
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
  return { ...transport, sent, found }
}

/** `found` are on it; in a space `space/address`. */
export function fakeSuppressions() {
  const found = new Set<string>()
  const list: SuppressionList = {
    async among(addresses, { signal, space }) {
      signal.throwIfAborted()
      return addresses.filter((address) => found.has(address) || found.has(`${space}/${address}`))
    },
    add: async ({ address, space }) => void found.add(space === undefined ? address : `${space}/${address}`),
    remove: async (address) => found.delete(address),
    list: async () => [...found].map((address) => ({ address, reason: '', at: 0 })),
  }
  return { ...list, found }
}

/** Remembers messages as an adapter does, and tells what it is asked for. */
export function fakeLedger(events: Events = []) {
  const rows = new Map<string, LedgerRow>()
  const openRow = (id: string, ...states: readonly RowState[]): LedgerRow | undefined => {
    const row = rows.get(id)
    return row !== undefined && row.receipt === undefined && states.includes(row.state) ? row : undefined
  }
  const ledger: EmailLedger = {
    async claim(message, { signal }) {
      signal.throwIfAborted()
      const row = rows.get(message.id)
      if (row !== undefined) return ledgerEntry(row, message)
      rows.set(message.id, { ...message, state: message.dueAt === undefined ? 'claimed' : 'scheduled' })
      events.push(`claim ${message.id}`)
      return { state: 'claimed' }
    },
    async settle(id, outcome) {
      const row = rows.get(id) ?? { id, state: 'claimed' }
      if ('code' in outcome) rows.set(id, { ...row, state: outcome.status, code: outcome.code })
      else rows.set(id, { ...row, receipt: row.receipt ?? outcome })
      events.push(`${'code' in outcome ? outcome.status : 'settle'} ${id}`)
    },
    async release(id) {
      rows.delete(id)
      events.push(`release ${id}`)
    },
    open: async ({ states, id }) =>
      [...rows.keys()]
        .filter((each) => id === undefined || each === id)
        .flatMap((each) => openRow(each, ...rowStatesOf(states)) ?? [])
        .map(openMessage),
    async find(ownId) {
      const row = [...rows.values()].find(({ id }) => id.slice(id.indexOf('/') + 1) === ownId)
      return row && foundMessage(row)
    },
    countInDoubt: async () => [...rows.keys()].filter((id) => openRow(id, 'claimed', 'unknown')).length,
  }
  const schedule: EmailSchedule = {
    async takeDue(now, { signal }) {
      signal.throwIfAborted()
      const due = [...rows.values()].find(({ id, dueAt = Infinity }) => dueAt <= now && openRow(id, 'scheduled'))
      if (due === undefined) return undefined
      rows.set(due.id, { ...due, state: 'claimed', at: now })
      return keptMessage({ ...due, at: now })
    },
    async postpone(id, dueAt) {
      const row = openRow(id, 'claimed')
      if (row !== undefined) rows.set(id, { ...row, state: 'scheduled', dueAt })
    },
    async cancel(id) {
      const row = openRow(id, 'scheduled')
      if (row !== undefined) rows.set(id, { ...row, state: 'cancelled' })
      return row !== undefined
    },
  }
  return { ...ledger, ...schedule, rows }
}
