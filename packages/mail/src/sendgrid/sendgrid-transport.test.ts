import { inspect } from 'node:util'
import { ChanceryError, type OutgoingEmail } from '@chancery/core'
import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSendGridTransport, type SendGridSettings } from './sendgrid-transport.ts'
import { deliveriesOf, sendGridStandIn, taken, type Answer } from './stand-in.test-support.ts'

const apiKey = 'SG.test-key'
const signal = (): AbortSignal => new AbortController().signal

emailTransportContract('SendGrid', async () => {
  const api = await sendGridStandIn()
  return {
    transport: createSendGridTransport({ apiKey, baseUrl: api.baseUrl }),
    close: api.close,
    deliveries: async () => deliveriesOf(api.received),
    takesEmptyFiles: false,
  }
})

describe('SendGrid transport', () => {
  it('names each address for answers once, and writes headers in ASCII', async () => {
    const replyTo = ['a@client.example', 'A@client.example', 'ada@köln.example', 'ada@xn--kln-sna.example']
    const email = emailForTest({
      replyTo: replyTo.map((address) => ({ address })),
      headers: { 'X-Case': 'Größe 契約', 'X-B': 'b' },
    })
    await createSendGridTransport({ apiKey, baseUrl: api.baseUrl }).send(email, { signal: signal() })
    expect(api.received[0]?.body).toMatchObject({
      reply_to_list: [{ email: 'a@client.example' }, { email: 'ada@xn--kln-sna.example' }],
      headers: { 'X-Case': `=?utf-8?B?${Buffer.from('Größe 契約').toString('base64')}?=`, 'X-B': 'b' },
    })
  })

  let api: Awaited<ReturnType<typeof sendGridStandIn>>
  beforeEach(async () => {
    api = await sendGridStandIn()
  })
  afterEach(async () => {
    await api.close()
  })
  const transport = (settings: Partial<SendGridSettings> = {}) =>
    createSendGridTransport({ apiKey, baseUrl: api.baseUrl, ...settings })
  const failure = async (changes: Partial<OutgoingEmail> = {}, settings: Partial<SendGridSettings> = {}) => {
    const error = await transport(settings)
      .send(emailForTest(changes), { signal: signal() })
      .then(
        () => undefined,
        (caught: unknown) => caught,
      )
    if (!ChanceryError.is(error)) throw new Error(`no ChanceryError: ${inspect(error)}`)
    return error
  }

  it('answers with SendGrid’s message id, and writes nothing to the console', async () => {
    const warn = vi.spyOn(console, 'warn')
    const receipt = await transport().send(emailForTest(), { signal: signal() })
    expect(receipt).toMatchObject({ status: 'sent', providerMessageId: 'sg-1' })
    expect(warn).not.toHaveBeenCalled()
  })

  it('keeps the e-mail’s headers out of the HTTP request', async () => {
    await transport().send(emailForTest({ headers: { Authorization: 'Bearer other', Host: 'evil', 'X-A': '1' } }), {
      signal: signal(),
    })
    const [request] = api.received
    expect(request?.headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(request?.headers.host).toMatch(/^127\.0\.0\.1:/)
    expect(request?.headers).not.toHaveProperty('x-a')
    expect(request?.body.headers).toMatchObject({ 'X-A': '1' })
  })

  it('puts id and metadata under the personalization, and each address in one list only', async () => {
    await transport().send(
      emailForTest({
        id: 'id-1',
        metadata: { case: 'K-17' },
        tags: ['lease', 'lease'],
        to: [{ address: 'Ada@client.example' }, { address: 'jo@köln.example' }],
        cc: [{ address: 'ada@CLIENT.example' }, { address: 'cc@x.example' }],
        bcc: [{ address: 'cc@x.example' }],
        replyTo: [{ address: 'a@x.example' }, { address: 'b@x.example', name: 'B' }],
      }),
      { signal: signal() },
    )
    expect(api.received[0]?.body).toMatchObject({
      personalizations: [
        {
          to: [{ email: 'Ada@client.example' }, { email: 'jo@xn--kln-sna.example' }],
          cc: [{ email: 'cc@x.example' }],
          custom_args: { case: 'K-17', chancery_id: 'id-1' },
        },
      ],
      reply_to_list: [{ email: 'a@x.example' }, { email: 'b@x.example', name: 'B' }],
      categories: ['lease'],
    })
    expect(api.received[0]?.body.personalizations[0]).not.toHaveProperty('bcc')
  })

  it('schedules up to 72 hours ahead, and sends at once what is due', async () => {
    const now = Date.UTC(2026, 10, 21)
    const at = (hours: number) => emailForTest({ sendAt: now + hours * 3_600_000 })
    const timed = transport({ now: () => now })
    expect((await timed.send(at(72), { signal: signal() })).status).toBe('scheduled')
    expect(api.received[0]?.body.personalizations[0].send_at).toBe(now / 1000 + 72 * 3600)
    expect((await timed.send(at(-1), { signal: signal() })).status).toBe('sent')
    expect(api.received[1]?.body.personalizations[0]).not.toHaveProperty('send_at')
    const error = await failure({ sendAt: now + 73 * 3_600_000 }, { now: () => now })
    expect(error.violations.map(({ pointer, code }) => [pointer, code])).toEqual([['/sendAt', 'too_far_ahead']])
  })

  it('uses the sandbox when told to', async () => {
    api.answer((response) => response.writeHead(200).end())
    const receipt = await transport({ sandbox: true }).send(emailForTest(), { signal: signal() })
    expect(receipt.status).toBe('captured')
    expect(api.received[0]?.body.mail_settings).toEqual({ sandbox_mode: { enable: true } })
  })

  it('says before the call what SendGrid would refuse, all at once', async () => {
    const error = await failure({
      subject: '',
      text: '',
      to: [{ address: 'jörg@client.example' }],
      tags: Array.from({ length: 11 }, (_, index) => (index === 0 ? 'x'.repeat(256) : `tag ${index}`)),
      metadata: { long: 'x'.repeat(10_000) },
    })
    expect(error.violations.map(({ pointer }) => pointer)).toEqual([
      '/subject',
      '/text',
      '/tags',
      '/tags/0',
      '/metadata',
      '/to/0/address',
    ])
    expect(api.received).toEqual([])
  })

  const drips: Answer = (to) => {
    to.writeHead(202, { 'content-length': '9000' })
    const drop = setInterval(() => to.write('x'), 50)
    to.once('close', () => clearInterval(drop))
  }
  const answers: readonly (readonly [string, Answer, string, boolean])[] = [
    [
      'a 400 with a field',
      (to) =>
        to
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"errors":[{"field":"subject","message":"Your lease"}]}'),
      'invalid_request',
      false,
    ],
    ['a 429', (to) => to.writeHead(429, { 'retry-after': '2' }).end(), 'provider_unavailable', false],
    ['a 500', (to) => to.writeHead(500).end('<html>'), 'provider_failed', true],
    ['a reset', (to) => to.socket?.resetAndDestroy(), 'provider_failed', true],
    ['a close', (to) => to.socket?.destroy(), 'provider_failed', true],
    ['silence', () => {}, 'provider_timeout', true],
    ['an answer that drips', drips, 'provider_timeout', true],
    ['a redirect', (to) => to.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 'provider_failed', false],
    [
      'a proxy’s page',
      (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'provider_failed',
      true,
    ],
    ['a proxy’s page with 202', (to) => to.writeHead(202).end('<html>'), 'provider_failed', true],
    ['no content', (to) => to.writeHead(204).end(), 'provider_failed', true],
    ['an empty 200', (to) => to.writeHead(200).end(), 'provider_failed', true],
    [
      'an answer that breaks off without saying whose it is',
      (to) => {
        to.writeHead(202, { 'content-length': '100' }).write('{')
        setTimeout(() => to.socket?.destroy(), 20)
      },
      'provider_failed',
      true,
    ],
    ['half of the headers', (to) => to.socket?.end('HTTP/1.1 202 Accepted\r\nX-Mess'), 'provider_failed', true],
    ['an endless answer', (to) => to.writeHead(202).end(Buffer.alloc(3 * 1024 * 1024)), 'provider_failed', true],
  ]
  it.each(answers)(
    'takes %s for what it is, asks once, and leaks neither key nor content',
    async (_, answer, code, ambiguous) => {
      api.answer(answer)
      const error = await failure({}, { timeoutMs: code === 'provider_timeout' ? 1000 : 20_000 })
      expect([error.code, error.details['ambiguous'] ?? false]).toEqual([code, ambiguous])
      expect(api.received).toHaveLength(1)
      const everything = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
      expect(everything).not.toMatch(/SG\.test-key|Your lease|ada@client|Dear Ada/)
    },
  )

  it.each(['destroy', 'hang'])('has sent what was taken, though the answer breaks off: %s', async (end) => {
    api.answer((to) => {
      to.writeHead(202, { 'x-message-id': 'sg-2', 'content-length': '100' }).write('{')
      if (end === 'destroy') setTimeout(() => to.socket?.destroy(), 20)
    })
    const receipt = transport({ timeoutMs: end === 'hang' ? 1000 : 20_000 }).send(emailForTest(), { signal: signal() })
    if (end === 'destroy') await expect(receipt).resolves.toMatchObject({ status: 'sent', providerMessageId: 'sg-2' })
    // The headers may have come or not: it is not known.
    else await expect(receipt).rejects.toMatchObject({ details: { ambiguous: true } })
  })

  it('says when nobody listens that nothing was handed over', async () => {
    const closed = await sendGridStandIn()
    await closed.close()
    const error = await failure({}, { baseUrl: closed.baseUrl })
    expect([error.code, error.retryable, 'ambiguous' in error.details]).toEqual(['provider_unavailable', true, false])
    expect(inspect(error, { depth: 9 })).not.toContain(apiKey)
  })

  it('says of a call cancelled on the way that it may have arrived', async () => {
    const controller = new AbortController()
    api.answer(() => controller.abort())
    const error = await transport()
      .send(emailForTest(), { signal: controller.signal })
      .catch((caught: unknown) => caught)
    expect(ChanceryError.is(error) && [error.code, error.details['ambiguous']]).toEqual(['cancelled', true])
  })

  it('keeps two transports apart', async () => {
    const other = await sendGridStandIn()
    api.answer(taken)
    const wrong = createSendGridTransport({ apiKey: 'SG.wrong', baseUrl: other.baseUrl, id: 'other' })
    const [good, bad] = await Promise.allSettled([
      transport().send(emailForTest(), { signal: signal() }),
      wrong.send(emailForTest(), { signal: signal() }),
    ])
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected'])
    expect([api.received.length, other.received.length]).toEqual([1, 1])
    await expect(wrong.check({ signal: signal() })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { provider: 'other', status: 401 },
    })
    await other.close()
  })

  it('takes only https, or a stand-in on this machine, and only a key', () => {
    for (const baseUrl of ['http://api.sendgrid.com', 'ftp://x', 'no address', 'http://127.0.0.1.evil.example']) {
      expect(() => createSendGridTransport({ apiKey, baseUrl })).toThrowError(/https/)
    }
    for (const key of ['', 'SG.x\r\nX: y', 'ключ']) {
      expect(() => createSendGridTransport({ apiKey: key })).toThrowError(/key/)
    }
    expect(createSendGridTransport({ apiKey, baseUrl: 'https://api.eu.sendgrid.com' }).id).toBe('sendgrid')
  })
})
