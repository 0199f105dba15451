import type { Receipt } from './email-transport.ts'

/** What the ledger knows of a message. */
export type LedgerEntry =
  /** Nothing was known: the caller has it now, durably marked as handed over to the transport. */
  | { readonly state: 'claimed' }
  /** Claimed before, outcome never recorded: it may have been sent. Also where it is not known which message that was. */
  | { readonly state: 'in-doubt' }
  | { readonly state: 'settled'; readonly receipt: Receipt }
  /** The id was claimed before for a message with another fingerprint. */
  | { readonly state: 'mismatch' }

/** Remembers, across crashes, which messages were handed over, so that none is sent twice. */
export interface EmailLedger {
  /**
   * One of many concurrent callers gets `claimed`. The mark is durable before this resolves.
   * @param fingerprint a digest of the message: what was done under the id is told to the same message alone
   */
  claim(id: string, fingerprint: string, options: { readonly signal: AbortSignal }): Promise<LedgerEntry>
  /** Records the outcome of a claimed message. Settling twice keeps the first. */
  settle(id: string, receipt: Receipt): Promise<void>
  /** Gives a claim back, because the message was surely not handed over. */
  release(id: string): Promise<void>
  /** How many messages, of all spaces, are claimed and have no outcome: in doubt, or on their way just now. */
  countInDoubt(): Promise<number>
}
