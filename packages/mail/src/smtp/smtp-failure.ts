import { ChanceryError, type OutgoingEmail, type Violation } from '@chancery/core'
import { asciiDomain } from '../mime/mailbox-header.ts'
import type { SmtpFacts, SmtpRefusal, SmtpReply } from './smtp-fault.ts'

/**
 * Every way that a session can fail, as the error that the port names. Whether the message may have been taken is told by how far it
 * had got, and by an answer to the whole of it: RFC 5321, 4.2.5 has a refusal by then leave it with us. 421 is left in doubt all
 * the same: it also says that the server ends, and servers have done so with the message kept. Holds no password, address or text.
 */
export function smtpFailure(facts: SmtpFacts, email: OutgoingEmail, provider: string): ChanceryError {
  const { phase, code, reply } = facts
  const details = { provider, ...(reply === undefined ? {} : { reply: wordsOf(reply) }) }
  if (facts.cancelled === true) {
    return phase === 'answer'
      ? new ChanceryError('cancelled', 'The call was cancelled; the mail server may have taken the e-mail.', {
          details: { ...details, ambiguous: true },
        })
      : new ChanceryError('cancelled', 'The call was cancelled before the e-mail was handed over.', { details })
  }
  if (phase === 'answer' && !isRefusal(facts)) {
    const ambiguous = { ...details, ambiguous: true }
    return code === 'ETIMEDOUT'
      ? new ChanceryError('provider_timeout', 'The mail server did not answer in time.', { details: ambiguous })
      : new ChanceryError('provider_failed', 'The connection to the mail server broke off.', { details: ambiguous })
  }
  return refusalOf(facts, email, details) ?? unreachable(facts, details)
}

/** An answer to the whole message that says no. */
const isRefusal = ({ code, reply }: SmtpFacts): boolean =>
  code === 'EMESSAGE' && reply !== undefined && reply.code >= 400 && reply.code < 600 && reply.code !== 421

const isLater = ({ code }: SmtpReply): boolean => code >= 400 && code < 500

type Details = Readonly<Record<string, unknown>>

/** Nothing was handed over, and the server said why. */
function refusalOf(facts: SmtpFacts, email: OutgoingEmail, details: Details): ChanceryError | undefined {
  const { code, command = '', reply, refused = [], phase } = facts
  if (code === 'EUTF8') return beyondAscii(email, details)
  if (code === 'EMESSAGE' && reply === undefined) return tooLarge(details)
  if (code === 'EOAUTH' || (code === 'EAUTH' && reply !== undefined && !isLater(reply))) {
    const who = code === 'EOAUTH' ? 'The token server refused the client' : 'The mail server refused the user'
    return new ChanceryError('provider_failed', `${who}, or what it signs in with.`, {
      details: { ...details, reason: 'credentials_refused' },
      retryable: false,
    })
  }
  if (refused.length > 0) return nobodyTaken(refused, email, details)
  if (reply === undefined) return undefined
  if (isLater(reply)) return later(details)
  if (reply.code < 500) return undefined
  if (reply.enhanced === '5.3.4' || (reply.code === 552 && command === 'MAIL FROM')) return tooLarge(details)
  if (command === 'MAIL FROM' && reply.code !== 530) {
    return new ChanceryError('invalid_request', 'The mail server refused the sender.', {
      details,
      violations: [violation('/from/address', reply)],
    })
  }
  if (phase === 'session') return undefined
  return new ChanceryError('provider_failed', 'The mail server refused the e-mail.', { details, retryable: false })
}

const later = (details: Details): ChanceryError =>
  new ChanceryError('provider_unavailable', 'The mail server takes no e-mail for now.', { details })

const tooLarge = (details: Details): ChanceryError =>
  new ChanceryError('payload_too_large', 'The e-mail is too large for the mail server.', { details })

function unreachable({ code }: SmtpFacts, details: Details): ChanceryError {
  const [message, reason] =
    code === 'ETIMEDOUT'
      ? ['The mail server did not answer in time.', 'timeout']
      : code === 'ETLS'
        ? ['The mail server cannot be spoken with safely.', 'unavailable']
        : code === 'ETOKEN'
          ? ['The token server gave no token.', 'unavailable']
          : ['The mail server cannot be reached.', 'unavailable']
  return new ChanceryError('provider_unavailable', message ?? '', { details: { ...details, reason } })
}

/** As an operator looks it up: `550 5.1.1`. Its words may hold addresses. */
const wordsOf = ({ code, enhanced }: SmtpReply): string => (enhanced === undefined ? `${code}` : `${code} ${enhanced}`)

const violation = (pointer: string, reply: SmtpReply): Violation => ({
  pointer,
  code: 'refused_by_provider',
  message: `The mail server refused this address: ${wordsOf(reply)}.`,
})

/** Where no recipient was taken, nothing was sent; it may be later, if but one of them may be taken then. */
function nobodyTaken(refused: readonly SmtpRefusal[], email: OutgoingEmail, details: Details): ChanceryError {
  const [first] = refused
  const told = first === undefined ? details : { ...details, reply: wordsOf(first) }
  if (refused.some(isLater)) return later(told)
  const byAddress = new Map(refused.map((each) => [each.address, each]))
  const violations = (['to', 'cc', 'bcc'] as const).flatMap((list) =>
    email[list].flatMap(({ address }, index) => {
      const found = byAddress.get(asciiDomain(address))
      return found === undefined ? [] : [violation(`/${list}/${index}/address`, found)]
    }),
  )
  return new ChanceryError('invalid_request', 'The mail server refused every recipient.', { details: told, violations })
}

function beyondAscii(email: OutgoingEmail, details: Details): ChanceryError {
  const message = 'The mail server takes ASCII before the @ only.'
  const boxes = { to: email.to, cc: email.cc, bcc: email.bcc, replyTo: email.replyTo }
  const violations = [
    ['/from/address', email.from.address] as const,
    ...Object.entries(boxes).flatMap(([list, all]) =>
      all.map(({ address }, index) => [`/${list}/${index}/address`, address] as const),
    ),
  ]
    .filter(([, address]) => /[^ -~]/.test(asciiDomain(address)))
    .map(([pointer]) => ({ pointer, code: 'address_not_ascii', message }))
  return new ChanceryError('invalid_request', message, { details, violations })
}
