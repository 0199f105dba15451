import { sortedJson } from '../clients/merge-client.ts'
import type { EmailContent } from '../ports/email-templates.ts'
import type { OutgoingAttachment, OutgoingEmail } from '../ports/email-transport.ts'
import type { Hasher } from '../ports/hasher.ts'

/**
 * What a filled message is made of. A filling may tell the time, and a converted document does: the same call, repeated
 * later, fills another text, and asks for the same message all the same.
 */
export interface FilledFrom {
  readonly template: EmailContent
  /** The data and the options of the filling. */
  readonly request: unknown
  /** A digest of each attachment, or of what it is filled from. */
  readonly attachments: readonly string[]
}

/**
 * What tells one message from another under the same Idempotency-Key: everything that a recipient would see, and how it
 * is to be sent. SHA-256, hex.
 */
export function emailFingerprint(
  email: OutgoingEmail,
  provider: string | undefined,
  filledFrom: FilledFrom | undefined,
  hasher: Hasher,
): string {
  const { id: _id, date: _date, subject, text, html, attachments, ...envelope } = email
  const content = filledFrom ?? {
    subject,
    text,
    html,
    attachments: attachments.map((attachment) => attachmentDigest(attachment, hasher)),
  }
  return digestOf({ envelope, provider, content }, hasher)
}

/** A digest of one attachment: its bytes, name, type and content id. */
export const attachmentDigest = ({ bytes, ...described }: OutgoingAttachment, hasher: Hasher): string =>
  digestOf({ ...described, sha256: hasher.sha256(bytes) }, hasher)

/** A digest of something that is JSON, whatever the order of its keys. */
export const digestOf = (content: unknown, hasher: Hasher): string =>
  hasher.sha256(new TextEncoder().encode(sortedJson(content)))
