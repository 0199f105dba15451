import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ChanceryError, type OutgoingEmail } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfiguration } from '../settings/configuration.ts'
import { configuredTransports } from './configured-transports.ts'

const folders = { root: '/nowhere', documents: '/nowhere/documents', outbox: '/nowhere/outbox' }
const transportsOf = (settings: Readonly<Record<string, string>>) =>
  configuredTransports(readConfiguration(settings), folders)

const mistakesOf = (settings: Readonly<Record<string, string>>): readonly string[] => {
  try {
    transportsOf(settings)
    return []
  } catch (error) {
    return (error as { readonly mistakes?: readonly string[] }).mistakes ?? [String(error)]
  }
}

const ses = {
  CHANCERY_SES_REGION: 'eu-central-1',
  CHANCERY_SES_ACCESS_KEY_ID: 'AKID',
  CHANCERY_SES_SECRET_ACCESS_KEY: 'secret',
}
const all = {
  CHANCERY_TRANSPORTS: 'smtp,sendgrid,postmark,resend,ses,outbox,memory',
  CHANCERY_SMTP_HOST: 'mail.example',
  CHANCERY_SENDGRID_API_KEY: 'SG.x',
  CHANCERY_POSTMARK_TOKEN: 'token',
  CHANCERY_RESEND_API_KEY: 're_x',
  ...ses,
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
/** An API that answers each call so, and counts them. */
async function api(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    request.resume().on('end', () => response.writeHead(status, headers).end(JSON.stringify(body)))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls }
}
const options = { signal: new AbortController().signal }

describe('transports', () => {
  it('are those that are named, the first the default', () => {
    const made = transportsOf(all)
    expect(made.names).toEqual(all.CHANCERY_TRANSPORTS.split(','))
    expect(made.names.map((name) => made.get(name).id)).toEqual(made.names)
    expect(made.get().id).toBe('smtp')
    expect(transportsOf({ ...all, CHANCERY_EMAIL_FAILOVER: 'ses,smtp' }).get().id).toBe('failover')
  })

  it.each([
    [{ CHANCERY_TRANSPORTS: 'smtp,postmark' }, ['CHANCERY_SMTP_HOST', 'CHANCERY_POSTMARK_TOKEN']],
    [{ CHANCERY_TRANSPORTS: 'resend,ses' }, ['CHANCERY_RESEND_API_KEY', ...Object.keys(ses)]],
    [{ ...all, CHANCERY_SMTP_USER: 'a' }, ['CHANCERY_SMTP_PASSWORD']],
    [
      { ...all, CHANCERY_SMTP_SECURITY: 'none', CHANCERY_SMTP_USER: 'a', CHANCERY_SMTP_PASSWORD: 'b' },
      ['CHANCERY_SMTP_SECURITY'],
    ],
    [{ ...all, CHANCERY_SMTP_OAUTH_ACCESS_TOKEN: 'a' }, ['CHANCERY_SMTP_USER']],
    [
      { ...all, CHANCERY_SMTP_USER: 'a', CHANCERY_SMTP_OAUTH_TOKEN_URL: 'https://login.example/token' },
      ['CHANCERY_SMTP_OAUTH_CLIENT_ID', 'CHANCERY_SMTP_OAUTH_CLIENT_SECRET'],
    ],
    [
      { ...all, CHANCERY_SMTP_DKIM_DOMAIN: 'a.example' },
      ['CHANCERY_SMTP_DKIM_SELECTOR', 'CHANCERY_SMTP_DKIM_PRIVATE_KEY'],
    ],
    [
      {
        ...all,
        CHANCERY_SMTP_DKIM_DOMAIN: 'a.example',
        CHANCERY_SMTP_DKIM_SELECTOR: 's',
        CHANCERY_SMTP_DKIM_PRIVATE_KEY: 'canary',
      },
      ['CHANCERY_SMTP_DKIM_PRIVATE_KEY'],
    ],
    [{ ...all, CHANCERY_POSTMARK_ENDPOINT: 'http://api.example' }, ['CHANCERY_POSTMARK_ENDPOINT']],
    [{ ...all, CHANCERY_EMAIL_FAILOVER: 'smtp' }, ['CHANCERY_EMAIL_FAILOVER']],
    [{ CHANCERY_EMAIL_FAILOVER: 'outbox,memory' }, ['CHANCERY_EMAIL_FAILOVER']],
    [{ CHANCERY_EMAIL_RATES: 'smtp=2' }, ['CHANCERY_EMAIL_RATES']],
    [{ CHANCERY_EMAIL_RATES: 'outbox=0' }, ['CHANCERY_EMAIL_RATES']],
  ])('are refused at the start where settings are wrong: %j', (settings, names) => {
    const mistakes = mistakesOf(settings)
    expect(mistakes.map((mistake) => mistake.split(':', 1)[0])).toEqual(names)
    expect(mistakes.join()).not.toContain('canary')
  })

  it('that leave the machine try again, as often as said', async () => {
    const busy = await api(429, {})
    const settings = {
      CHANCERY_TRANSPORTS: 'postmark',
      CHANCERY_POSTMARK_TOKEN: 'x',
      CHANCERY_POSTMARK_ENDPOINT: busy.endpoint,
    }
    const send = async (more: Readonly<Record<string, string>> = {}) => {
      const before = busy.calls()
      await expect(
        transportsOf({ ...settings, ...more })
          .get()
          .send(emailForTest(), options),
      ).rejects.toMatchObject({
        code: 'provider_unavailable',
      })
      return busy.calls() - before
    }
    expect([await send({ CHANCERY_EMAIL_RETRIES: '1' }), await send({ CHANCERY_EMAIL_RETRIES: '0' })]).toEqual([2, 1])
  })

  it('stand in for each other, but not in a doubt', async () => {
    const good = await api(200, { id: 're-1' })
    const through = async (status: number) => {
      const away = await api(status, {})
      const transport = transportsOf({
        ...all,
        CHANCERY_TRANSPORTS: 'postmark,resend',
        CHANCERY_EMAIL_FAILOVER: 'postmark,resend',
        CHANCERY_EMAIL_RETRIES: '0',
        CHANCERY_POSTMARK_ENDPOINT: away.endpoint,
        CHANCERY_RESEND_ENDPOINT: good.endpoint,
      }).get()
      return await transport.send(emailForTest(), options).catch((error: unknown) => error)
    }
    expect(await through(429)).toMatchObject({ provider: 'resend', providerMessageId: 're-1' })
    expect(await through(401)).toMatchObject({ provider: 'resend' })
    const doubt = await through(500)
    expect(ChanceryError.is(doubt) && doubt.details['ambiguous']).toBe(true)
    expect(good.calls()).toBe(2)
  })

  it('keep to their rate', async () => {
    const made = transportsOf({ CHANCERY_TRANSPORTS: 'memory', CHANCERY_EMAIL_RATES: 'memory=20' }).get()
    const began = performance.now()
    const emails: OutgoingEmail[] = [emailForTest(), emailForTest(), emailForTest()]
    await Promise.all(emails.map(async (email) => await made.send(email, options)))
    expect(performance.now() - began).toBeGreaterThan(95)
  })
})
