import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SigningKey {
  readonly id: string
  readonly privateKey: KeyObject
  /** As it is published: a public key, or a certificate. */
  readonly pem: string
}

/** How the page of certificates answers: as it should, never, or with this. */
export type CertificatesAnswer = 'right' | 'hanging' | { readonly status: number; readonly body: string }

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What Google's identity tokens hold, for a service account. */
export const usualClaims = (audience: string, account: string, now = Math.floor(Date.now() / 1000)) => ({
  aud: audience,
  azp: '104029292853099988888',
  email: account,
  email_verified: true,
  exp: now + 3600,
  iat: now,
  iss: 'https://accounts.google.com',
  sub: '104029292853099988888',
})

export function makeSigningKey(id: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { id, privateKey, pem: String(publicKey.export({ type: 'spki', format: 'pem' })) }
}

/** A token as Google makes them; `header` is laid over the usual one. */
export function signToken(claims: unknown, key: SigningKey, header: object = {}): string {
  const text = `${encode({ alg: 'RS256', kid: key.id, typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey).toString('base64url')}`
}

/** The well-known confusion: signed by HMAC, with the public key for a secret. */
export function signByPublicKey(claims: unknown, key: SigningKey): string {
  const text = `${encode({ alg: 'HS256', kid: key.id, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', key.pem).update(text).digest('base64url')}`
}

/** A stand-in for the page of Google's certificates, on 127.0.0.1. */
export async function startFakeGoogleIssuer(...keys: readonly SigningKey[]) {
  const state = { keys, answer: 'right' as CertificatesAnswer, maxAge: 3600 as number | undefined, calls: 0 }
  const server = createServer((request, response) => {
    request.resume()
    state.calls++
    if (state.answer === 'hanging') return
    const { status, body } =
      state.answer === 'right'
        ? { status: 200, body: JSON.stringify(Object.fromEntries(state.keys.map(({ id, pem }) => [id, pem]))) }
        : state.answer
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(state.maxAge === undefined ? {} : { 'cache-control': `public, max-age=${state.maxAge}, must-revalidate` }),
      })
      .end(body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/oauth2/v1/certs`,
    /** May be changed at any time; `calls` counts. */
    state,
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
