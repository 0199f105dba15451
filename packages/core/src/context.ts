import type { LongWork } from './long-work.ts'
import type { Witness } from './audit/witness.ts'

/** Who calls: an API key, a gateway's identity, or the program that embeds the library. */
export interface Principal {
  /** The public id of the key; never the key. */
  readonly id: string
  /** What stays the same when the key is rotated: an `idempotencyKey` is the caller's. Absent: `id`. */
  readonly caller?: string
  /**
   * Whose documents and clients it works with: nothing of another space is there for it. 1 to 32 lower-case letters, digits
   * and `-`, a letter first. Absent or `''`: the common space.
   */
  readonly space?: string
  /** The operations it may call; `'*'` is all. */
  readonly operations: '*' | readonly string[]
  /** As whom it may send e-mails: addresses, and `@` with a domain for all of its addresses. Absent: as all may. */
  readonly senders?: readonly string[]
}

/** The space that the caller works in; `''` is the common one. */
export const spaceOf = ({ space = '' }: Principal): string => space

/** Between a space and a caller: no id holds it. */
const separator = '\u001f'

/** Whose Idempotency-Keys they are, whichever key the call came with. */
export const callerOf = (principal: Principal): string => {
  const { id, caller = id } = principal
  const space = spaceOf(principal)
  return space === '' ? caller : space + separator + caller
}

/** What one call carries besides its input. */
export interface Context {
  readonly principal: Principal
  readonly requestId: string
  /** Aborts when the caller leaves or the deadline passes. Every port call gets it. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch by which the call must have ended. */
  readonly deadline: number
  /** What the answer may have as JSON, in bytes: what is longer will not be sent, and need not be written. Absent: no bound. */
  readonly answerBytes?: number
  /** What makes two calls the same call; effects are done once for it. */
  readonly idempotencyKey?: string
  /** Of a call that nobody waits for. */
  readonly work?: LongWork
  /** Sees what the call reads and changes, for the audit log. Absent: nobody does. */
  readonly witness?: Witness
}
