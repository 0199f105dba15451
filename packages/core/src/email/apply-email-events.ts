import { present } from '../present.ts'
import type { EmailEventLog } from '../ports/email-event-log.ts'
import type { EmailEvent } from '../ports/email-event-reader.ts'
import type { OpenMessage } from '../ports/email-ledger.ts'
import type { Receipt } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { normalizeAddress } from './email-address.ts'
import { keptEmail } from './kept-email.ts'
import { mailboxKey } from './mailbox-key.ts'

type Needed = Pick<Ports, 'emailLedger' | 'suppressions' | 'clock'> & { readonly emailEvents: EmailEventLog }

/** How long what a provider told is remembered, in ms: longer than any of them tells it again. */
const rememberedMs = 90 * 24 * 60 * 60 * 1000

/**
 * What follows from events of a provider. An e-mail in doubt is settled: what the provider has taken was sent, what it does not
 * deliver to its one recipient has failed. Who bounced for good, complained or wants none gets none any more. Nothing is ever taken
 * back: what was sent stays sent, and nobody comes off the list.
 * @returns how many were new
 */
export async function applyEmailEvents(
  provider: string,
  events: readonly EmailEvent[],
  ports: Needed,
): Promise<number> {
  const { emailEvents, clock } = ports
  const now = clock.now()
  const known = new Set(
    await emailEvents.known(
      provider,
      events.map(({ id }) => id),
    ),
  )
  let count = 0
  for (const event of events) {
    if (known.has(event.id)) continue
    known.add(event.id)
    await suppress(provider, event, now, ports)
    const email = await settle(event, ports)
    // Last, so that what a crash cuts off is done when the provider tells it again.
    await emailEvents.add([
      { provider, id: event.id, kind: event.kind, at: now, ...present({ email, code: event.code }) },
    ])
    count++
  }
  if (count > 0) await emailEvents.forget(now - rememberedMs)
  return count
}

const reasons: Readonly<Partial<Record<EmailEvent['kind'], string>>> = {
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
}

async function suppress(provider: string, event: EmailEvent, at: number, { suppressions }: Needed): Promise<void> {
  const { kind, code, isPermanent = false } = event
  const word = reasons[kind]
  const address = normalizeAddress(event.address ?? '')
  if (word === undefined || address === undefined || (kind === 'bounced' && !isPermanent)) return
  const reason = `${word} (${provider}${code === undefined ? '' : `, ${code}`})`
  await suppressions.add({ address: mailboxKey(address), reason, at })
}

/** @returns the id of the ledger, where it has the e-mail open */
async function settle(event: EmailEvent, { emailLedger }: Needed): Promise<string | undefined> {
  if (event.email === undefined) return undefined
  const states = ['unknown', 'in-doubt', 'failed'] as const
  const [message] = await emailLedger.open({ states, limit: 1, ofAnySpace: event.email })
  if (message === undefined) return undefined
  const receipt = receiptOf(event, message)
  if (receipt !== undefined) await emailLedger.settle(message.id, receipt)
  // One that is in doubt may be on its way just now: whoever sends it knows better.
  else if (message.state === 'unknown') await emailLedger.settle(message.id, { status: 'failed', code: event.kind })
  return message.id
}

/** What the provider has taken; `undefined`: nobody got it. */
function receiptOf(event: EmailEvent, { request }: OpenMessage): Receipt | undefined {
  const { kind, address, providerMessageId = '', code } = event
  const email = request === undefined ? undefined : keptEmail(request)
  const everyone = email ? [...email.to, ...email.cc, ...email.bcc].map((each) => each.address) : []
  if (kind !== 'dropped' && kind !== 'bounced')
    return { status: 'sent', providerMessageId, accepted: everyone, rejected: [] }
  // That one recipient was refused says nothing of the others, but that the provider has it; so does an address of none of them.
  if (address === undefined || everyone.length === 1) return undefined
  const others = everyone.filter((each) => mailboxKey(each) !== mailboxKey(address))
  if (others.length === 0) return undefined
  const message = 'The provider did not deliver it to this recipient.'
  return {
    status: 'sent',
    providerMessageId,
    accepted: others,
    rejected: [{ address, code: code ?? kind, message }],
  }
}
