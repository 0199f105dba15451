import type { RefreshTokens } from '@chancery/core'

/** How one account of a CRM is reached. What is secret comes out of the configuration, and is never told. */
export interface CrmConnection {
  /** Of the API, instead of the vendor's common one. */
  readonly address?: string
  /** Where access tokens are had, instead of the vendor's common address. */
  readonly tokenAddress?: string
  /** A token that does not expire, or an API key. */
  readonly token?: string
  readonly clientId?: string
  readonly clientSecret?: string
  /** With a client: the account of somebody who agreed. Without it, the client's own. */
  readonly refreshToken?: string
  /** Where one is kept that the vendor has put in its place; absent: in memory. */
  readonly refreshTokens?: RefreshTokens
  /** What the vendor's requests want besides: a tenant, a mailbox. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The only space whose callers may read it; absent: the common one. */
  readonly space?: string
}

/** Where the service stands in time. For tests. */
export interface EngineClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after so many ms; rejects once aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}
