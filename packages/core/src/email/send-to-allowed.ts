import { ChanceryError, type Violation } from '../errors.ts'
import type { EmailTransport, Mailbox, OutgoingEmail, Receipt, SendOptions } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { mailboxKey } from './mailbox-key.ts'

/** An e-mail for those that may get it, and the others. */
interface Allowed {
  readonly email: OutgoingEmail
  readonly rejected: Receipt['rejected']
}

/**
 * Hands an e-mail over for those of its recipients that are not on the suppression list; the others are told as rejected.
 * @throws `invalid_request` where none is left; what the transport throws
 */
export async function sendToAllowed(
  email: OutgoingEmail,
  transport: EmailTransport,
  ports: Pick<Ports, 'suppressions'>,
  options: SendOptions,
): Promise<Receipt> {
  const allowed = await allowedOf(email, ports, options)
  const receipt = await transport.send(allowed.email, options)
  return { ...receipt, rejected: [...receipt.rejected, ...allowed.rejected] }
}

/**
 * The e-mail without those of its recipients that are on the suppression list.
 * @throws `invalid_request` where none is left
 */
export async function allowedOf(
  email: OutgoingEmail,
  { suppressions }: Pick<Ports, 'suppressions'>,
  options: Pick<SendOptions, 'signal'>,
): Promise<Allowed> {
  const everyone = [...email.to, ...email.cc, ...email.bcc]
  const found = await suppressions.among(
    everyone.map(({ address }) => mailboxKey(address)),
    options,
  )
  if (found.length === 0) return { email, rejected: [] }
  const suppressed = new Set(found)
  const isAllowed = ({ address }: Mailbox): boolean => !suppressed.has(mailboxKey(address))
  if (!everyone.some(isAllowed)) throw noneLeft(email)
  return {
    email: {
      ...email,
      to: email.to.filter(isAllowed),
      cc: email.cc.filter(isAllowed),
      bcc: email.bcc.filter(isAllowed),
    },
    rejected: everyone.filter((each) => !isAllowed(each)).map(({ address }) => ({ address, ...onTheList })),
  }
}

const onTheList = { code: 'suppressed', message: 'The address is on the suppression list.' }

const hint = 'Write to another address; an operator can take this one off the list (`chancery mail allow`).'

const noneLeft = ({ to }: OutgoingEmail): ChanceryError =>
  new ChanceryError('invalid_request', 'Everybody whom the e-mail goes to is on the suppression list.', {
    violations: to.map((_, index): Violation => ({ pointer: `/to/${index}`, ...onTheList, hint })),
  })
