/** An address that gets no e-mails. */
export interface Suppression {
  /** As `mailboxKey` has it: in lower case, its domain in Unicode. */
  readonly address: string
  /** Why: in the words of whoever put it there. */
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Addresses to which nothing is sent, whoever calls: those that bounced, complained or asked for it. */
export interface SuppressionList {
  /** Those of the addresses, as `mailboxKey` has them, that are on the list. */
  among(addresses: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly string[]>
  /** Durable when it resolves. An address that is there already gets the new reason. */
  add(suppression: Suppression): Promise<void>
  /** Whether it was there. */
  remove(address: string): Promise<boolean>
  /** In the order of addresses. */
  list(): Promise<readonly Suppression[]>
}
