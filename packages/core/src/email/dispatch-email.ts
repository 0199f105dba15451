import type * as z from 'zod'
import { callerOf, type Context } from '../context.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { safeName } from '../documents/document-path.ts'
import { contentTypes, extensionOf } from '../documents/document-type.ts'
import { fetchBytes, type OpenNeeds } from '../documents/open-document.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import type { EmailTransport, Mailbox, OutgoingAttachment, OutgoingEmail, Receipt } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import type { AttachmentSource } from '../shapes/document-source.ts'
import type { Finding } from '../shapes/finding.ts'
import type { sentMessage } from './email-fields.ts'
import { emailFingerprint, type FilledFrom } from './email-fingerprint.ts'

export type DispatchNeeds = 'transports' | 'emailLedger' | 'hasher' | 'ids' | 'clock' | 'logger' | 'settings'

/** The sender: the call's, else the configured one. @throws `invalid_request`. */
export function senderOf(from: Mailbox | undefined, { settings }: Pick<Ports, 'settings'>): Mailbox {
  const sender = from ?? settings.emailFrom
  if (sender !== undefined) return sender
  throw invalidRequest('/from', 'sender_missing', 'There is no sender.', 'Give `from`, or configure a default sender.')
}

/** One id for one Idempotency-Key and place in the call; a new one without a key. */
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

/** Endings that mail providers refuse, since they run on a double click. */
const executable =
  /\.(?:ade|adp|apk|appx|bat|cab|chm|cmd|com|cpl|dll|dmg|exe|hta|ins|iso|isp|jar|js|jse|lib|lnk|mde|msc|msi|msp|mst|nsh|pif|ps1|scr|sct|shb|sys|vb|vbe|vbs|vxd|wsc|wsf|wsh)$/i

/** Reads one attachment. @throws what `fetchBytes` throws. */
export async function openAttachment(
  source: AttachmentSource,
  pointer: string,
  ports: Pick<Ports, OpenNeeds>,
  context: Context,
): Promise<{ attachment: OutgoingAttachment; warnings: readonly Finding[] }> {
  const { bytes, filename, contentType } = await fetchBytes(source, pointer, ports, context)
  const type = ports.guard.identify(bytes)
  const name = safeName(filename ?? `attachment.${extensionOf(type)}`)
  const refused: Finding = {
    code: 'attachment_may_be_refused',
    severity: 'warning',
    message: 'Many providers refuse attachments with this ending.',
    location: { pointer },
  }
  return {
    attachment: {
      filename: name,
      contentType: type === 'unknown' ? (contentType ?? contentTypes.unknown) : contentTypes[type],
      bytes,
      ...present({ contentId: source.inline }),
    },
    warnings: executable.test(name) ? [refused] : [],
  }
}

/** Content ids that the html wants and nothing brings, or that nothing shows. */
export function inlineFindings(html: string | undefined, attachments: readonly OutgoingAttachment[]): Finding[] {
  const wanted = new Set([...(html ?? '').matchAll(/\bcid:([\w.@-]{1,128})/g)].map((match) => match[1] ?? ''))
  const ids = attachments.flatMap(({ contentId }) => contentId ?? [])
  const brought = new Set(ids)
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  const remark = (code: string, message: string, id: string): Finding => ({
    code,
    severity: 'warning',
    message,
    location: { field: 'html', text: `cid:${id}` },
  })
  return [
    ...[...wanted]
      .filter((id) => !brought.has(id))
      .map((id) => remark('inline_image_missing', 'No attachment has this content id.', id)),
    ...[...twice].map((id) => remark('inline_image_twice', 'Several attachments have this content id.', id)),
    ...[...brought]
      .filter((id) => !wanted.has(id))
      .map((id) => remark('inline_image_unused', 'The html does not show this inline image.', id)),
  ]
}

/**
 * Hands one e-mail over, at most once for its id. The ledger marks it before the first byte leaves; after a crash the
 * mark says that it may be gone already, and then only a transport that deduplicates gets it again. What became of it is
 * told to the same message alone.
 * @throws `delivery_unknown`, `idempotency_mismatch`, `unsupported_option` (schedule, size), `provider_*`.
 */
export async function dispatchEmail(
  email: OutgoingEmail,
  order: { readonly provider?: string | undefined; readonly dryRun: boolean; readonly filledFrom?: FilledFrom },
  ports: Pick<Ports, DispatchNeeds>,
  context: Context,
): Promise<DeepReadonly<z.output<typeof sentMessage>>> {
  const transport = ports.transports.get(order.provider)
  checkCapabilities(email, transport)
  const everyone = [...email.to, ...email.cc, ...email.bcc].map(({ address }) => address)
  const answer = { id: email.id, provider: transport.id }
  if (order.dryRun) return { ...answer, status: 'validated', accepted: everyone, rejected: [] }
  if (context.idempotencyKey === undefined) {
    return { ...answer, ...(await transport.send(email, { signal: context.signal, deadline: context.deadline })) }
  }
  const ledger = ports.emailLedger
  const fingerprint = emailFingerprint(email, order.provider, order.filledFrom, ports.hasher)
  const entry = await ledger.claim(email.id, fingerprint, { signal: context.signal })
  if (entry.state === 'mismatch') {
    throw new ChanceryError('idempotency_mismatch', 'This Idempotency-Key was used for another e-mail before.')
  }
  if (entry.state === 'settled') return { ...answer, ...entry.receipt }
  if (entry.state === 'in-doubt' && !transport.capabilities.deduplicates) {
    throw new ChanceryError('delivery_unknown', 'An earlier try was cut off; the message may have been sent.', {
      details: { provider: transport.id, messageId: email.id },
    })
  }
  let receipt: Receipt
  try {
    receipt = await transport.send(email, { signal: context.signal, deadline: context.deadline })
  } catch (error) {
    // Only what surely did not leave may be tried again.
    if (ChanceryError.is(error) && error.details['ambiguous'] !== true) {
      await ledger.release(email.id)
    }
    throw error
  }
  try {
    await ledger.settle(email.id, receipt)
  } catch (error) {
    // It is gone, whatever the ledger can keep: a repetition is in doubt, and this caller knows better.
    const code = ChanceryError.is(error) ? error.code : 'internal'
    ports.logger.log('error', 'email-not-settled', { messageId: email.id, code })
  }
  return { ...answer, ...receipt }
}

function checkCapabilities(email: OutgoingEmail, transport: EmailTransport): void {
  const { capabilities } = transport
  const refuse = (pointer: string, message: string): never => {
    throw new ChanceryError('unsupported_option', message, {
      violations: [{ pointer, code: 'unsupported_option', message }],
      details: { provider: transport.id },
    })
  }
  if (email.sendAt !== undefined && !capabilities.schedule) refuse('/sendAt', 'This provider cannot schedule.')
  if (email.tags.length > 0 && !capabilities.tags) refuse('/tags', 'This provider has no tags.')
  if (Object.keys(email.metadata).length > 0 && !capabilities.metadata)
    refuse('/metadata', 'This provider keeps no metadata.')
  const size = email.attachments.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > capabilities.maxBytes) {
    throw new ChanceryError('payload_too_large', 'The attachments are larger than the provider takes.', {
      details: { what: 'attachment bytes', limit: capabilities.maxBytes, actual: size },
    })
  }
}
