import type { Context } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import type { Mailbox } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { normalizeAddress } from './email-address.ts'

/** One that a caller may send as: an address, or `@` and a domain for all of its addresses; `undefined` for anything else. */
export function readSender(text: string): string | undefined {
  const trimmed = text.trim()
  const isDomain = trimmed.startsWith('@')
  const address = normalizeAddress(isDomain ? `a${trimmed}` : trimmed)?.toLowerCase()
  return isDomain ? address?.slice(1) : address
}

/**
 * The sender: the call's, else the configured one; always one that the key may send as, or that all keys may.
 * @throws `invalid_request`
 */
export function senderOf(
  from: Mailbox | undefined,
  { settings }: Pick<Ports, 'settings'>,
  { principal }: Pick<Context, 'principal'>,
): Mailbox {
  const sender = from ?? settings.emailFrom
  if (sender === undefined) {
    throw invalidRequest(
      '/from',
      'sender_missing',
      'There is no sender.',
      'Give `from`, or configure a default sender.',
    )
  }
  const allowed = principal.senders ?? settings.emailSenders
  if (allowed !== undefined && !isAmong(sender.address, allowed)) {
    const message = 'This key may not send as this sender.'
    throw invalidRequest('/from', 'sender_not_allowed', message, `Send as ${allowed.join(', ') || 'nobody'}.`)
  }
  return sender
}

function isAmong(address: string, senders: readonly string[]): boolean {
  const known = address.toLowerCase()
  return senders.some((sender) =>
    sender.startsWith('@') ? known.slice(known.lastIndexOf('@')) === sender : known === sender,
  )
}
