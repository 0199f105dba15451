import type { Receipt } from './email-transport.ts'

/** A message before its first byte leaves. */
export interface LedgerMessage {
  readonly id: string
  /** A digest of the message: what was done under the id is told to the same message alone. */
  readonly fingerprint: string
  /** The transport that it is handed to. */
  readonly provider: string
  /** When it is handed over, or was taken on to be sent later: milliseconds since the epoch. */
  readonly at: number
  /** The e-mail as JSON, without the bytes of its attachments. Kept until the outcome is known. */
  readonly request: string
  /** The bytes of its attachments, one after the other. */
  readonly files: Uint8Array
  /** Milliseconds since the epoch: it is kept until then, and handed over by whoever takes it. Absent: by the caller, now. */
  readonly dueAt?: number
}

/** A message that the ledger holds with all that is needed to hand it over again. */
export type KeptMessage = Omit<LedgerMessage, 'fingerprint' | 'dueAt'>

/**
 * An outcome without a receipt. `unknown`: it may have been sent; `failed`: it was to be sent later, and surely was not.
 * `code`: what it failed with.
 */
export interface OpenOutcome {
  readonly status: 'unknown' | 'failed'
  readonly code: string
}

/** What the ledger knows of a message. */
export type LedgerEntry =
  /** Nothing was known: the caller has it now, durably marked as handed over, or as to be sent later where it says so. */
  | { readonly state: 'claimed' }
  /**
   * Claimed before, and it is not known what became of it. `code`: of the try that failed; absent: cut off, or on its way
   * just now. `kept`: absent where it is not known which message that was.
   */
  | { readonly state: 'in-doubt'; readonly code?: string; readonly kept?: KeptMessage }
  | { readonly state: 'scheduled'; readonly provider: string; readonly dueAt: number }
  | { readonly state: 'cancelled'; readonly provider: string }
  /** It was to be sent later, and surely was not. */
  | { readonly state: 'failed'; readonly provider: string; readonly code: string }
  /** `provider`: absent in rows from before it was kept. */
  | { readonly state: 'settled'; readonly receipt: Receipt; readonly provider?: string }
  /** The id was claimed before for a message with another fingerprint. */
  | { readonly state: 'mismatch' }

/** `unknown`: it may have been sent, as the answers to callers say; `failed`: it was to be sent later, and surely was not. */
export type OpenState = 'unknown' | 'scheduled' | 'failed'

/** A message of which somebody may want to know, since it has no receipt. */
export interface OpenMessage {
  readonly id: string
  readonly state: OpenState
  /** What it failed with. Absent in one that is unknown: cut off, or on its way just now. */
  readonly code?: string
  readonly dueAt?: number
  /** Those that follow are absent in rows from before they were kept. */
  readonly provider?: string
  readonly at?: number
  readonly request?: string
}

/** A message whatever became of it: one with a receipt has no request any more. */
export interface FoundMessage extends Omit<OpenMessage, 'state'> {
  readonly state: OpenState | 'cancelled' | 'settled'
  readonly receipt?: Receipt
}

/** Remembers, across crashes, which messages were handed over, so that none is sent twice. */
export interface EmailLedger {
  /** One of many concurrent callers gets `claimed`. The mark, and the message, are durable before this resolves. */
  claim(message: LedgerMessage, options: { readonly signal: AbortSignal }): Promise<LedgerEntry>
  /**
   * Records the outcome of a message. Of one with a receipt nothing but that is kept; any other stays whole. The first receipt
   * is for good.
   */
  settle(id: string, outcome: Receipt | OpenOutcome): Promise<void>
  /**
   * Gives a claim back, or one that failed, because the message was surely not handed over.
   * @param at of that claim alone
   * @param code what it failed with, where that is to be told to others
   */
  release(id: string, at?: number, code?: string): Promise<void>
  /**
   * Those without a receipt, of all spaces, the oldest first.
   * @param filter.states `begun`: of the unknown those alone that have no code
   * @param filter.id of one alone
   */
  open(filter: {
    readonly states: readonly (OpenState | 'begun')[]
    readonly limit: number
    readonly id?: string
  }): Promise<readonly OpenMessage[]>
  /** The message that has this id in its space, whichever that is: its id here is with the space. */
  find(ownId: string): Promise<FoundMessage | undefined>
  /** How many messages, of all spaces, are unknown, those on their way just now among them. */
  countInDoubt(): Promise<number>
}

/** The messages of a ledger that are to be sent later. */
export interface EmailSchedule {
  /** Gives a message whose time has come to one of many: it is claimed from then on. */
  takeDue(now: number, options: { readonly signal: AbortSignal }): Promise<KeptMessage | undefined>
  /** Gives back one that was taken and surely not handed over, to be sent later. */
  postpone(id: string, dueAt: number): Promise<void>
  /** Whether it was still to be sent, and will not be now. */
  cancel(id: string): Promise<boolean>
}
