import { createPublicKey } from 'node:crypto'
import type { FetchedKeys, Keys } from './signing-keys.ts'

/**
 * Where Google publishes the certificates of its identity tokens, as a JSON object of PEM texts by key id. The same keys as a
 * JWK set (RFC 7517), which Google has at `/oauth2/v3/certs`, are read, too.
 */
export const googleCertificatesUrl = 'https://www.googleapis.com/oauth2/v1/certs'

/** For one try, and for all of them together, in ms. */
const tryMs = 2000
const allTriesMs = 5000

/** A CommonJS package: in a bundle, `default` is all that an import gives. */
export const googleAuth = async () => (await import('google-auth-library')).default

/** Fetches the certificates. @throws where they cannot be had, or are not what they should be */
export async function fetchGoogleCertificates(url: string): Promise<FetchedKeys> {
  const { OAuth2Client } = await googleAuth()
  // A client of its own each time: it holds what it has fetched, for as long as it is told, and cannot be made to look again.
  const client = new OAuth2Client({
    endpoints: { oauth2FederatedSignonPemCertsUrl: url },
    transporterOptions: { timeout: tryMs },
  })
  const { certs, res } = await within(allTriesMs, client.getFederatedSignonCertsAsync())
  const maxAge = /max-age=(\d+)/.exec(res?.headers.get('cache-control') ?? '')?.[1]
  return { keys: keysOf(certs), ...(maxAge === undefined ? {} : { maxAgeMs: Number(maxAge) * 1000 }) }
}

/** A page of a proxy, an empty list or half a certificate is no answer: it would make every token an unknown one. */
function keysOf(certificates: unknown): Keys {
  if (typeof certificates !== 'object' || certificates === null) throw new TypeError('These are no certificates.')
  const entries =
    'keys' in certificates && Array.isArray(certificates.keys)
      ? certificates.keys.map(entryOfJwk).filter((entry) => entry !== undefined)
      : Object.entries(certificates)
  const keys = entries.filter((entry): entry is [string, string] => isRsaKey(entry[1]))
  if (keys.length === 0 || keys.length < entries.length) throw new TypeError('These are no certificates.')
  return Object.fromEntries(keys)
}

/** Keys of other kinds and uses may stand beside those that sign; they are no fault. */
function entryOfJwk(jwk: unknown): readonly [string, string] | undefined {
  const { kty, kid, use = 'sig', ...key } = (jwk ?? {}) as Readonly<Record<string, unknown>>
  if (kty !== 'RSA' || use !== 'sig' || typeof kid !== 'string') return undefined
  const { n, e } = key
  if (typeof n !== 'string' || typeof e !== 'string') throw new TypeError('These are no certificates.')
  return [kid, String(createPublicKey({ key: { kty, n, e }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))]
}

const isRsaKey = (text: unknown): boolean =>
  typeof text === 'string' && createPublicKey(text).asymmetricKeyType === 'rsa'

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
