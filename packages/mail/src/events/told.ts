import { createHash, timingSafeEqual } from 'node:crypto'
import { ChanceryError, type EmailEvent, present } from '@chancery/core'

/** JSON of others: every field is looked at before it is used. */
export type Told = Readonly<Record<string, unknown>>

const utf8 = new TextDecoder('utf-8', { fatal: true })

export const notTheProvider = (): ChanceryError =>
  new ChanceryError('event_signature_invalid', 'The request has no valid signature of the provider, or not its secret.')

/** @throws `malformed_json` */
export function parseTold(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body))
  } catch {
    // The error may hold what was sent.
    throw new ChanceryError('malformed_json', 'The body is not JSON.')
  }
}

export const objectIn = (value: unknown): Told =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text of a length that an id, an address or a status has. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 1000 ? value : undefined

/** The enhanced status in what a mail server said (RFC 3463), without its words, which may name people. */
export const statusIn = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?:$|[^\d.])/.exec(value.slice(0, 2000))?.[1]
    : undefined

/** An event without what is not known; one without an id is known again by what it says. */
export function eventOf(event: { [Key in keyof EmailEvent]: EmailEvent[Key] | undefined }): EmailEvent {
  const { kind = 'taken', id = '', ...rest } = event
  const told = { kind, ...present(rest) }
  return { id: id === '' ? createHash('sha256').update(JSON.stringify(told)).digest('hex') : id, ...told }
}

/** Compares secrets in a time that tells nothing. */
export function isSecret(given: string | undefined, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(digest(given), digest(secret))
}
