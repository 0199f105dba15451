/** Who calls: an API key, a gateway's identity, or the program that embeds the library. */
export interface Principal {
  /** The public id of the key; never the key. */
  readonly id: string
  /** What stays the same when the key is rotated: an `idempotencyKey` is the caller's. Absent: `id`. */
  readonly caller?: string
  /** The operations it may call; `'*'` is all. */
  readonly operations: '*' | readonly string[]
}

/** Whose Idempotency-Keys they are, whichever key the call came with. */
export const callerOf = ({ id, caller = id }: Principal): string => caller

/** What one call carries besides its input. */
export interface Context {
  readonly principal: Principal
  readonly requestId: string
  /** Aborts when the caller leaves or the deadline passes. Every port call gets it. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch by which the call must have ended. */
  readonly deadline: number
  /** What makes two calls the same call; effects are done once for it. */
  readonly idempotencyKey?: string
}
