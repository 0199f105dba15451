/** Where e-mails go, and what is remembered of them. */
import type { EmailLedger } from '../ports/email-ledger.ts'
import type { EmailTransport, OutgoingEmail, Receipt } from '../ports/email-transport.ts'
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

export function fakeLedger(events: Events = []) {
  const rows = new Map<string, { readonly fingerprint: string; receipt?: Receipt }>()
  const ledger: EmailLedger = {
    async claim(id, fingerprint, { signal }) {
      signal.throwIfAborted()
      const row = rows.get(id)
      if (row === undefined) {
        rows.set(id, { fingerprint })
        events.push(`claim ${id}`)
        return { state: 'claimed' }
      }
      if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
      return row.receipt === undefined ? { state: 'in-doubt' } : { state: 'settled', receipt: row.receipt }
    },
    async settle(id, receipt) {
      const row = rows.get(id)
      if (row !== undefined) row.receipt ??= receipt
      events.push(`settle ${id}`)
    },
    async release(id) {
      rows.delete(id)
      events.push(`release ${id}`)
    },
    countInDoubt: async () => [...rows.values()].filter(({ receipt }) => receipt === undefined).length,
  }
  return { ...ledger, rows }
}
