import { ChanceryError, type EmailTransport, type Mailbox, type OutgoingEmail, type Violation } from '@chancery/core'
import { asciiDomain } from './mime/mailbox-header.ts'

/** C0, DEL and C1: no header value may hold one; CR and LF would begin a header of their own. */
const control = /\p{Cc}/u
/** One address: a plain or quoted local part, no list, no angle brackets. Core has checked it more strictly. */
const oneAddress = /^(?:[^\s\p{Cc}<>(),:;"\\[\]@]+|"(?:[^"\\<>\p{Cc}]|\\[ -;=?-~])*")@[^\s\p{Cc}<>(),;"\\@]+$/u
/** RFC 5322, 3.6.8: printable ASCII without the colon. */
const headerName = /^[!-9;-~]{1,76}$/
/** RFC 2045, 5.1: type, subtype, and parameters if any. */
const mediaType = /^[\w!#$&^+.-]{1,127}\/[\w!#$&^+.-]{1,127}(?:;[ -~]*)?$/
/** RFC 2392: what stands after `cid:`. */
const contentId = /^[^\s<>\p{Cc}\u0080-\uffff]{1,200}$/u

/** Headers that the message itself defines, or that belong to the transport on its way. */
const reserved = new Set(
  (
    'from sender to cc bcc reply-to subject date message-id mime-version return-path received dkim-signature ' +
    'content-type content-transfer-encoding content-disposition content-id'
  ).split(' '),
)
/**
 * Orders to a provider in the form of a header: `X-SMTPAPI` of SendGrid can add recipients, an idempotency key can have a message
 * taken for one that was sent before.
 */
const order = /^(?:x-smtpapi|x-msys-api|(?:resend-)?idempotency-key|x-(?:mailgun|mc|mj|pm|postmark|ses|sg)-.*)$/
const isReserved = (name: string): boolean =>
  reserved.has(name) || order.test(name) || /^(?:resent-|x-chancery-)/.test(name)

/**
 * The last check before an e-mail leaves, the same for every transport: nothing in it can begin another header or add
 * a recipient, and it goes to someone.
 * @param ownHeader one that the transport writes itself
 * @throws `invalid_request` with every violation, `cancelled`.
 */
export function assertSendable(email: OutgoingEmail, signal: AbortSignal, ownHeader?: string): void {
  if (signal.aborted) throw new ChanceryError('cancelled', 'The call was cancelled before the e-mail was handed over.')
  const violations: Violation[] = []
  const check = (ok: boolean, pointer: string, code: string, message: string): void => {
    if (!ok) violations.push({ pointer, code, message })
  }
  const clean = (value: string, pointer: string): void =>
    check(!control.test(value), pointer, 'control_character', 'It holds a line break or another control character.')
  const mailbox = ({ address, name }: Mailbox, pointer: string): void => {
    check(oneAddress.test(address), `${pointer}/address`, 'invalid_address', 'It is not one e-mail address.')
    if (name !== undefined) clean(name, `${pointer}/name`)
  }

  mailbox(email.from, '/from')
  for (const list of ['to', 'cc', 'bcc', 'replyTo'] as const) {
    email[list].forEach((each, index) => mailbox(each, `/${list}/${index}`))
  }
  check(email.to.length + email.cc.length + email.bcc.length > 0, '/to', 'no_recipient', 'It goes to no one.')
  clean(email.subject, '/subject')
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(email.headers)) {
    const pointer = `/headers/${name
      .replace(/[^!-~]/g, '?')
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')}`
    const key = name.toLowerCase()
    check(headerName.test(name), pointer, 'invalid_header', 'It is not a header name.')
    check(
      !isReserved(key) && key !== ownHeader?.toLowerCase(),
      pointer,
      'reserved_header',
      'The message sets this header itself.',
    )
    check(!seen.has(key), pointer, 'repeated_header', 'The header is given twice.')
    seen.add(key)
    clean(value, pointer)
  }
  email.attachments.forEach((attachment, index) => {
    clean(attachment.filename, `/attachments/${index}/filename`)
    const type = attachment.contentType
    check(mediaType.test(type), `/attachments/${index}/contentType`, 'invalid_type', 'It is not a media type.')
    const id = attachment.contentId
    if (id !== undefined) {
      check(contentId.test(id), `/attachments/${index}/contentId`, 'invalid_content_id', 'It is not a content id.')
    }
  })
  email.tags.forEach((tag, index) => clean(tag, `/tags/${index}`))
  if (violations.length > 0) {
    throw new ChanceryError('invalid_request', 'The e-mail cannot be sent as it is.', { violations })
  }
}

/**
 * @param actual bytes of what would be handed over, in which attachments are a third longer
 * @throws `payload_too_large` with `limit` and `actual`, at what can be smaller
 */
export function assertSize(
  { attachments, html }: OutgoingEmail,
  actual: number,
  { id, capabilities }: Pick<EmailTransport, 'id' | 'capabilities'>,
): void {
  const limit = capabilities.maxBytes
  if (actual <= limit) return
  const message = 'The e-mail with its attachments is too large.'
  const place =
    attachments.length > 0
      ? {
          pointer: '/attachments',
          hint: 'Attach less, or write an address of the document into the text; as sent, bytes are a third more.',
        }
      : { pointer: html === undefined ? '/text' : '/html' }
  throw new ChanceryError('payload_too_large', message, {
    details: { limit, actual, unit: 'bytes', provider: id },
    violations: [{ code: 'email_too_large', message: `At most ${limit} bytes.`, ...place }],
  })
}

/** To, cc and bcc with each address once, in the first of the lists that it stands in. */
export function distinctRecipients({ to, cc, bcc }: OutgoingEmail): Pick<OutgoingEmail, 'to' | 'cc' | 'bcc'> {
  const seen = new Set<string>()
  return { to: distinct(to, seen), cc: distinct(cc, seen), bcc: distinct(bcc, seen) }
}

/** Those whose address was not seen, each once. */
export const distinct = (mailboxes: readonly Mailbox[], seen = new Set<string>()): readonly Mailbox[] =>
  mailboxes.filter(({ address }) => {
    const key = asciiDomain(address).toLowerCase()
    return !seen.has(key) && seen.add(key)
  })

/** Every address that the e-mail goes to, each once, in the order to, cc, bcc. */
export function recipientsOf(email: OutgoingEmail): readonly string[] {
  const { to, cc, bcc } = distinctRecipients(email)
  return [...to, ...cc, ...bcc].map(({ address }) => address)
}
