import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { ChanceryError } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { afterEach, describe, expect, it } from 'vitest'
import { testCertificate } from './certificate.test-support.ts'
import { mailServer } from './mail-server.test-support.ts'
import type { SmtpOAuthSettings } from './oauth-token.ts'
import type { SmtpSettings } from './smtp-settings.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A token server (RFC 6749) that gives `token-1`, `token-2`, …, or another answer. */
async function tokenServer(answer: (count: number) => { status?: number; body?: object | string } = () => ({})) {
  const asked: Record<string, string>[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      asked.push(Object.fromEntries(new URLSearchParams(text)))
      const { status = 200, body = { access_token: `token-${asked.length}`, expires_in: 3600 } } = answer(asked.length)
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return { asked, tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth/token?x=1` }
}

/** A mail server that takes some tokens alone. */
async function tokenMail(good: readonly string[], oauth: SmtpOAuthSettings, settings: Partial<SmtpSettings> = {}) {
  const tried: string[] = []
  const server = await mailServer({
    authMethods: ['XOAUTH2', 'PLAIN'],
    onAuth: ({ method, username = '', accessToken = '' }, _session, done) => {
      tried.push(`${method} ${accessToken}`)
      done(null, good.includes(accessToken) ? { user: username } : { data: { status: '401', schemes: 'bearer' } })
    },
  })
  const login = {
    host: '127.0.0.1',
    port: server.port,
    ca: testCertificate,
    user: 'office@firm.example',
    connections: 1,
  }
  const transport = createSmtpTransport({ ...login, oauth, ...settings })
  closing.push(async () => {
    transport.close()
    await server.close()
  })
  const send = async (): Promise<unknown> =>
    await transport.send(emailForTest(), { signal: new AbortController().signal }).then(
      ({ status }) => status,
      (error: unknown) => {
        expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/canary|token-\d/)
        return ChanceryError.is(error) ? [error.code, error.details['reason'], error.retryable] : error
      },
    )
  return { send, tried, taken: server.taken, transport }
}
const client = { clientId: 'app', clientSecret: 'secret-canary' }

describe('signing in with a token', () => {
  it('that is given uses it as it is', async () => {
    const { send, tried, taken } = await tokenMail(['abc'], { accessToken: 'abc' })
    expect(await send()).toBe('sent')
    expect([tried, taken[0]?.user]).toEqual([['XOAUTH2 abc'], 'office@firm.example'])
  })

  it('of a token server asks as the client, and keeps it as long as it is good', async () => {
    let now = 0
    const { asked, tokenUrl } = await tokenServer()
    const mail = await tokenMail(
      ['token-1', 'token-2'],
      { tokenUrl, ...client, scope: 'mail.send' },
      { now: () => now },
    )
    expect(await mail.send()).toBe('sent')
    expect(asked).toEqual([
      { grant_type: 'client_credentials', client_id: 'app', client_secret: 'secret-canary', scope: 'mail.send' },
    ])
    for (const [at, tokens] of [
      [3_500_000, 1],
      [3_550_000, 2],
    ] as const) {
      now = at
      mail.transport.close()
      expect(await mail.send()).toBe('sent')
      expect(asked).toHaveLength(tokens)
    }
  })

  it('of a user goes on with the newest token to renew', async () => {
    const { asked, tokenUrl } = await tokenServer((count) => ({
      body: { access_token: `token-${count}`, expires_in: 1, refresh_token: `refresh-${count}` },
    }))
    const mail = await tokenMail(['token-1', 'token-2'], { tokenUrl, clientId: 'app', refreshToken: 'refresh-0' })
    expect([await mail.send(), mail.transport.close(), await mail.send()]).toEqual(['sent', undefined, 'sent'])
    expect(asked.map(({ grant_type: grant, refresh_token: token }) => [grant, token])).toEqual([
      ['refresh_token', 'refresh-0'],
      ['refresh_token', 'refresh-1'],
    ])
  })

  it('that ends before its time gets a new one', async () => {
    const { asked, tokenUrl } = await tokenServer()
    const mail = await tokenMail(['token-1'], { tokenUrl, accessToken: 'of-yesterday', ...client })
    expect(await mail.send()).toBe('sent')
    expect([asked.length, mail.tried.at(-1)]).toEqual([1, 'XOAUTH2 token-1'])
  })

  it('that the mail server refuses is told, and nothing is sent', async () => {
    const { tokenUrl } = await tokenServer()
    const mail = await tokenMail([], { tokenUrl, ...client })
    expect(await mail.send()).toEqual(['provider_failed', 'credentials_refused', false])
    expect(mail.taken).toEqual([])
  })

  it.each([
    [{ status: 400, body: { error: 'invalid_client' } }, ['provider_failed', 'credentials_refused', false]],
    [{ status: 503 }, ['provider_unavailable', 'unavailable', true]],
    [{ body: '<html>portal</html>' }, ['provider_unavailable', 'unavailable', true]],
    [{ body: { access_token: 'two words' } }, ['provider_unavailable', 'unavailable', true]],
  ])('that the token server does not give is told: %j', async (answer, told) => {
    const { tokenUrl } = await tokenServer(() => answer)
    const mail = await tokenMail(['token-1'], { tokenUrl, ...client })
    expect(await mail.send()).toEqual(told)
    await expect(mail.transport.check({ signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
    expect([mail.tried, mail.taken]).toEqual([[], []])
  })

  it('needs settings that go together', () => {
    const pointers = (settings: Partial<SmtpSettings>): unknown => {
      try {
        createSmtpTransport({ host: 'mail.example', ...settings })
        return []
      } catch (error) {
        return ChanceryError.is(error) ? error.violations.map(({ pointer }) => pointer) : error
      }
    }
    const user = 'office@firm.example'
    const tokenUrl = 'https://login.example/token'
    expect(pointers({ user, oauth: { accessToken: 'a' } })).toEqual([])
    expect(pointers({ user, oauth: { tokenUrl, ...client } })).toEqual([])
    expect(pointers({ user, password: 'b', oauth: { accessToken: 'a' } })).toEqual(['/password'])
    expect(pointers({ oauth: { accessToken: 'a b' } })).toEqual(['/user', '/oauth/accessToken'])
    expect(pointers({ user, oauth: {} })).toEqual(['/oauth/accessToken'])
    expect(pointers({ user, oauth: { tokenUrl: 'http://login.example/' } })).toEqual([
      '/oauth/tokenUrl',
      '/oauth/clientId',
      '/oauth/clientSecret',
    ])
    expect(pointers({ user, security: 'none', oauth: { accessToken: 'a' } })).toEqual(['/security'])
  })
})
