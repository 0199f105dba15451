/**
 * How far a message had got when its session ended. `envelope`: nothing of it had left. `body`: some of it, surely without the dot
 * that ends it, and without that no server takes it (RFC 5321, 4.1.1.4). `answer`: all of it may have arrived.
 */
export type SmtpPhase = 'session' | 'envelope' | 'body' | 'answer'

/** What a server answers: `550 5.1.1` (RFC 5321, 4.2; RFC 3463). */
export interface SmtpReply {
  readonly code: number
  readonly enhanced?: string
  /** Its words, on one line. */
  readonly text: string
}

/** A recipient that the server does not take. */
export interface SmtpRefusal extends SmtpReply {
  /** As it stood in the envelope. */
  readonly address: string
}

/** What is known of a session that failed. */
export interface SmtpFacts {
  readonly phase: SmtpPhase
  /** nodemailer's: `EAUTH`, `ETLS`, `EMESSAGE`, `ECONNECTION`, …; `EUTF8` where addresses need SMTPUTF8. */
  readonly code: string
  /** What was being asked: `MAIL FROM`, `DATA`. */
  readonly command?: string
  readonly reply?: SmtpReply
  /** Where no recipient was taken. */
  readonly refused?: readonly SmtpRefusal[]
  readonly cancelled?: boolean
}

/** A session that failed; holds neither the password nor the message. */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault'
  readonly facts: SmtpFacts
  constructor(facts: SmtpFacts) {
    super(`${facts.code} (${facts.phase})`)
    this.facts = facts
  }
}

/** What is refused before the server is asked: any other session would find the same. */
const ofTheMessage: ReadonlySet<string> = new Set(['EUTF8', 'EMESSAGE'])

/** Whether the session was lost before anything of a message had left, as a server ends one that was idle for long. */
export const isLostSession = ({ phase, code, reply, cancelled }: SmtpFacts): boolean =>
  cancelled !== true &&
  (phase === 'session' || phase === 'envelope') &&
  (reply === undefined ? !ofTheMessage.has(code) : reply.code === 421)

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The last line of an answer counts; RFC 5321 has the same code on all, and lets it stand alone (4.2, `Reply-line`). */
export function readReply(response: string): SmtpReply | undefined {
  const [, code, enhanced, text = ''] =
    /^(\d{3})(?:[ -]|$)(?:([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?([^]*)$/.exec(response) ?? []
  if (code === undefined) return undefined
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return { code: Number(code), ...(enhanced === undefined ? {} : { enhanced }), text: line.slice(0, 300) }
}

/** What nodemailer gave as an error, reduced to what is safe to keep. */
export function readSmtpError(error: unknown, phase: SmtpPhase): SmtpFault {
  const { code, command, response, rejectedErrors } = (error ?? {}) as Readonly<Record<string, unknown>>
  const reply = typeof response === 'string' ? readReply(response) : undefined
  const refused = Array.isArray(rejectedErrors) ? readRefusals(rejectedErrors) : []
  const asked = textOf(command)
  return new SmtpFault({
    phase,
    code: textOf(code) ?? 'unknown',
    ...(asked === undefined ? {} : { command: asked }),
    ...(reply === undefined ? {} : { reply }),
    ...(refused.length > 0 ? { refused } : {}),
  })
}

/** Recipients that were not taken, of nodemailer's `rejectedErrors`. */
export const readRefusals = (errors: readonly unknown[]): readonly SmtpRefusal[] =>
  errors.flatMap((error) => {
    const { recipient, response } = (error ?? {}) as Readonly<Record<string, unknown>>
    const reply = readReply(textOf(response) ?? '')
    return typeof recipient === 'string' && reply !== undefined ? [{ address: recipient, ...reply }] : []
  })
