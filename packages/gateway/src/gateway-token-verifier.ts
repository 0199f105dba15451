import type { Clock, Logger } from '@chancery/core'
import { claimFault, googleIssuers, type WantedClaims } from './claim-fault.ts'
import { fetchGoogleCertificates, googleAuth, googleCertificatesUrl } from './google-certificates.ts'
import { type IdentityToken, readIdentityToken } from './identity-token.ts'
import { createSigningKeys, type Keys } from './signing-keys.ts'
import type { TokenFault } from './token-fault.ts'

export interface GatewayTokenSettings extends WantedClaims {
  /**
   * Who checks the signature. `platform`: Cloud Run, by its IAM check, which puts a mark in the signature's place; only
   * tokens with that mark are taken then, and whoever reaches the service past that check can write one. Absent: `check`, by us.
   */
  readonly signature?: 'check' | 'platform'
  /** Where the certificates are; absent: at Google's. */
  readonly certificatesUrl?: string
  readonly clock: Clock
  /** Is told why a token was refused. */
  readonly logger: Logger
}

/** What Cloud Run writes in the place of a signature that it has checked. */
const removedSignature = 'SIGNATURE_REMOVED_BY_GOOGLE'

/**
 * Says of a token whether it is the gateway's: signed by Google (RS256), for this service, of the gateway's account, and of
 * this time.
 * @throws (the verifier) `provider_unavailable` while the certificates cannot be had: then it is not known
 */
export function createGatewayTokenVerifier(settings: GatewayTokenSettings): (token: string) => Promise<boolean> {
  const faultOf = tokenFaults(settings)
  return async (token) => {
    const fault = await faultOf(token)
    if (fault !== undefined) settings.logger.log('warning', 'gateway-token-refused', { reason: fault })
    return fault === undefined
  }
}

/**
 * The same for pushes of Cloud Tasks, whose queue sends a token of the account that it is told to.
 * @throws (the verifier) `provider_unavailable` while the certificates cannot be had: then it is not known
 */
export function createPushTokenVerifier(settings: GatewayTokenSettings): (token: string) => Promise<boolean> {
  const faultOf = tokenFaults(settings)
  return async (token) => {
    const fault = await faultOf(token)
    if (fault !== undefined) settings.logger.log('warning', 'push-token-refused', { reason: fault })
    return fault === undefined
  }
}

/** What is wrong with a token; `undefined`: nothing. */
function tokenFaults(
  settings: Omit<GatewayTokenSettings, 'logger'>,
): (token: string) => Promise<TokenFault | undefined> {
  const { clock, signature: signedFor = 'check', certificatesUrl = googleCertificatesUrl } = settings
  const keysWith = createSigningKeys(() => fetchGoogleCertificates(certificatesUrl), clock)

  return async (text) => {
    const token = readIdentityToken(text)
    if (token === undefined) return 'malformed'
    const isRemoved = token.signature === removedSignature
    if (signedFor === 'platform' && !isRemoved) return 'signature-expected-removed'
    if (signedFor === 'check' && isRemoved) return 'signature-removed'
    const { alg, kid, crit } = token.header
    // Extensions that must be understood (RFC 7515, `crit`): we know none.
    if (crit !== undefined) return 'malformed'
    if (alg !== 'RS256') return 'algorithm'
    const fault = claimFault(token.claims, settings, clock.now())
    if (fault !== undefined || signedFor === 'platform') return fault
    if (typeof kid !== 'string') return 'unknown-key'
    const keys = await keysWith(kid)
    if (keys === undefined) return 'unknown-key'
    return (await isSigned(token, keys, settings.audience)) ? undefined : 'signature'
  }
}

async function isSigned({ text }: IdentityToken, keys: Keys, audience: string): Promise<boolean> {
  const { OAuth2Client } = await googleAuth()
  try {
    await new OAuth2Client().verifySignedJwtWithCertsAsync(text, keys, audience, [...googleIssuers])
    return true
  } catch {
    // Its messages hold the token.
    return false
  }
}
