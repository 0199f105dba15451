import { type EmailLedger, type Receipt, throwIfCancelled } from '@chancery/core'

interface Message {
  /** Absent where the message was settled and never claimed. */
  readonly fingerprint?: string
  readonly receipt?: Receipt
}

export function createMemoryEmailLedger(): EmailLedger {
  const messages = new Map<string, Message>()
  return {
    async claim(id, fingerprint, { signal }) {
      throwIfCancelled(signal)
      const known = messages.get(id)
      if (known === undefined) {
        messages.set(id, { fingerprint })
        return { state: 'claimed' }
      }
      if (known.fingerprint === undefined) return { state: 'in-doubt' }
      if (known.fingerprint !== fingerprint) return { state: 'mismatch' }
      return known.receipt === undefined ? { state: 'in-doubt' } : { state: 'settled', receipt: known.receipt }
    },
    async settle(id, receipt) {
      const known = messages.get(id)
      if (known?.receipt === undefined) messages.set(id, { ...known, receipt })
    },
    async release(id) {
      if (messages.get(id)?.receipt === undefined) messages.delete(id)
    },
    countInDoubt: async () => [...messages.values()].filter(({ receipt }) => receipt === undefined).length,
  }
}
