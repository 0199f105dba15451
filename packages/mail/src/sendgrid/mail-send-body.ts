import type { Mailbox, OutgoingAttachment, OutgoingEmail } from '@chancery/core'
import { idField } from '../api/provider-limits.ts'
import { base64Text } from '../mime/body-encoding.ts'
import { asciiText } from '../mime/header-text.ts'
import { asciiDomain } from '../mime/mailbox-header.ts'
import { distinct, distinctRecipients } from '../sendable.ts'

/** The body of `POST /v3/mail/send`, as far as it is used here (its OpenAPI: sendgrid/sendgrid-oai, `mail_send`). */
export interface MailSendBody {
  readonly personalizations: readonly [
    {
      readonly to: readonly SendGridAddress[]
      readonly cc?: readonly SendGridAddress[]
      readonly bcc?: readonly SendGridAddress[]
      readonly custom_args: Readonly<Record<string, string>>
      /** Seconds since the epoch. */
      readonly send_at?: number
    },
  ]
  readonly from: SendGridAddress
  readonly reply_to_list?: readonly SendGridAddress[]
  readonly subject: string
  readonly content: readonly { readonly type: string; readonly value: string }[]
  readonly attachments?: readonly {
    readonly content: string
    readonly filename: string
    readonly type: string
    readonly disposition: 'inline' | 'attachment'
    readonly content_id?: string
  }[]
  readonly headers?: Readonly<Record<string, string>>
  readonly categories?: readonly string[]
  readonly mail_settings?: { readonly sandbox_mode: { readonly enable: true } }
}

interface SendGridAddress {
  readonly email: string
  readonly name?: string
}

const addressOf = ({ address, name }: Mailbox): SendGridAddress => ({
  email: asciiDomain(address),
  ...(name === undefined || name === '' ? {} : { name }),
})

/** SendGrid writes them as they come, and asks for ASCII. */
const asciiHeaders = ({ headers }: OutgoingEmail): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asciiText(value)]))

const attachmentOf = ({ filename, contentType, bytes, contentId }: OutgoingAttachment) => ({
  content: base64Text(bytes),
  filename,
  type: contentType.split(';', 1)[0] ?? contentType,
  disposition: contentId === undefined ? ('attachment' as const) : ('inline' as const),
  ...(contentId === undefined ? {} : { content_id: contentId }),
})

/**
 * The e-mail as SendGrid wants it. An address stands in one of to, cc and bcc only, the first, and once in the list for
 * answers; SendGrid refuses repetitions. A `sendAt` that has passed is left out: it goes at once.
 * @param now milliseconds since the epoch
 */
export function mailSendBody(email: OutgoingEmail, { sandbox, now }: { sandbox: boolean; now: number }): MailSendBody {
  const { to, cc, bcc } = distinctRecipients(email)
  const { text, html, sendAt } = email
  return {
    personalizations: [
      {
        to: to.map(addressOf),
        ...(cc.length > 0 ? { cc: cc.map(addressOf) } : {}),
        ...(bcc.length > 0 ? { bcc: bcc.map(addressOf) } : {}),
        custom_args: { ...email.metadata, [idField]: email.id },
        ...(sendAt !== undefined && sendAt > now ? { send_at: Math.ceil(sendAt / 1000) } : {}),
      },
    ],
    from: addressOf(email.from),
    ...(email.replyTo.length > 0 ? { reply_to_list: distinct(email.replyTo).map(addressOf) } : {}),
    subject: email.subject,
    // SendGrid wants plain text before html, and refuses an empty part.
    content: [
      ...(text === undefined || text === '' ? [] : [{ type: 'text/plain', value: text }]),
      ...(html === undefined || html === '' ? [] : [{ type: 'text/html', value: html }]),
    ],
    ...(email.attachments.length > 0 ? { attachments: email.attachments.map(attachmentOf) } : {}),
    ...(Object.keys(email.headers).length > 0 ? { headers: asciiHeaders(email) } : {}),
    ...(email.tags.length > 0 ? { categories: [...new Set(email.tags)] } : {}),
    ...(sandbox ? { mail_settings: { sandbox_mode: { enable: true } } } : {}),
  }
}
