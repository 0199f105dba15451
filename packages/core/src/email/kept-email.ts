import type { OutgoingAttachment, OutgoingEmail } from '../ports/email-transport.ts'
import type { KeptMessage } from '../ports/email-ledger.ts'

/** An e-mail as the ledger keeps it: all but its attachments' bytes as JSON, and these in one piece. */
export function writeEmail({ attachments, ...email }: OutgoingEmail): Pick<KeptMessage, 'request' | 'files'> {
  const described = attachments.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length }))
  const files = new Uint8Array(attachments.reduce((sum, { bytes }) => sum + bytes.length, 0))
  let at = 0
  for (const { bytes } of attachments) {
    files.set(bytes, at)
    at += bytes.length
  }
  return { request: JSON.stringify({ ...email, attachments: described }), files }
}

/** The e-mail that `writeEmail` was given. */
export function readEmail({ request, files }: Pick<KeptMessage, 'request' | 'files'>): OutgoingEmail {
  const { attachments, ...email } = keptEmail(request)
  let at = 0
  return {
    ...email,
    attachments: attachments.map(({ size, ...rest }) => ({ ...rest, bytes: files.subarray(at, (at += size)) })),
  }
}

/** An e-mail without its files: whom it goes to, and what it says. */
export type KeptEmail = Omit<OutgoingEmail, 'attachments'> & {
  readonly attachments: readonly (Omit<OutgoingAttachment, 'bytes'> & { readonly size: number })[]
}

export const keptEmail = (request: string): KeptEmail => JSON.parse(request) as KeptEmail
