import { ChanceryError, type OutgoingEmail, type Violation } from '@chancery/core'
import { recipientsOf } from '../sendable.ts'

/** What a provider takes, from its documentation. Absent: it has no such limit, or no such thing. */
export interface ProviderLimits {
  /** In sentences. */
  readonly name: string
  /** Of to, cc and bcc together. */
  readonly recipients: number
  readonly needsTo: boolean
  readonly needsSubject: boolean
  readonly tags?: { readonly count: number; readonly length: number }
  readonly metadata?: {
    readonly count?: number
    readonly name?: RegExp
    readonly value?: RegExp
    /** What the two take, in words. */
    readonly takes?: string
    /** Of all as JSON, with the id that goes with them. */
    readonly bytes?: number
  }
  readonly scheduleHours?: number
  /** Files without a byte are refused. */
  readonly needsFileContent?: true
}

/** The metadata that carries the e-mail's id, for finding it at the provider. */
export const idField = 'chancery_id'

/** As in documentation: 1,000. */
const grouped = (count: number): string => `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',')

/**
 * What the provider would answer with a bare 4xx is said here, all at once and with its place.
 * @param now milliseconds since the epoch
 * @throws `invalid_request`
 */
export function assertProviderLimits(email: OutgoingEmail, limits: ProviderLimits, now: number): void {
  const { name, tags, metadata = {}, scheduleHours } = limits
  const violations: Violation[] = []
  const check = (ok: boolean, pointer: string, code: string, message: string): void => {
    if (!ok) violations.push({ pointer, code, message: `${name} ${message}` })
  }
  check(!limits.needsTo || email.to.length > 0, '/to', 'no_recipient', 'wants one recipient in `to` at least.')
  const most = `takes ${grouped(limits.recipients)} recipients at most.`
  check(recipientsOf(email).length <= limits.recipients, '/to', 'too_many_recipients', most)
  check(!limits.needsSubject || email.subject !== '', '/subject', 'empty_subject', 'wants a subject.')
  check(Boolean(email.text) || Boolean(email.html), '/text', 'no_content', 'wants a text or an html part.')
  if (tags !== undefined) {
    check(new Set(email.tags).size <= tags.count, '/tags', 'too_many_tags', `takes ${tags.count} tags at most.`)
    const longest = `takes tags of ${grouped(tags.length)} characters at most.`
    email.tags.forEach((tag, index) => check(tag.length <= tags.length, `/tags/${index}`, 'tag_too_long', longest))
  }
  const entries = Object.entries(email.metadata)
  const { count = Infinity, bytes = Infinity, takes = '' } = metadata
  check(entries.length <= count, '/metadata', 'too_much_metadata', `takes ${count} values of metadata at most.`)
  const size = Buffer.byteLength(JSON.stringify({ ...email.metadata, [idField]: email.id }))
  check(size <= bytes, '/metadata', 'metadata_too_large', `takes ${grouped(bytes)} bytes of metadata at most.`)
  for (const [key, value] of entries) {
    const fits = (metadata.name?.test(key) ?? true) && (metadata.value?.test(value) ?? true)
    const pointer = `/metadata/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    check(fits, pointer, 'metadata_refused', `takes metadata of ${takes} only.`)
  }
  if (scheduleHours !== undefined) {
    const ahead = `schedules ${scheduleHours} hours ahead at most.`
    check((email.sendAt ?? 0) <= now + scheduleHours * 3_600_000, '/sendAt', 'too_far_ahead', ahead)
  }
  if (limits.needsFileContent === true) {
    email.attachments.forEach(({ bytes }, index) =>
      check(bytes.length > 0, `/attachments/${index}`, 'empty_attachment', 'takes no empty files.'),
    )
  }
  const mailboxes = { from: [email.from], to: email.to, cc: email.cc, bcc: email.bcc, replyTo: email.replyTo }
  for (const [field, list] of Object.entries(mailboxes)) {
    list.forEach(({ address }, index) => {
      const local = address.slice(0, address.lastIndexOf('@'))
      const pointer = field === 'from' ? '/from/address' : `/${field}/${index}/address`
      check(/^[ -~]*$/.test(local), pointer, 'address_not_ascii', 'takes ASCII before the @ only.')
    })
  }
  if (violations.length > 0) {
    throw new ChanceryError('invalid_request', `${name} cannot take the e-mail as it is.`, { violations })
  }
}
