import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiFaults } from '../api/api-stand-in.test-support.ts'
import { sesKeys, type SesStandIn, sesStandIn } from './ses-stand-in.test-support.ts'
import { createSesTransport, type SesSettings } from './ses-transport.ts'

const make = ({ baseUrl }: SesStandIn, changes: Partial<SesSettings> = {}) =>
  createSesTransport({ ...sesKeys, baseUrl, timeoutMs: 20_000, ...changes })
const signal = (): AbortSignal => new AbortController().signal

emailTransportContract('Amazon SES', async () => {
  const api = await sesStandIn()
  return { transport: make(api), deliveries: api.deliveries, close: api.close }
})

apiFaults('Amazon SES', async () => {
  const api = await sesStandIn()
  return { api, transport: make(api), impatient: make(api, { timeoutMs: 1000 }), taken: () => api.count }
})

describe('Amazon SES transport', () => {
  let api: SesStandIn
  beforeEach(async () => {
    api = await sesStandIn()
  })
  afterEach(async () => await api.close())

  it('sends our own message, with tags, configuration set and token of the session', async () => {
    const transport = make(api, { configurationSet: 'letters', sessionToken: 'token+/=' })
    const email = emailForTest({ id: 'lease-17', metadata: { case: 'K-17' } })
    expect(await transport.send(email, { signal: signal() })).toMatchObject({
      status: 'sent',
      providerMessageId: 'ses-1',
    })
    expect(api.received[0]?.headers['x-amz-security-token']).toBe('token+/=')
    expect(JSON.parse(api.received[0]?.body ?? '')).toMatchObject({
      EmailTags: [
        { Name: 'case', Value: 'K-17' },
        { Name: 'chancery_id', Value: 'lease-17' },
      ],
      ConfigurationSetName: 'letters',
    })
    expect((await api.deliveries())[0]?.headers['message-id']).toBe('<lease-17@firm.example>')
  })

  it.each([
    [400, 'TooManyRequestsException', 'provider_unavailable', []],
    [429, 'TooManyRequestsException', 'provider_unavailable', []],
    [400, 'ThrottlingException', 'provider_unavailable', []],
    [400, 'LimitExceededException', 'provider_unavailable', []],
    [400, 'MailFromDomainNotVerifiedException', 'invalid_request', ['/from/address']],
    [400, 'MessageRejected', 'provider_failed', []],
    [400, 'SendingPausedException', 'provider_failed', []],
  ])('knows what a %s %s is', async (status, name, code, pointers) => {
    const violations = pointers.map((pointer) => ({ pointer }))
    for (const [headers, body] of [
      [{ 'x-amzn-errortype': `${name}:http://internal/` }, {}],
      [{}, { __type: `com.amazonaws.sesv2#${name}` }],
    ] as const) {
      api.fail({ taken: false, answer: (to) => to.writeHead(status, headers).end(JSON.stringify(body)) })
      const failure = { code, violations, details: { fault: name } }
      await expect(make(api).send(emailForTest(), { signal: signal() })).rejects.toMatchObject(failure)
    }
  })

  it('says of a fault of the account what it is', async () => {
    const headers = { 'x-amzn-errortype': 'SendingPausedException' }
    api.fail({ taken: false, answer: (to) => to.writeHead(400, headers).end('{}') })
    await expect(make(api).send(emailForTest(), { signal: signal() })).rejects.toThrowError(
      'Amazon SES refused the call: sending is paused for the account or its configuration set.',
    )
  })

  it('refuses beforehand what Amazon SES does not take, all at once', async () => {
    const to = Array.from({ length: 51 }, (_, index) => ({ address: `a${index}@client.example` }))
    const email = emailForTest({ to, metadata: { case: 'K 17' } })
    await expect(make(api).send(email, { signal: signal() })).rejects.toMatchObject({
      violations: [{ pointer: '/to' }, { pointer: '/metadata/case' }],
    })
    expect(api.received).toEqual([])
  })

  it('knows a key that may only send from one that is wrong', async () => {
    const narrow = await sesStandIn({ account: false })
    await make(narrow).check({ signal: signal() })
    await narrow.close()
    await expect(make(api, { secretAccessKey: 'wrong' }).check({ signal: signal() })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'credentials_refused', status: 403 },
    })
    expect(() => createSesTransport({ ...sesKeys, region: 'eu.evil/' })).toThrow(/region/)
    expect(() => createSesTransport({ ...sesKeys, secretAccessKey: '' })).toThrow(/one word/)
  })
})
