import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiFaults } from '../api/api-stand-in.test-support.ts'
import { resendKey, type ResendStandIn, resendStandIn } from './resend-stand-in.test-support.ts'
import { createResendTransport } from './resend-transport.ts'

const make = ({ baseUrl }: ResendStandIn, apiKey = resendKey, timeoutMs = 20_000) =>
  createResendTransport({ apiKey, baseUrl, timeoutMs })
const signal = (): AbortSignal => new AbortController().signal

emailTransportContract('Resend', async () => {
  const api = await resendStandIn()
  return { transport: make(api), deliveries: async () => api.taken, close: api.close }
})

apiFaults('Resend', async () => {
  const api = await resendStandIn()
  return { api, transport: make(api), impatient: make(api, undefined, 1000), taken: () => api.taken.length }
})

describe('Resend transport', () => {
  let api: ResendStandIn
  beforeEach(async () => {
    api = await resendStandIn()
  })
  afterEach(async () => await api.close())

  it('sends what was in doubt once more, and it is there once', async () => {
    const email = emailForTest()
    api.fail({ taken: true, answer: (to) => to.socket?.destroy() })
    await expect(make(api).send(email, { signal: signal() })).rejects.toMatchObject({ details: { ambiguous: true } })
    api.fail()
    expect(await make(api).send(email, { signal: signal() })).toMatchObject({ providerMessageId: 're-1' })
    expect(api.taken).toHaveLength(1)
    // It promises no more than Resend keeps.
    expect(make(api).capabilities.deduplicatesForMs).toBeLessThan(24 * 3_600_000)
  })

  it.each(['concurrent_idempotent_requests', 'invalid_idempotent_request'])(
    'takes a key that is known for a doubt: %s',
    async (name) => {
      api.fail({ taken: false, answer: (to) => to.writeHead(409).end(JSON.stringify({ name })) })
      await expect(make(api).send(emailForTest(), { signal: signal() })).rejects.toMatchObject({
        code: 'provider_failed',
        details: { ambiguous: true, fault: name },
      })
    },
  )

  it.each([
    [429, 'daily_quota_exceeded', 'provider_unavailable', []],
    [422, 'invalid_from_address', 'invalid_request', ['/from/address']],
    [422, 'invalid_attachment', 'invalid_request', ['/attachments']],
    [403, 'validation_error', 'provider_failed', []],
    [422, 'missing_required_field', 'provider_failed', []],
  ])('knows what a %s %s is', async (status, name, code, pointers) => {
    api.fail({
      taken: false,
      answer: (to) => to.writeHead(status).end(JSON.stringify({ name, message: 'ada@client' })),
    })
    const violations = pointers.map((pointer) => ({ pointer }))
    await expect(make(api).send(emailForTest(), { signal: signal() })).rejects.toMatchObject({ code, violations })
  })

  it('gives key, metadata and time', async () => {
    const sendAt = Date.now() + 3_600_000
    const email = emailForTest({ id: 'lease-17', metadata: { case: 'K-17' }, sendAt })
    expect((await make(api).send(email, { signal: signal() })).status).toBe('scheduled')
    expect(api.received[0]?.headers['idempotency-key']).toBe('lease-17')
    expect(JSON.parse(api.received[0]?.body ?? '')).toMatchObject({
      tags: [
        { name: 'case', value: 'K-17' },
        { name: 'chancery_id', value: 'lease-17' },
      ],
      scheduled_at: new Date(sendAt).toISOString(),
    })
  })

  it('refuses beforehand what Resend does not take, all at once', async () => {
    const email = emailForTest({
      subject: '',
      metadata: { case: 'K-17/2026' },
      sendAt: Date.now() + 31 * 24 * 3_600_000,
      from: { address: 'büro@firm.example' },
    })
    await expect(make(api).send(email, { signal: signal() })).rejects.toMatchObject({
      violations: ['/subject', '/metadata/case', '/sendAt', '/from/address'].map((pointer) => ({ pointer })),
    })
    expect(api.received).toEqual([])
  })

  it('says when the key is wrong', async () => {
    await expect(make(api, 'wrong').check({ signal: signal() })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'credentials_refused', status: 403 },
    })
    expect(() => createResendTransport({ apiKey: 'a\r\nb' })).toThrow(/one word/)
  })
})
