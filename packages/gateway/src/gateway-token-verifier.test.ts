import { spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { ChanceryError } from '@chancery/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSigningKey, signByPublicKey, signToken, startFakeGoogleIssuer, usualClaims } from './fake-google-issuer.ts'
import { createGatewayTokenVerifier, type GatewayTokenSettings } from './gateway-token-verifier.ts'

const audience = 'https://chancery-abc-ew.a.run.app'
const account = 'gateway@project.iam.gserviceaccount.com'
const [ours, others, next] = [makeSigningKey('ours'), makeSigningKey('others'), makeSigningKey('next')]
const now = Math.floor(Date.now() / 1000)
const claims = usualClaims(audience, account, now)
const good = signToken(claims, ours)
const [head = '', body = '', signature = ''] = good.split('.')

let issuer: Awaited<ReturnType<typeof startFakeGoogleIssuer>>
beforeAll(async () => {
  issuer = await startFakeGoogleIssuer(ours)
})
afterAll(() => issuer.stop())
beforeEach(() => Object.assign(issuer.state, { keys: [ours], answer: 'right', maxAge: 3600, calls: 0 }))

/** A verifier whose clock can be moved, and what it has logged. */
function verifier(settings: Partial<GatewayTokenSettings> = {}) {
  const logged: string[] = []
  let ahead = 0
  const verify = createGatewayTokenVerifier({
    audience,
    account,
    certificatesUrl: issuer.url,
    clock: { now: () => now * 1000 + ahead },
    logger: {
      log: (_level, event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
      within: (_fields, run) => run(),
    },
    ...settings,
  })
  return {
    verify,
    logged,
    advance: (ms: number) => void (ahead += ms),
    /** What became of a token: taken, the reason of the refusal, or the code of the error. */
    async tell(token: string): Promise<string> {
      const before = logged.length
      try {
        if (await verify(token)) return 'taken'
      } catch (error) {
        return (error as ChanceryError).code
      }
      const { reason } = JSON.parse(logged[before] ?? '{}') as { readonly reason: string }
      return reason
    },
  }
}

describe('an identity token', () => {
  it.each([
    ['as the gateway makes it', good],
    ['of the issuer without https', signToken({ ...claims, iss: 'accounts.google.com' }, ours)],
    ['made a moment ahead of our clock', signToken({ ...claims, iat: now + 20 }, ours)],
    ['without claims that we do not need', signToken({ ...claims, azp: undefined, sub: undefined }, ours)],
  ])('%s is taken', async (_, token) => {
    expect(await verifier().tell(token)).toBe('taken')
  })

  it.each([
    ['malformed', 'empty', ''],
    ['malformed', 'garbage', 'garbage'],
    ['malformed', 'no JSON', 'e30x.e30x.e30x'],
    ['malformed', 'without a signature', `${head}.${body}`],
    ['malformed', 'with an empty signature', `${head}.${body}.`],
    ['malformed', 'with a part more', `${good}.${signature}`],
    ['malformed', 'two in one', `${good}, ${good}`],
    ['malformed', 'whose claims are a list', signToken([claims], ours)],
    ['malformed', 'whose claims are null', signToken(null, ours)],
    ['malformed', 'with extensions that must be understood', signToken(claims, ours, { crit: ['b64'], b64: false })],
    ['signature-removed', 'that the platform has cut', `${head}.${body}.SIGNATURE_REMOVED_BY_GOOGLE`],
    ['algorithm', 'unsigned by its own word', signToken(claims, ours, { alg: 'none' })],
    ['algorithm', 'signed by HMAC with the public key', signByPublicKey(claims, ours)],
    ['algorithm', 'that names elliptic curves', signToken(claims, ours, { alg: 'ES256' })],
    ['algorithm', 'that names no algorithm', signToken(claims, ours, { alg: undefined })],
    ['audience', 'for another service', signToken({ ...claims, aud: 'https://other.a.run.app' }, ours)],
    ['audience', 'for a path of ours', signToken({ ...claims, aud: `${audience}/` }, ours)],
    ['audience', 'for a list of services', signToken({ ...claims, aud: [audience] }, ours)],
    ['audience', 'for nobody', signToken({ ...claims, aud: undefined }, ours)],
    ['issuer', 'of another issuer', signToken({ ...claims, iss: 'https://accounts.example.com' }, ours)],
    ['issuer', 'of the issuer that the library adds', signToken({ ...claims, iss: 'googleapis.com' }, ours)],
    ['issuer', 'of a list of issuers', signToken({ ...claims, iss: [claims.iss] }, ours)],
    ['account', 'of another account', signToken({ ...claims, email: 'me@project.iam.gserviceaccount.com' }, ours)],
    ['account', 'without an account', signToken({ ...claims, email: undefined }, ours)],
    ['account-unverified', 'of an account that is not verified', signToken({ ...claims, email_verified: false }, ours)],
    [
      'account-unverified',
      'whose account is verified in words',
      signToken({ ...claims, email_verified: 'true' }, ours),
    ],
    ['expired', 'whose time is over', signToken({ ...claims, iat: now - 3600, exp: now - 1 }, ours)],
    ['expired', 'that never ends', signToken({ ...claims, exp: undefined }, ours)],
    ['expired', 'whose end is text', signToken({ ...claims, exp: String(claims.exp) }, ours)],
    ['signature', 'that is valid for too long', signToken({ ...claims, exp: now + 30 * 86_400 }, ours)],
    ['not-yet-valid', 'from the future', signToken({ ...claims, iat: now + 600, exp: now + 4200 }, ours)],
    ['not-yet-valid', 'that is to be valid later', signToken({ ...claims, nbf: now + 600 }, ours)],
    ['not-yet-valid', 'that does not say when it was made', signToken({ ...claims, iat: undefined }, ours)],
    ['unknown-key', 'of a key that nobody knows', signToken(claims, others)],
    ['unknown-key', 'of a key by the name of a method', signToken(claims, others, { kid: 'constructor' })],
    ['unknown-key', 'that names no key', signToken(claims, ours, { kid: undefined })],
    ['signature', 'of another key by the name of ours', signToken(claims, others, { kid: ours.id })],
    [
      'signature',
      'that brings its own key, and says where to fetch it',
      signToken(claims, others, {
        kid: ours.id,
        jwk: createPublicKey(others.pem).export({ format: 'jwk' }),
        jku: 'https://127.0.0.1/keys',
        x5u: 'https://127.0.0.1/certificate',
      }),
    ],
    [
      'signature',
      'with a signature of other claims',
      `${signToken({ ...claims, sub: '1' }, ours)
        .split('.')
        .slice(0, 2)
        .join('.')}.${signature}`,
    ],
    ['signature', 'whose signature is cut short', good.slice(0, -20)],
  ])('is refused (%s): %s', async (reason, _, token) => {
    const { tell, logged } = verifier()
    expect(await tell(token)).toBe(reason)
    // The log tells the reason, and nothing that could be sent again.
    expect(logged.join()).not.toContain(body)
    expect(logged.join()).not.toContain(account)
  })

  it('that is wrong by its own words costs no look at the keys', async () => {
    const { tell } = verifier()
    expect(await tell(signToken({ ...claims, aud: 'other' }, ours))).toBe('audience')
    expect(issuer.state.calls).toBe(0)
  })

  it.runIf(spawnSync('openssl', ['version']).status === 0)(
    'is checked by certificates, as Google has them',
    async () => {
      const wanted = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=federated-signon']
      const { stdout } = spawnSync('openssl', [...wanted, '-keyout', '-', '-out', '-'], { encoding: 'utf8' })
      const part = (kind: string): string =>
        new RegExp(`-----BEGIN ${kind}[^]*?END ${kind}-----\n`).exec(stdout)?.[0] ?? ''
      const key = { id: 'c', privateKey: createPrivateKey(part('PRIVATE KEY')), pem: part('CERTIFICATE') }
      issuer.state.keys = [key]
      expect(await verifier().tell(signToken(claims, key))).toBe('taken')
      expect(await verifier().tell(signToken(claims, others, { kid: 'c' }))).toBe('signature')
    },
  )
})

describe('keys as a set of JWKs', () => {
  const jwk = ({ id, pem }: typeof ours, more: object = {}) => ({
    ...createPublicKey(pem).export({ format: 'jwk' }),
    kid: id,
    alg: 'RS256',
    use: 'sig',
    ...more,
  })
  const serve = (keys: readonly object[]): void => {
    issuer.state.answer = { status: 200, body: JSON.stringify({ keys }) }
  }

  it('are taken as certificates are, whatever other keys stand beside them', async () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
    serve([{ ...curve, kid: 'curve' }, jwk(next, { use: 'enc' }), jwk(ours)])
    expect(await verifier().tell(good)).toBe('taken')
    expect(await verifier().tell(signToken(claims, next))).toBe('unknown-key')
    expect(await verifier().tell(signToken(claims, others, { kid: ours.id }))).toBe('signature')
    expect(await verifier().tell(signByPublicKey(claims, ours))).toBe('algorithm')
  })

  it.each([
    ['none', []],
    ['none that sign', [jwk(ours, { use: 'enc' })]],
    ['half of one', [jwk(ours, { n: undefined })]],
    ['something else', [null, 5, 'key']],
  ])('that are %s leave it unknown, not wrong', async (_, keys) => {
    serve(keys as readonly object[])
    expect(await verifier().tell(good)).toBe('provider_unavailable')
  })
})

describe('where the platform checks signatures', () => {
  const cut = (token: string): string => token.replace(/[^.]+$/, 'SIGNATURE_REMOVED_BY_GOOGLE')

  it('only tokens with its mark are taken, and their claims are checked', async () => {
    const { tell } = verifier({ signature: 'platform' })
    expect(await tell(cut(good))).toBe('taken')
    expect(await tell(good)).toBe('signature-expected-removed')
    expect(await tell(`${head}.${body}.removed`)).toBe('signature-expected-removed')
    expect(await tell(`${head}.${body}.`)).toBe('malformed')
    expect(await tell(cut(signToken({ ...claims, aud: 'https://other.a.run.app' }, ours)))).toBe('audience')
    expect(await tell(cut(signToken({ ...claims, email: 'a@b.iam.gserviceaccount.com' }, ours)))).toBe('account')
    expect(await tell(cut(signToken({ ...claims, exp: now - 1 }, ours)))).toBe('expired')
    expect(await tell(cut(signToken(claims, ours, { alg: 'none' })))).toBe('algorithm')
    expect(issuer.state.calls).toBe(0)
  })
})

describe('the keys', () => {
  it('are fetched once, by however many calls, and again when their time is over', async () => {
    const { tell, advance } = verifier()
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => tell(good))))).toEqual(new Set(['taken']))
    advance(3590 * 1000 - 1)
    expect(await tell(signToken({ ...claims, exp: now + 7200 }, ours))).toBe('taken')
    expect(issuer.state.calls).toBe(1)
    advance(20_000)
    expect(await tell(signToken({ ...claims, exp: now + 7200 }, ours))).toBe('taken')
    expect(issuer.state.calls).toBe(2)
  })

  it.each([undefined, 0])('are not fetched for each call where nothing (%j) is said of their time', async (maxAge) => {
    issuer.state.maxAge = maxAge
    const { tell } = verifier()
    for (let call = 0; call < 5; call++) expect(await tell(good)).toBe('taken')
    expect(issuer.state.calls).toBe(1)
  })

  it('are looked at again for one that is new, but not for each that is made up', async () => {
    const { tell, advance } = verifier()
    expect(await tell(good)).toBe('taken')
    issuer.state.keys = [ours, next]
    expect(await tell(signToken(claims, next))).toBe('unknown-key')
    advance(61_000)
    expect(await tell(signToken(claims, next))).toBe('taken')
    expect(issuer.state.calls).toBe(2)
    for (let call = 0; call < 20; call++) {
      expect(await tell(signToken(claims, others, { kid: `made up ${call}` }))).toBe('unknown-key')
    }
    expect(issuer.state.calls).toBe(2)
    // One that is withdrawn is not believed for longer than was said.
    issuer.state.keys = [next]
    advance(3600_000)
    expect(await tell(signToken({ ...claims, exp: now + 7200 }, ours))).toBe('unknown-key')
  })

  it.each([
    ['an error', { status: 503, body: 'away' }],
    ['a page of a proxy', { status: 200, body: '<html>Sign in</html>' }],
    ['no keys', { status: 200, body: '{}' }],
    ['half a key', { status: 200, body: JSON.stringify({ ours: ours.pem.slice(0, 200) }) }],
    ['something else', { status: 200, body: '["keys"]' }],
  ])('that answer %s leave it unknown, not wrong, and come back', async (_, answer) => {
    issuer.state.answer = answer
    const { tell, advance, verify } = verifier()
    expect(await tell(good)).toBe('provider_unavailable')
    const { calls } = issuer.state
    // Not once more for each call that comes at the same moment.
    expect(await tell(good)).toBe('provider_unavailable')
    expect(issuer.state.calls).toBe(calls)
    await expect(verify(good)).rejects.toMatchObject({ retryable: true, details: { provider: 'google-certs' } })
    issuer.state.answer = 'right'
    advance(1001)
    expect(await tell(good)).toBe('taken')
  })

  it('that cannot be had leave calls by keys that are held alone', async () => {
    const { tell, advance } = verifier()
    expect(await tell(good)).toBe('taken')
    issuer.state.answer = { status: 500, body: '' }
    advance(61_000)
    expect(await tell(signToken(claims, next))).toBe('provider_unavailable')
    expect(await tell(good)).toBe('taken')
    advance(3600_000)
    expect(await tell(signToken({ ...claims, exp: now + 7200 }, ours))).toBe('provider_unavailable')
  })

  it('that nobody serves, or that never come, leave it unknown', async () => {
    expect(await verifier({ certificatesUrl: 'http://127.0.0.1:1/certs' }).tell(good)).toBe('provider_unavailable')
    issuer.state.answer = 'hanging'
    expect(await verifier().tell(good)).toBe('provider_unavailable')
  })
})
