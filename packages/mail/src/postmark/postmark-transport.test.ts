import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiFaults } from '../api/api-stand-in.test-support.ts'
import { postmarkStandIn, type PostmarkStandIn, postmarkToken } from './postmark-stand-in.test-support.ts'
import { createPostmarkTransport } from './postmark-transport.ts'

const make = ({ baseUrl }: PostmarkStandIn, token = postmarkToken, timeoutMs = 20_000) =>
  createPostmarkTransport({ token, baseUrl, timeoutMs })
const signal = (): AbortSignal => new AbortController().signal

emailTransportContract('Postmark', async () => {
  const api = await postmarkStandIn()
  return { transport: make(api), deliveries: async () => api.taken, close: api.close }
})

apiFaults('Postmark', async () => {
  const api = await postmarkStandIn()
  return { api, transport: make(api), impatient: make(api, undefined, 1000), taken: () => api.taken.length }
})

describe('Postmark transport', () => {
  let api: PostmarkStandIn
  beforeEach(async () => {
    api = await postmarkStandIn(['gone@client.example', 'gone@xn--kln-sna.example'])
  })
  afterEach(async () => await api.close())

  it('tells of recipients that Postmark does not deliver to', async () => {
    const email = emailForTest({ to: [{ address: 'ada@client.example' }], cc: [{ address: 'gone@köln.example' }] })
    expect(await make(api).send(email, { signal: signal() })).toMatchObject({
      status: 'sent',
      providerMessageId: 'pm-1',
      accepted: ['ada@client.example'],
      rejected: [{ address: 'gone@köln.example', code: 'recipient_inactive' }],
    })
    const nobody = emailForTest({ to: [{ address: 'gone@client.example' }], bcc: [{ address: 'gone@köln.example' }] })
    await expect(make(api).send(nobody, { signal: signal() })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fault: '406' },
      violations: [{ pointer: '/to/0/address' }, { pointer: '/bcc/0/address' }],
    })
  })

  it.each([
    [300, "Invalid 'From' address: 'x'.", { code: 'invalid_request', violations: [{ pointer: '/from/address' }] }],
    [300, 'Zero recipients specified', { code: 'provider_failed', message: 'Postmark refused the call.' }],
    [
      412,
      'Pending approval.',
      { message: expect.stringContaining('the account is not approved yet, and sends') as string },
    ],
  ])('says of its code %i what it means', async (ErrorCode, Message, failure) => {
    const body = JSON.stringify({ ErrorCode, Message })
    api.fail({ taken: false, answer: (to) => to.writeHead(422).end(body) })
    await expect(make(api).send(emailForTest(), { signal: signal() })).rejects.toMatchObject(failure)
  })

  it('sends to each address once, whatever stands in its name', async () => {
    const name = 'Lovelace, "Ada" \\ <ada@evil.example>'
    const to = [{ address: 'Ada@client.example', name }, { address: 'ada@client.example' }]
    await make(api).send(emailForTest({ to, cc: [{ address: 'ADA@client.example' }] }), { signal: signal() })
    expect(api.taken).toMatchObject([{ to: ['Ada@client.example'], cc: [] }])
  })

  it('gives tag, metadata and stream', async () => {
    const transport = createPostmarkTransport({ token: postmarkToken, baseUrl: api.baseUrl, stream: 'letters' })
    const email = emailForTest({ id: 'lease-17', tags: ['lease'], metadata: { case: 'K-17/2026' } })
    await transport.send(email, { signal: signal() })
    expect(JSON.parse(api.received[0]?.body ?? '')).toMatchObject({
      Tag: 'lease',
      Metadata: { case: 'K-17/2026', chancery_id: 'lease-17' },
      MessageStream: 'letters',
    })
    expect(Buffer.from((await transport.render?.(email))?.bytes ?? []).toString()).toBe(api.received[0]?.body)
  })

  it('refuses beforehand what Postmark does not take, all at once', async () => {
    const email = emailForTest({
      to: Array.from({ length: 51 }, (_, index) => ({ address: `a${index}@client.example` })),
      text: '',
      tags: ['a', 'b'],
      metadata: { 'a name that is too long': 'x', b: 'x'.repeat(81) },
    })
    await expect(make(api).send(email, { signal: signal() })).rejects.toMatchObject({
      violations: ['/to', '/text', '/tags', '/metadata/a name that is too long', '/metadata/b'].map((pointer) => ({
        pointer,
      })),
    })
    expect(api.received).toEqual([])
  })

  it('finds what it has sent by the id, and says nothing of the rest', async () => {
    const transport = make(api)
    const email = emailForTest({ id: 'the same/ID äöü' })
    expect(await transport.lookUp?.(email, { signal: signal() })).toBeUndefined()
    api.fail({ taken: true, answer: (to) => to.socket?.destroy() })
    await expect(transport.send(email, { signal: signal() })).rejects.toMatchObject({ details: { ambiguous: true } })
    expect(await transport.lookUp?.(email, { signal: signal() })).toMatchObject({
      state: 'taken',
      receipt: { status: 'sent', providerMessageId: 'pm-1', accepted: ['ada@client.example'] },
    })
    await api.close()
    await expect(transport.lookUp?.(email, { signal: signal() })).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
  })

  it('says when the token is wrong', async () => {
    await expect(make(api, 'wrong').check({ signal: signal() })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'credentials_refused', status: 401 },
    })
    expect(() => createPostmarkTransport({ token: 'a b' })).toThrow(/one word/)
    expect(() => createPostmarkTransport({ token: 'a', baseUrl: 'http://api.example' })).toThrow(/https/)
  })
})
