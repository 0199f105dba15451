import type { EmailTransport } from '../ports/email-transport.ts'
import type { SentMessage } from './dispatch-email.ts'

/** Whether a transport that may have had an e-mail at a time would still know it again, and deliver it once. */
export const mayHandOverAgain = (transport: EmailTransport, at: number, now: number): boolean =>
  now - at < knowsForMs(transport)

const knowsForMs = ({ capabilities: { deduplicates, deduplicatesForMs } }: EmailTransport): number =>
  deduplicatesForMs ?? (deduplicates ? Infinity : 0)

/** @param transport the one that may have had it, where it is still there */
export const inDoubt = (id: string, provider: string, code: string, transport?: EmailTransport): SentMessage => ({
  id,
  provider,
  status: 'unknown',
  accepted: [],
  rejected: [],
  doubt: {
    code,
    message: 'It is not known whether the e-mail was sent, so it is not sent again.',
    settledBy: settledBy(transport),
  },
})

function settledBy(transport: EmailTransport | undefined): 'repetition' | 'look-up' | 'person' {
  if (transport !== undefined && knowsForMs(transport) > 0) return 'repetition'
  return transport?.lookUp === undefined ? 'person' : 'look-up'
}
