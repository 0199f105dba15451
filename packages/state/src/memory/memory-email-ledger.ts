import { type EmailLedger, type Receipt, throwIfCancelled } from '@chancery/core'

export function createMemoryEmailLedger(): EmailLedger {
  const messages = new Map<string, Receipt | 'in-doubt'>()
  return {
    async claim(id, { signal }) {
      throwIfCancelled(signal)
      const known = messages.get(id)
      if (known === 'in-doubt') return { state: 'in-doubt' }
      if (known !== undefined) return { state: 'settled', receipt: known }
      messages.set(id, 'in-doubt')
      return { state: 'claimed' }
    },
    async settle(id, receipt) {
      const known = messages.get(id)
      if (known === undefined || known === 'in-doubt') messages.set(id, receipt)
    },
    async release(id) {
      if (messages.get(id) === 'in-doubt') messages.delete(id)
    },
  }
}
