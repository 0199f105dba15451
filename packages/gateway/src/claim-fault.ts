import type { TokenFault } from './token-fault.ts'

/** Whose tokens are taken, and for whom they must be made. */
export interface WantedClaims {
  /** What `aud` must be; a list is refused, also one that holds it. */
  readonly audience: string
  /** What `email` must be. */
  readonly account: string
}

/** Who signs the identity tokens of Google's service accounts. */
export const googleIssuers: readonly string[] = ['https://accounts.google.com', 'accounts.google.com']

/** By how much the clock of who made a token may be ahead of ours, in ms. */
const aheadMs = 60_000

/** What keeps a token with these claims from being the gateway's, now. */
export function claimFault(
  claims: Readonly<Record<string, unknown>>,
  wanted: WantedClaims,
  nowMs: number,
): TokenFault | undefined {
  if (claims['aud'] !== wanted.audience) return 'audience'
  if (typeof claims['iss'] !== 'string' || !googleIssuers.includes(claims['iss'])) return 'issuer'
  if (claims['email'] !== wanted.account) return 'account'
  if (claims['email_verified'] !== true) return 'account-unverified'
  const { exp, iat, nbf = iat } = claims
  if (typeof exp !== 'number' || exp * 1000 <= nowMs) return 'expired'
  for (const from of [iat, nbf]) if (typeof from !== 'number' || from * 1000 > nowMs + aheadMs) return 'not-yet-valid'
  return undefined
}
