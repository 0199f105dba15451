import { ChanceryError, unreadyReasonOf, type EmailTransport, type Mailbox, type OutgoingEmail } from '@chancery/core'
import { messageToken } from '../message-token.ts'
import { asciiDomain } from '../mime/mailbox-header.ts'
import { messageIdOf, mimeMessage } from '../mime/mime-message.ts'
import { assertSendable, assertSize, recipientsOf } from '../sendable.ts'
import { dkimSigned } from './dkim.ts'
import { smtpFailure } from './smtp-failure.ts'
import { SmtpFault, type SmtpRefusal } from './smtp-fault.ts'
import { createSmtpPool } from './smtp-pool.ts'
import { openSmtpSession } from './smtp-session.ts'
import { checkedSmtpSettings, type SmtpSettings } from './smtp-settings.ts'

/** A transport that holds connections until it is closed. */
export interface SmtpTransport extends EmailTransport {
  close(): void
}

/** How long servers know an idempotency key (Resend, Lettermint: 24 hours), less what a call may take. */
const keyMs = 23 * 60 * 60 * 1000

/** Sends through a mail server (RFC 5321). What is doubtful is reported, never repeated. */
export function createSmtpTransport(settings: SmtpSettings): SmtpTransport {
  const checked = checkedSmtpSettings(settings)
  const { id, dkim, idempotencyHeader, maxBytes } = checked
  const pool = createSmtpPool(checked.connections, (signal) => openSmtpSession(checked, signal))
  const capabilities = {
    deduplicates: idempotencyHeader !== undefined,
    ...(idempotencyHeader === undefined ? {} : { deduplicatesForMs: keyMs }),
    concurrent: checked.connections,
    schedule: false,
    tags: false,
    metadata: false,
    maxBytes,
  }

  const messageOf = async (email: OutgoingEmail, signal: AbortSignal): Promise<Uint8Array> => {
    assertSendable(email, signal, idempotencyHeader)
    assertReplyTo(email)
    const extra = idempotencyHeader === undefined ? {} : { [idempotencyHeader]: messageToken(email.id) }
    const message = await mimeMessage(email, extra)
    // Before it is signed, which takes as long as it is large.
    assertSize(email, message.length, { id, capabilities })
    return dkim === undefined ? message : await dkimSigned(message, dkim)
  }

  return {
    id,
    capabilities,
    async send(email, { signal }) {
      const message = await messageOf(email, signal)
      const everyone = new Map(recipientsOf(email).map((address) => [asciiDomain(address), address]))
      const envelope = { from: asciiDomain(email.from.address), to: [...everyone.keys()] }
      try {
        const { refused, messageId } = await pool.use(signal, (session) => session.send(envelope, message, signal))
        const not = new Set(refused.map(({ address }) => address))
        return {
          status: 'sent',
          providerMessageId: messageId ?? messageIdOf(email),
          accepted: [...everyone].flatMap(([wire, address]) => (not.has(wire) ? [] : [address])),
          rejected: refused.map((each) => rejection(each, everyone.get(each.address) ?? each.address)),
        }
      } catch (error) {
        if (error instanceof SmtpFault) throw smtpFailure(error.facts, email, id)
        throw error
      }
    },
    async render(email) {
      return { contentType: 'message/rfc822', bytes: await messageOf(email, new AbortController().signal) }
    },
    async check({ signal }) {
      try {
        await pool.use(signal, (session) => session.probe(signal))
      } catch (error) {
        if (!(error instanceof SmtpFault)) throw error
        const failure = smtpFailure(error.facts, nobody, id)
        if (failure.code === 'cancelled') throw new ChanceryError('cancelled', 'The check was cancelled.')
        throw new ChanceryError('provider_unavailable', failure.message, {
          details: { ...failure.details, provider: id, reason: unreadyReasonOf(failure) },
        })
      }
    },
    close: () => pool.close(),
  }
}

const isBeyondAscii = ({ address }: Mailbox): boolean => /[^ -~]/.test(asciiDomain(address))

/**
 * An address beyond ASCII in a header needs SMTPUTF8 (RFC 6531, 3.7.1), which is asked for only where the envelope has one too.
 * @throws `invalid_request`
 */
function assertReplyTo({ from, to, cc, bcc, replyTo }: OutgoingEmail): void {
  if ([from, ...to, ...cc, ...bcc].some(isBeyondAscii)) return
  const message = 'Where nobody else has such an address, answers can go to ASCII before the @ only.'
  const violations = replyTo.flatMap((mailbox, index) =>
    isBeyondAscii(mailbox) ? { pointer: `/replyTo/${index}/address`, code: 'address_not_ascii', message } : [],
  )
  if (violations.length > 0) throw new ChanceryError('invalid_request', message, { violations })
}

/** A check is about no e-mail. */
const nobody: OutgoingEmail = {
  id: '',
  from: { address: '' },
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: '',
  attachments: [],
  headers: {},
  tags: [],
  metadata: {},
  date: 0,
}

/** Told apart, since a deferred recipient may be tried again. */
const rejection = ({ code, enhanced, text }: SmtpRefusal, address: string) => ({
  address,
  code: code < 500 ? 'recipient_deferred' : 'recipient_refused',
  message: [code, enhanced, text].filter((part) => part !== undefined && part !== '').join(' '),
})
