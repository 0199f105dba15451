/** An address that gets no e-mails. */
export interface Suppression {
  /** As `mailboxKey` has it: in lower case, its domain in Unicode. */
  readonly address: string
  /** Why: in the words of whoever put it there. */
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The space that sends it none. Absent: none does. */
  readonly space?: string
}

/** Addresses to which nothing is sent, by anybody or by a space: those that bounced, complained or asked for it. */
export interface SuppressionList {
  /**
   * Those of the addresses, as `mailboxKey` has them, that are on the list of all.
   * @param options.space or on that of this space
   */
  among(
    addresses: readonly string[],
    options: { readonly signal: AbortSignal; readonly space?: string },
  ): Promise<readonly string[]>
  /** Durable when it resolves. An address that is there already, for the same space or for all, gets the new reason. */
  add(suppression: Suppression): Promise<void>
  /**
   * Takes an address off, wherever it is.
   * @param space of the list of this space alone
   * @returns whether it was there
   */
  remove(address: string, space?: string): Promise<boolean>
  /** In the order of addresses; of each what is for all spaces first. */
  list(): Promise<readonly Suppression[]>
}
