import { ChanceryError, type OutgoingEmail, type Violation } from '@chancery/core'
import { recipientsOf } from '../sendable.ts'
import { idArgument } from './mail-send-body.ts'

/** Hours ahead that SendGrid takes a message (`send_at`). */
const scheduleHours = 72

/**
 * What SendGrid would answer with a bare 400 is said here, all at once and with its place.
 * @param now milliseconds since the epoch
 * @throws `invalid_request`
 */
export function assertWithinLimits(email: OutgoingEmail, now: number): void {
  const violations: Violation[] = []
  const check = (ok: boolean, pointer: string, code: string, message: string): void => {
    if (!ok) violations.push({ pointer, code, message })
  }
  check(email.to.length > 0, '/to', 'no_recipient', 'SendGrid wants one recipient in `to` at least.')
  check(recipientsOf(email).length <= 1000, '/to', 'too_many_recipients', 'SendGrid takes 1,000 recipients at most.')
  check(email.subject !== '', '/subject', 'empty_subject', 'SendGrid wants a subject.')
  check(Boolean(email.text) || Boolean(email.html), '/text', 'no_content', 'SendGrid wants a text or an html part.')
  check(new Set(email.tags).size <= 10, '/tags', 'too_many_tags', 'SendGrid takes 10 tags (categories) at most.')
  email.tags.forEach((tag, index) =>
    check(tag.length <= 255, `/tags/${index}`, 'tag_too_long', 'SendGrid takes tags of 255 characters at most.'),
  )
  const metadata = Buffer.byteLength(JSON.stringify({ ...email.metadata, [idArgument]: email.id }))
  check(metadata <= 10_000, '/metadata', 'metadata_too_large', 'SendGrid takes 10,000 bytes of metadata at most.')
  check(
    (email.sendAt ?? 0) <= now + scheduleHours * 3_600_000,
    '/sendAt',
    'too_far_ahead',
    `SendGrid schedules ${scheduleHours} hours ahead at most.`,
  )
  const mailboxes = { from: [email.from], to: email.to, cc: email.cc, bcc: email.bcc, replyTo: email.replyTo }
  for (const [field, list] of Object.entries(mailboxes)) {
    list.forEach(({ address }, index) => {
      const local = address.slice(0, address.lastIndexOf('@'))
      const pointer = field === 'from' ? '/from/address' : `/${field}/${index}/address`
      check(/^[!-~]*$/.test(local), pointer, 'address_not_ascii', 'SendGrid takes ASCII before the @ only.')
    })
  }
  if (violations.length > 0) {
    throw new ChanceryError('invalid_request', 'SendGrid cannot take the e-mail as it is.', { violations })
  }
}
