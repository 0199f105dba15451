/** Addresses at this service by which a recipient takes himself off, with one click (RFC 8058). */
export interface UnsubscribeLinks {
  /** The same for the same address, which it tells; nobody else can make it. `undefined`: the service has no public https address. */
  linkFor(address: string): string | undefined
  /** The address, in lower case, that the last segment of a link is for; `undefined`: it is none of ours. */
  recipientOf(token: string): string | undefined
}
