import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createAuthenticate } from './authenticate.ts'
import { gatewayKeyId } from './gateway-space.ts'
import type { GatewayAuth } from '../settings.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const right = 'a.right.token'
const verifyToken = async (token: string): Promise<boolean> => {
  if (token === 'a.token.in-doubt') throw new ChanceryError('provider_unavailable', 'away')
  return token === right
}
const auth: GatewayAuth = { mode: 'gateway', keySecret: 's', verifyToken }
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const authorization = `Bearer ${right}`

const rates = { take: async () => ({ allowed: true, remaining: 1, retryAfterMs: 0, resetMs: 0 }) }

const ask = async (headers: Record<string, string>): Promise<string> => {
  const authenticate = createAuthenticate(auth, { keyFailuresPerMinute: 10 }, { now: () => now }, rates)
  try {
    return (await authenticate(new Headers(headers), undefined)).principal.id
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('behind the gateway', () => {
  it('tells callers apart by key or user, and keeps neither', async () => {
    const one = await ask({ authorization, 'x-api-key': 'AIza-one' })
    expect(one).toMatch(/^gateway-[0-9a-f]{16}$/)
    expect(await ask({ authorization, 'x-api-key': 'AIza-one' })).toBe(one)
    expect(await ask({ authorization, 'x-api-key': 'AIza-two' })).not.toBe(one)
    const named = (sub: string) => ({ 'x-apigateway-api-userinfo': encode({ sub }) })
    const user = await ask({ authorization, ...named('u1') })
    expect(user).not.toBe(one)
    expect(await ask({ authorization, ...named('u2') })).not.toBe(user)
    // Beside a key a user is the caller's own word: a rate of his own for each name that he makes up.
    for (const sub of ['u1', 'u2'])
      expect(await ask({ authorization, 'x-api-key': 'AIza-one', ...named(sub) })).toBe(one)
  })

  it('a user who is named does not change the space, which is the key’s', async () => {
    const spaces = new Map([[gatewayKeyId('AIza-one', 's'), 'lisbon']])
    const authenticate = createAuthenticate(
      { ...auth, spaces },
      { keyFailuresPerMinute: 10 },
      { now: () => now },
      rates,
    )
    const as = async (headers: Record<string, string>) =>
      (await authenticate(new Headers({ authorization, ...headers }), undefined)).principal.space
    const userinfo = { 'x-apigateway-api-userinfo': encode({ sub: 'u1' }) }
    expect(await as({ 'x-api-key': 'AIza-one' })).toBe('lisbon')
    expect(await as({ 'x-api-key': 'AIza-one', ...userinfo })).toBe('lisbon')
    await expect(as({ 'x-api-key': 'AIza-two', ...userinfo })).rejects.toMatchObject({ code: 'operation_not_allowed' })
  })

  it('refuses calls that did not come through it', async () => {
    expect(await ask({ 'x-api-key': 'AIza-one' })).toBe('api_key_missing')
    expect(await ask({ 'x-apigateway-api-userinfo': encode({ sub: 'u1' }) })).toBe('api_key_missing')
  })

  it.each([
    ['api_key_invalid', 'a wrong token', { authorization: 'Bearer a.wrong.token' }],
    ['api_key_invalid', 'a password', { authorization: 'Basic YTpi' }],
    ['api_key_invalid', 'a bare token', { authorization: right }],
    ['api_key_invalid', 'two tokens', { authorization: `${authorization}, ${authorization}` }],
    [
      'api_key_invalid',
      'another one for the platform',
      { authorization, 'x-serverless-authorization': 'Bearer a.b.c' },
    ],
    ['api_key_invalid', 'nothing', { authorization: '' }],
    ['api_key_missing', 'one in another header', { 'x-forwarded-authorization': authorization }],
    ['provider_unavailable', 'a token of which nothing can be told now', { authorization: 'Bearer a.token.in-doubt' }],
  ])('answers %s to %s', async (code, _, headers) => {
    expect(await ask({ 'x-api-key': 'AIza-one', ...headers })).toBe(code)
  })
})

describe('without keys', () => {
  it('everybody may call everything', async () => {
    const authenticate = createAuthenticate({ mode: 'none' }, { keyFailuresPerMinute: 1 }, { now: () => now }, rates)
    expect(await authenticate(new Headers(), undefined)).toEqual({ principal: { id: 'anonymous', operations: '*' } })
  })
})
