/**
 * Keeps the refresh token of one connection (OAuth 2.0, RFC 6749, section 6) that a vendor has put in place of the configured one.
 * Whoever configures another one has that used.
 */
export interface RefreshTokens {
  /**
   * The last one that was kept; `undefined`: the configured one is good.
   * @throws `provider_unavailable` where what keeps it is away
   */
  last(): Promise<string | undefined>
  /** Durably, for all processes that share it. What it throws does not fail the call, but the token is not used before it is kept. */
  keep(token: string): Promise<void>
  /**
   * Does work while no other process does any with the same: two that show one token lose it, where each is good once. One that
   * dies keeps the others waiting no longer than a call for a token may take.
   * @throws `provider_unavailable` where another does not end, or nothing can be kept; and what the work throws
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}
