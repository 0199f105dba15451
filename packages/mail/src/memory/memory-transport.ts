import type { EmailTransport, OutgoingEmail, Receipt } from '@chancery/core'
import { mimeMessage } from '../mime/mime-message.ts'
import { assertSendable, assertSize, recipientsOf } from '../sendable.ts'

/** A transport whose e-mails can be looked at; none leaves the process. */
export interface MemoryTransport extends EmailTransport {
  /** What was sent, in order. */
  readonly sent: readonly OutgoingEmail[]
  clear(): void
}

/** Keeps what it is given; for tests and the harness. The same id is kept once. */
export function createMemoryTransport({ id = 'memory' }: { readonly id?: string } = {}): MemoryTransport {
  const sent: OutgoingEmail[] = []
  const receipts = new Map<string, Receipt>()
  const capabilities = { deduplicates: true, schedule: true, tags: true, metadata: true, maxBytes: 25 * 1024 * 1024 }
  const messageOf = async (email: OutgoingEmail, signal: AbortSignal): Promise<Uint8Array> => {
    assertSendable(email, signal)
    const bytes = await mimeMessage(email)
    assertSize(email, bytes.length, { id, capabilities })
    return bytes
  }
  return {
    id,
    capabilities,
    sent,
    clear() {
      sent.length = 0
      receipts.clear()
    },
    async render(email) {
      return { contentType: 'message/rfc822', bytes: await messageOf(email, new AbortController().signal) }
    },
    async send(email, { signal }) {
      await messageOf(email, signal)
      const before = receipts.get(email.id)
      if (before !== undefined) return before
      const receipt: Receipt = {
        status: email.sendAt === undefined ? 'sent' : 'scheduled',
        providerMessageId: email.id,
        accepted: recipientsOf(email),
        rejected: [],
      }
      receipts.set(email.id, receipt)
      sent.push(structuredClone(email))
      return receipt
    },
    async check() {},
  }
}
