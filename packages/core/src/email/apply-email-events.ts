import { ChanceryError } from '../errors.ts'
import { present } from '../present.ts'
import type { EmailEventLog } from '../ports/email-event-log.ts'
import type { EmailEvent } from '../ports/email-event-reader.ts'
import type { FoundMessage } from '../ports/email-ledger.ts'
import type { Ports } from '../ports/index.ts'
import { splitAtSpace } from '../spaces/space-of-id.ts'
import { normalizeAddress } from './email-address.ts'
import { mailboxKey } from './mailbox-key.ts'
import { addressOf, outcomeByEvents } from './outcome-by-events.ts'

type Needed = Pick<Ports, 'emailLedger' | 'suppressions' | 'clock'> & { readonly emailEvents: EmailEventLog }

/** How long what a provider told is remembered, in ms: longer than any of them tells it again. */
const rememberedMs = 90 * 24 * 60 * 60 * 1000

/**
 * What follows from events of a provider; those of one e-mail are looked at together. An e-mail in doubt is settled: what the
 * provider has taken was sent, what it delivers to nobody has failed. Who bounced for good, complained or wants none gets none
 * any more: from the space whose e-mail it was, or from anybody where that is not known. Nothing is ever taken back: what was sent stays sent, and nobody comes off the list.
 * @returns how many were new
 * @throws `overloaded` where an e-mail is on its way just now, and its provider is to tell again what failed: all else is done
 */
export async function applyEmailEvents(
  provider: string,
  events: readonly EmailEvent[],
  ports: Needed,
): Promise<number> {
  const { emailEvents, emailLedger, clock } = ports
  const at = clock.now()
  const fresh = await newEvents(provider, events, emailEvents)
  let isEarly = false
  for (const [ownId, told] of Map.groupBy(fresh, ({ email }) => email)) {
    const message = ownId === undefined ? undefined : await emailLedger.find(ownId)
    for (const event of told) await suppress(provider, event, message, at, ports)
    if (message !== undefined && (await settle(message, told, ports)) === 'too-early') {
      isEarly = true
      continue
    }
    // Last and at once, so that what a crash cuts off is done whole when the provider tells it again.
    await emailEvents.add(
      told.map(({ id, kind, code }) => ({ provider, id, kind, at, ...present({ email: message?.id, code }) })),
    )
  }
  if (fresh.length > 0) await emailEvents.forget(at - rememberedMs)
  if (isEarly) throw new ChanceryError('overloaded', 'The e-mail is on its way just now: tell it again later.')
  return fresh.length
}

/** Those that were not told before, each once. */
async function newEvents(
  provider: string,
  events: readonly EmailEvent[],
  emailEvents: EmailEventLog,
): Promise<readonly EmailEvent[]> {
  const byId = new Map(events.toReversed().map((event) => [event.id, event]))
  const known = new Set(await emailEvents.known(provider, [...byId.keys()]))
  return [...byId.values()].toReversed().filter(({ id }) => !known.has(id))
}

const reasons: Readonly<Partial<Record<EmailEvent['kind'], string>>> = {
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
}

async function suppress(
  provider: string,
  event: EmailEvent,
  message: FoundMessage | undefined,
  at: number,
  { suppressions }: Needed,
): Promise<void> {
  const { kind, code, isPermanent = false } = event
  const word = reasons[kind]
  const address = normalizeAddress(addressOf(event, message) ?? '')
  if (word === undefined || address === undefined || (kind === 'bounced' && !isPermanent)) return
  const reason = `${word} (${provider}${code === undefined ? '' : `, ${code}`})`
  const [space] = splitAtSpace(message?.id ?? '')
  await suppressions.add({ address: mailboxKey(address), reason, at, ...(space !== '' && { space }) })
}

/**
 * Settles what is open by what was told. Of one without a code, which may be on its way just now, whoever sends it knows better
 * that it failed; should he never learn it, it is to be told again.
 */
async function settle(
  message: FoundMessage,
  events: readonly EmailEvent[],
  { emailLedger }: Needed,
): Promise<'too-early' | undefined> {
  const { id, state, code } = message
  if (state !== 'unknown' && state !== 'failed') return undefined
  const outcome = outcomeByEvents(events, message)
  if (outcome === undefined || (outcome.status === 'failed' && state === 'failed')) return undefined
  if (outcome.status === 'failed' && code === undefined) return 'too-early'
  await emailLedger.settle(id, outcome)
  return undefined
}
