import type { Finding } from '@chancery/core'
import type { AttachedFile, PackedFile } from '@chancery/reading/reader'

/** One part of a mail's body, in the better of its forms. */
export interface MailBody {
  readonly type: 'html' | 'text' | 'rtf'
  /** Of RTF, a character a byte. */
  readonly text: string
}

/** A mail as any format of mail tells it. */
export interface MailMessage {
  /** "Ann <ann@example.com>" */
  readonly from: string | undefined
  readonly replyTo?: string | undefined
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string | undefined
  /** ISO 8601, else as it is written. */
  readonly date: string | undefined
  readonly messageId?: string | undefined
  readonly inReplyTo?: string | undefined
  readonly bodies: readonly MailBody[]
  readonly attachments: readonly (AttachedFile | PackedFile)[]
  /** Labels and values of an appointment or contact that it carries. */
  readonly details: readonly (readonly [label: string, value: string])[]
  readonly warnings: readonly Finding[]
}

/** "Ann <ann@example.com>", or what there is of it. */
export function mailbox(name: string | undefined, address: string | undefined): string | undefined {
  const [who, where] = [name?.trim() ?? '', address?.trim() ?? '']
  if (who === '' || who === where) return where === '' ? undefined : where
  return where === '' ? who : `${who} <${where}>`
}

/** A date as ISO 8601 to the second, in UTC. */
export function mailDate(written: string | undefined): string | undefined {
  if (written === undefined || written.trim() === '') return undefined
  const time = new Date(written)
  return Number.isNaN(time.getTime()) ? written.trim() : time.toISOString().replace(/\.\d{3}Z$/, 'Z')
}
