import type * as z from 'zod'
import { callerOf, type Context } from '../context.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { toBase64 } from '../model/base64.ts'
import { ChanceryError } from '../errors.ts'
import type { KeptMessage, LedgerEntry } from '../ports/email-ledger.ts'
import type { EmailTransport, FoundEmail, OutgoingEmail, Receipt } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import type { sentMessage } from './email-fields.ts'
import { emailFingerprint, type FilledFrom } from './email-fingerprint.ts'
import { inDoubt, mayHandOverAgain } from './email-doubt.ts'
import { readEmail, writeEmail } from './kept-email.ts'
import { recordOutcome } from './record-outcome.ts'
import { allowedOf, sendToAllowed } from './send-to-allowed.ts'
import { turnsEvery } from '../turns.ts'

export type DispatchNeeds =
  | 'transports'
  | 'emailLedger'
  | 'suppressions'
  | 'hasher'
  | 'ids'
  | 'clock'
  | 'logger'
  | 'settings'

/** ms after which others have their turn. */
const heldMs = 10

/** What became of one e-mail. */
export type SentMessage = DeepReadonly<z.output<typeof sentMessage>>

/** How an e-mail is to be dispatched. */
export interface DispatchOrder {
  readonly provider?: string | undefined
  readonly dryRun: boolean
  /** Whether a dry run shows what would go to the provider. */
  readonly showsRequest: boolean
  readonly filledFrom?: FilledFrom
}

/** One id for one Idempotency-Key and place in the call; a new one without a key. The Message-ID is made from it. */
export function messageId(
  index: number,
  operation: string,
  ports: Pick<Ports, 'hasher' | 'ids'>,
  { idempotencyKey, principal }: Context,
): string {
  if (idempotencyKey === undefined) return ports.ids.next()
  const seed = JSON.stringify([callerOf(principal), operation, idempotencyKey, index])
  return ports.hasher.sha256(new TextEncoder().encode(seed)).slice(0, 32)
}

/**
 * Hands one e-mail over, at most once for its id. Before the first byte leaves, the ledger holds it, durably; whatever the
 * transport cannot tell ends as `unknown`, and is never sent again by itself. What became of it is told to the same message
 * alone, as long as the ledger has it.
 * @throws `idempotency_mismatch`, `unsupported_option` (schedule, size), `provider_*` where it surely did not leave.
 */
export async function dispatchEmail(
  email: OutgoingEmail,
  order: DispatchOrder,
  ports: Pick<Ports, DispatchNeeds>,
  context: Context,
): Promise<SentMessage> {
  const transport = ports.transports.get(order.provider)
  const at = ports.clock.now()
  const isLater = waitsHere(email, transport, at, ports)
  checkCapabilities(email, transport)
  if (order.dryRun) return await validated(dueNow(email, transport, at), transport, order, ports, context)
  // What waits is asked about again at its time; that nobody may get it is known already.
  if (isLater) await allowedOf(email, ports, { signal: context.signal })
  // One of megabytes takes some ms to be looked through, to be written down and to be kept.
  // Not to be cut off between the claim and the handing over, which would leave it in doubt.
  const turn = turnsEvery(heldMs, () => ports.clock.now())
  const fingerprint = await emailFingerprint(email, order.provider, order.filledFrom, ports.hasher)
  await turn()
  const written = writeEmail(email)
  await turn()
  const entry = await ports.emailLedger.claim(
    {
      id: email.id,
      fingerprint,
      provider: transport.id,
      at,
      ...written,
      ...(isLater && email.sendAt !== undefined && { dueAt: email.sendAt }),
    },
    { signal: context.signal },
  )
  const outcome = (provider: string, status: 'scheduled' | 'cancelled' | 'failed', code?: string): SentMessage => ({
    id: email.id,
    provider,
    status,
    ...(code === undefined ? {} : { code }),
    accepted: status === 'scheduled' ? addressesOf(email) : [],
    rejected: [],
  })
  switch (entry.state) {
    case 'claimed':
      if (isLater) return outcome(transport.id, 'scheduled')
      await turn()
      return await handOver(dueNow(email, transport, at), transport, ports, context)
    case 'settled':
      return { id: email.id, provider: entry.provider ?? transport.id, ...entry.receipt }
    case 'in-doubt':
      return await inDoubtBefore(email, entry, ports, context)
    case 'scheduled':
    case 'cancelled':
      return outcome(entry.provider, entry.state)
    case 'failed':
      return outcome(entry.provider, entry.state, entry.code)
    case 'mismatch':
      throw new ChanceryError('idempotency_mismatch', 'This Idempotency-Key was used for another e-mail before.')
  }
}

const addressesOf = ({ to, cc, bcc }: OutgoingEmail): string[] => [...to, ...cc, ...bcc].map(({ address }) => address)

/** What a dry run tells: who would get it, and what would be handed over. */
async function validated(
  email: OutgoingEmail,
  transport: EmailTransport,
  { showsRequest }: DispatchOrder,
  ports: Pick<Ports, 'suppressions'>,
  { signal }: Context,
): Promise<SentMessage> {
  const allowed = await allowedOf(email, ports, { signal })
  // What the provider cannot take is seen by that, of every recipient.
  const rendered = await transport.render?.(allowed.email)
  const request = showsRequest ? rendered : undefined
  return {
    id: email.id,
    provider: transport.id,
    status: 'validated',
    accepted: addressesOf(allowed.email),
    rejected: allowed.rejected,
    ...(request && { request: { contentType: request.contentType, content: toBase64([request.bytes]) } }),
  }
}

/**
 * A transport that cannot schedule is told of no time, once it has come; and none of one that had passed.
 * @param at when the e-mail was claimed: the same e-mail is handed over in the same words again
 */
function dueNow(email: OutgoingEmail, { capabilities }: EmailTransport, at: number): OutgoingEmail {
  const { sendAt = at, ...now } = email
  return capabilities.schedule && sendAt > at ? email : now
}

/** Hands over an e-mail that the ledger has just been told of. */
async function handOver(
  email: OutgoingEmail,
  transport: EmailTransport,
  ports: Pick<Ports, DispatchNeeds>,
  { signal, deadline }: Context,
): Promise<SentMessage> {
  let receipt: Receipt
  try {
    receipt = await sendToAllowed(email, transport, ports, { signal, deadline })
  } catch (error) {
    if (ChanceryError.is(error) && error.details['ambiguous'] !== true) {
      // It surely did not leave, and may be tried again.
      await ports.emailLedger.release(email.id, undefined, error.code)
      throw error
    }
    return await leftOpen(email, transport, error, ports)
  }
  await recordOutcome(email.id, receipt, ports)
  return { id: email.id, provider: transport.id, ...receipt }
}

/**
 * An e-mail that an earlier try may have sent. The transport that had it gets it again where it would recognize it, or is
 * asked; otherwise only a person can tell. It goes to no other transport.
 */
async function inDoubtBefore(
  email: OutgoingEmail,
  { code = 'cut_off', kept }: Extract<LedgerEntry, { state: 'in-doubt' }>,
  ports: Pick<Ports, DispatchNeeds>,
  context: Context,
): Promise<SentMessage> {
  const provider = kept?.provider ?? ports.transports.get().id
  const transport = kept && ports.transports.names.includes(provider) ? ports.transports.get(provider) : undefined
  if (kept === undefined || transport === undefined) return inDoubt(email.id, provider, code)
  const found = await knownTo(transport, kept, ports, context)
  if (found?.state === 'taken') {
    await recordOutcome(email.id, found.receipt, ports)
    return { id: email.id, provider, ...found.receipt }
  }
  if (found?.state === 'absent') {
    await ports.emailLedger.release(email.id, kept.at)
    throw new ChanceryError('provider_unavailable', 'The provider never took the e-mail: it may be sent again.', {
      details: { provider },
    })
  }
  return inDoubt(email.id, provider, code, transport)
}

/** What the transport that had an e-mail can tell of it: by taking it again, which it would recognize, or by a look. */
async function knownTo(
  transport: EmailTransport,
  kept: KeptMessage,
  ports: Pick<Ports, 'clock' | 'suppressions'>,
  { signal, deadline }: Context,
): Promise<FoundEmail | undefined> {
  // What was handed over, and not what another filling has made of it.
  const before = dueNow(readEmail(kept), transport, kept.at)
  try {
    if (!mayHandOverAgain(transport, kept.at, ports.clock.now())) return await transport.lookUp?.(before, { signal })
    return { state: 'taken', receipt: await sendToAllowed(before, transport, ports, { signal, deadline }) }
  } catch {
    // Whatever became of this try, and however surely it failed: the one before may have been sent.
    return undefined
  }
}

/** Nobody can tell whether it was sent: it stays so until that is settled. */
async function leftOpen(
  { id }: OutgoingEmail,
  transport: EmailTransport,
  error: unknown,
  ports: Pick<Ports, DispatchNeeds>,
): Promise<SentMessage> {
  const code = ChanceryError.is(error) ? error.code : 'internal'
  const kind = ChanceryError.is(error) ? {} : { error: error instanceof Error ? error.name : typeof error }
  ports.logger.log('warning', 'email-in-doubt', { messageId: id, provider: transport.id, code, ...kind })
  await recordOutcome(id, { status: 'unknown', code }, ports)
  return inDoubt(id, transport.id, code, transport)
}

/** Whether this service keeps the e-mail until its time, since the provider cannot. @throws `unsupported_option` */
function waitsHere(
  { sendAt }: OutgoingEmail,
  { id, capabilities }: EmailTransport,
  now: number,
  { settings }: Pick<Ports, 'settings'>,
): boolean {
  if (sendAt === undefined || sendAt <= now || capabilities.schedule) return false
  if (settings.sendsLater === true) return true
  throw unsupported(
    id,
    '/sendAt',
    'This provider cannot schedule, and here nobody sends later: there are no workers.',
    'Leave `sendAt` out, or name a provider that can schedule.',
  )
}

/** Whether what became of it may be told otherwise later. */
export const isOpen = ({ status, providerMessageId }: SentMessage): boolean =>
  status === 'unknown' || (status === 'scheduled' && providerMessageId === undefined)

function checkCapabilities(email: OutgoingEmail, { id, capabilities }: EmailTransport): void {
  if (email.tags.length > 0 && !capabilities.tags)
    throw unsupported(id, '/tags', 'This provider has no tags.', 'Leave them out, or name another provider.')
  if (Object.keys(email.metadata).length > 0 && !capabilities.metadata)
    throw unsupported(id, '/metadata', 'This provider keeps no metadata.', 'Leave it out, or name another provider.')
  const size = email.attachments.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > capabilities.maxBytes) {
    throw new ChanceryError('payload_too_large', 'The attachments are larger than the provider takes.', {
      details: { what: 'attachment bytes', limit: capabilities.maxBytes, actual: size },
    })
  }
}

const unsupported = (provider: string, pointer: string, message: string, hint: string): ChanceryError =>
  new ChanceryError('unsupported_option', message, {
    violations: [{ pointer, code: 'unsupported_option', message, hint }],
    details: { provider },
  })
