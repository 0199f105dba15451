import type { Principal } from '../context.ts'

/** A call that was taken on to be done in the background. Its input and its answer are kept elsewhere. */
export interface NewCall {
  readonly id: string
  /** Whose it is: `callerOf` the principal. Nobody else is told of it. */
  readonly owner: string
  /** As whom it is done. */
  readonly principal: Principal
  /** One of the catalog's names. */
  readonly operation: string
  /** Of the request that brought it. */
  readonly requestId: string
  readonly idempotencyKey?: string
  /** Digest of the input. */
  readonly fingerprint: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** When it is forgotten, done or not. Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** `done` and `cancelled` are for good. */
export type CallState = 'waiting' | 'running' | 'done' | 'cancelled'

/** So many of all parts are done: pages, records, recipients, rows or samples. */
export interface Progress {
  readonly done: number
  readonly total: number
}

export interface BackgroundCall extends NewCall {
  readonly state: CallState
  /** How often it was taken. */
  readonly tries: number
  readonly progress?: Progress
  /** Of a call that is done: the token of whoever kept its answer. */
  readonly answeredBy?: string
}

/** A call and the token by which its holder is known, until the lease ends. */
export interface TakenCall {
  readonly call: BackgroundCall
  readonly token: string
}

/** How a call ended that was done. */
export interface CallOutcome {
  readonly call: NewCall
  /** Of the problem that it was answered with; absent: it succeeded. */
  readonly code?: string
}

/** What waits and what is being done, in all and of one owner. */
export interface RegisterLoad {
  readonly waiting: number
  readonly running: number
  readonly waitingOfOwner: number
}

/**
 * Keeps calls that are done in the background. Every write is durable before it resolves. Whoever holds a call holds it for
 * a lease; one whose lease has ended is given to the next, so that no call stays behind a worker that died.
 */
export interface CallRegister {
  readonly id: string
  /** Keeps a call. Where its id is there already, what is kept under it, whatever it is. */
  add(call: NewCall): Promise<{ readonly added: boolean; readonly call: BackgroundCall }>
  /** One that has expired is as absent as one that never was. */
  find(id: string): Promise<BackgroundCall | undefined>
  /** The calls of an owner, the newest first (by time, then id); with `before`, those that come behind that call. */
  list(
    owner: string,
    options: { readonly before?: Pick<NewCall, 'id' | 'createdAt'>; readonly limit: number },
  ): Promise<readonly BackgroundCall[]>
  /**
   * Gives a call that waits, or whose lease has ended, to one of all who ask: of the owner with the fewest calls being done,
   * among those of who was served the longest ago, the oldest. With `id`: that call, or none.
   */
  take(options: { readonly leaseMs: number; readonly id?: string }): Promise<TakenCall | undefined>
  /** Holds the call for longer. `cancelled`: its owner does not want it any more. `lost`: another has it, or it has ended. */
  renew(
    token: string,
    options: { readonly leaseMs: number; readonly progress?: Progress },
  ): Promise<'held' | 'cancelled' | 'lost'>
  /** Ends the call for good. @param outcome of one that is done, to be told to others. @returns false where it was lost */
  finish(token: string, state: 'done' | 'cancelled', outcome?: CallOutcome): Promise<boolean>
  /** Lets it wait again, as if it had not been taken. */
  release(token: string): Promise<void>
  /** Ends a call that waits; of one that is being done its holder is told. Nothing of one that has ended. */
  cancel(id: string): Promise<BackgroundCall | undefined>
  /** Calls that have expired, a few at a time; each is there until it is removed, or taken on anew. */
  expired(limit: number): Promise<readonly Pick<NewCall, 'id' | 'expiresAt'>[]>
  /** Removes a call that has expired; one that was taken on anew under its id stays. */
  remove(id: string): Promise<void>
  load(owner: string): Promise<RegisterLoad>
}
