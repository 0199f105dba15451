import type { EmailEvent } from '../ports/email-event-reader.ts'
import type { FoundMessage, OpenOutcome } from '../ports/email-ledger.ts'
import type { Receipt } from '../ports/email-transport.ts'
import { keptEmail } from './kept-email.ts'
import { mailboxKey } from './mailbox-key.ts'

/** Addresses that an e-mail was handed over for, each once; `undefined`: nobody knows any more. */
export function recipientsOf({ receipt, request }: FoundMessage): readonly string[] | undefined {
  if (receipt !== undefined) return receipt.accepted
  if (request === undefined) return undefined
  const { to, cc, bcc } = keptEmail(request)
  return [...new Map([...to, ...cc, ...bcc].map(({ address }) => [mailboxKey(address), address])).values()]
}

/** Whom an event is about: whom it names, or the one recipient that the e-mail has. */
export function addressOf({ address }: EmailEvent, message: FoundMessage | undefined): string | undefined {
  if (address !== undefined) return address
  const recipients = (message && recipientsOf(message)) ?? []
  return recipients.length === 1 ? recipients[0] : undefined
}

/**
 * What became of an e-mail in doubt by all that its provider tells of it at once: several bounces together say that nobody got
 * it, where each alone would say that the others did. A recipient whom the provider took stays taken in whatever order it is
 * told.
 * @returns `undefined` where that leaves it in doubt: its recipients are not known any more
 */
export function outcomeByEvents(
  events: readonly EmailEvent[],
  message: FoundMessage,
): Receipt | OpenOutcome | undefined {
  const recipients = recipientsOf(message)
  if (recipients === undefined) return undefined
  const taken = new Set<string>()
  const refusals = new Map<string, EmailEvent>()
  for (const event of events) {
    const whom = isRefusal(event) ? refusedBy(event, recipients) : event.address === undefined ? [] : [event.address]
    for (const address of whom) {
      if (isRefusal(event)) refusals.set(mailboxKey(address), event)
      else taken.add(mailboxKey(address))
    }
  }
  const refusalOf = (address: string): EmailEvent | undefined =>
    taken.has(mailboxKey(address)) ? undefined : refusals.get(mailboxKey(address))
  const accepted = recipients.filter((address) => refusalOf(address) === undefined)
  const [first] = events.filter(isRefusal)
  if (accepted.length === 0) return { status: 'failed', code: first?.kind ?? 'dropped' }
  const rejected = recipients.flatMap((address) => {
    const refusal = refusalOf(address)
    return refusal === undefined ? [] : [{ address, code: refusal.code ?? refusal.kind, message: notDelivered }]
  })
  const providerMessageId = events.find((event) => event.providerMessageId !== undefined)?.providerMessageId ?? ''
  return { status: 'sent', providerMessageId, accepted, rejected }
}

const notDelivered = 'The provider did not deliver it to this recipient.'

const isRefusal = ({ kind }: EmailEvent): boolean => kind === 'dropped' || kind === 'bounced'

/** A drop that names nobody is of the whole e-mail; a bounce that names nobody of several may be anybody's. */
function refusedBy({ kind, address }: EmailEvent, recipients: readonly string[]): readonly string[] {
  if (recipients.length === 1 || (kind === 'dropped' && address === undefined)) return recipients
  return address === undefined ? [] : [address]
}
