import {
  applyEmailEvents,
  type EmailEvent,
  type EmailLedger,
  type LedgerMessage,
  type OpenMessage,
  type SuppressionList,
} from '@chancery/core'
import { webhookSignature } from '@chancery/formats/standard-webhooks'
import { messageForTest } from '@chancery/port-contracts/email-ledger'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfiguration } from '../settings/configuration.ts'
import { createHttpService, type HttpService } from '../http-service.ts'

const secret = 'a+password-of-Postmark,long'
const resendSecret = Buffer.alloc(32, 9)
const environment = {
  CHANCERY_STATE: 'memory',
  CHANCERY_STORES: 'memory',
  CHANCERY_TRANSPORTS: 'memory',
  CHANCERY_KEY_SECRET: 'x'.repeat(32),
  CHANCERY_LOG: 'off',
  CHANCERY_SAFETY: 'inline',
  CHANCERY_POSTMARK_EVENTS_SECRET: secret,
  CHANCERY_SES_EVENTS_TOKEN: secret,
  CHANCERY_RESEND_EVENTS_SECRET: `whsec_${resendSecret.toString('base64')}`,
}
const { signal } = new AbortController()

let service: HttpService
beforeEach(() => {
  service = createHttpService(readConfiguration(environment))
})
afterEach(() => service.composition.close())

const ports = () => service.composition.ports
async function told(
  event: object,
  path = `/email-events/postmark?token=${encodeURIComponent(secret)}`,
): Promise<Response> {
  const body = JSON.stringify(event)
  return await service.app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
const about = (id: string, event: object) => ({ MessageID: 'p1', Metadata: { chancery_id: id }, ...event })
const bounce = (id: string, more: object = {}) =>
  about(id, {
    RecordType: 'Bounce',
    ID: 1,
    Type: 'HardBounce',
    Email: 'Ada@Example.com',
    Details: '550 5.1.1 x',
    ...more,
  })

/** A bounce of several as Amazon SES tells it. */
async function bySes(id: string, event: string, addresses: readonly string[]): Promise<Response> {
  const bouncedRecipients = addresses.map((emailAddress) => ({ emailAddress, status: '5.1.1' }))
  const bounce = { bounceType: 'Permanent', bouncedRecipients }
  const Message = JSON.stringify({ eventType: 'Bounce', mail: { tags: { chancery_id: [id] } }, bounce })
  const path = `/email-events/ses?token=${encodeURIComponent(secret)}`
  return await told({ Type: 'Notification', MessageId: event, Message }, path)
}

/** An event as Resend tells it: addressed to Ada, whoever it is about. */
async function byResend(id: string, event: string, type: string): Promise<void> {
  const bounce = { type: 'Permanent', diagnosticCode: ['550 5.1.1 x'] }
  const tags = { chancery_id: id }
  const body = JSON.stringify({
    type,
    data: { to: ['ada@example.com'], tags, ...(type === 'email.bounced' && { bounce }) },
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'svix-id': event,
    'svix-timestamp': String(timestamp),
    'svix-signature': webhookSignature(resendSecret, { id: event, timestamp, body }),
  }
  const answer = await service.app.request('/email-events/resend', { method: 'POST', headers, body })
  expect(answer.status).toBe(204)
}

/** An e-mail that may have been sent. */
async function inDoubt(id: string, ...to: string[]): Promise<void> {
  const request = JSON.stringify({ to: to.map((address) => ({ address })), cc: [], bcc: [], attachments: [] })
  await ports().emailLedger.claim({ ...messageForTest(id), request }, { signal })
  await ports().emailLedger.settle(id, { status: 'unknown', code: 'provider_timeout' })
}
const openOf = async (id: string): Promise<OpenMessage | undefined> =>
  (await ports().emailLedger.open({ states: ['unknown', 'failed'], limit: 1, id }))[0]
const receiptOf = async (id: string) => await ports().emailLedger.claim(messageForTest(id), { signal })
const suppressed = async () =>
  (await ports().suppressions.list()).map(({ address, reason, space }) => [
    address,
    reason,
    ...(space === undefined ? [] : [space]),
  ])

describe('what a provider tells', () => {
  it('settles an e-mail in doubt, in whichever space it is, and what was sent stays sent', async () => {
    await inDoubt('lisbon/m1', 'ada@example.com')
    expect((await told(about('m1', { RecordType: 'Delivery', Recipient: 'ada@example.com' }))).status).toBe(204)
    const receipt = { status: 'sent', providerMessageId: 'p1', accepted: ['ada@example.com'], rejected: [] }
    expect(await receiptOf('lisbon/m1')).toMatchObject({ state: 'settled', receipt })
    await told(bounce('m1'))
    expect(await receiptOf('lisbon/m1')).toMatchObject({ state: 'settled', receipt })
    // From that space alone; of an e-mail of which nobody knows a space, from all.
    expect(await suppressed()).toEqual([['ada@example.com', 'bounced (postmark, 5.1.1)', 'lisbon']])
    await told(bounce('strange', { ID: 2, Email: 'b@example.com' }))
    const among = (space: string) => ports().suppressions.among(['ada@example.com', 'b@example.com'], { signal, space })
    expect([await among('lisbon'), await among('porto')]).toEqual([
      ['ada@example.com', 'b@example.com'],
      ['b@example.com'],
    ])
  })

  it('has failed what its one recipient never got, and sent what others got', async () => {
    await inDoubt('m1', 'ada@example.com')
    await inDoubt('m2', 'ada@example.com', 'b@example.com')
    await told(bounce('m1'))
    expect(await openOf('m1')).toMatchObject({ state: 'failed', code: 'bounced' })
    await told(bounce('m2', { ID: 2 }))
    expect(await receiptOf('m2')).toMatchObject({
      receipt: {
        status: 'sent',
        accepted: ['b@example.com'],
        rejected: [{ address: 'ada@example.com', code: '5.1.1' }],
      },
    })
    // A delivery that is told late goes before the bounce.
    await told(about('m1', { RecordType: 'Delivery', Recipient: 'ada@example.com' }))
    expect(await receiptOf('m1')).toMatchObject({ receipt: { status: 'sent' } })
  })

  it('finds a recipient by either spelling of his domain', async () => {
    await inDoubt('m1', 'ada@müller.example', 'b@example.com')
    await told(bounce('m1', { Email: 'ada@xn--mller-kva.example' }))
    expect(await receiptOf('m1')).toMatchObject({ receipt: { status: 'sent', accepted: ['b@example.com'] } })
    expect(await suppressed()).toEqual([['ada@müller.example', 'bounced (postmark, 5.1.1)']])
  })

  it('has failed nothing of several recipients by an address that is none of them', async () => {
    await inDoubt('m1', 'ada@example.com', 'b@example.com')
    await told(bounce('m1', { Email: 'forwarded@example.com' }))
    expect(await receiptOf('m1')).toMatchObject({
      receipt: { status: 'sent', accepted: ['ada@example.com', 'b@example.com'] },
    })
  })

  it('has failed what none of several recipients got, who are told together', async () => {
    await inDoubt('m1', 'ada@example.com', 'b@example.com')
    await inDoubt('m2', 'ada@example.com', 'b@example.com', 'c@example.com')
    await bySes('m1', 'e1', ['ada@example.com', 'b@example.com'])
    expect(await openOf('m1')).toMatchObject({ state: 'failed', code: 'bounced' })
    await bySes('m2', 'e2', ['c@example.com', 'ada@example.com'])
    expect(await receiptOf('m2')).toMatchObject({
      receipt: {
        accepted: ['b@example.com'],
        rejected: [
          { address: 'ada@example.com', code: '5.1.1' },
          { address: 'c@example.com', code: '5.1.1' },
        ],
      },
    })
    expect((await suppressed()).map(([address]) => address)).toEqual([
      'ada@example.com',
      'b@example.com',
      'c@example.com',
    ])
  })

  it('does the rest of what a crash has cut off, and nothing twice', async () => {
    await inDoubt('m1', 'ada@example.com', 'b@example.com')
    const { emailLedger, suppressions, clock } = ports()
    const settle = vi.fn(emailLedger.settle).mockRejectedValueOnce(new Error('cut off'))
    const add = vi.fn(suppressions.add)
    const emailEvents = service.composition.emailEventLog
    const needed = {
      clock,
      emailEvents,
      emailLedger: { find: emailLedger.find, settle } as unknown as EmailLedger,
      suppressions: { add } as unknown as SuppressionList,
    }
    const bounces = ['ada@example.com', 'b@example.com'].map((address): EmailEvent => ({
      id: address,
      kind: 'bounced',
      isPermanent: true,
      email: 'm1',
      address,
    }))
    await expect(applyEmailEvents('ses', bounces, needed)).rejects.toThrow('cut off')
    expect(await emailEvents.list({ limit: 9 })).toEqual([])
    expect(await applyEmailEvents('ses', bounces, needed)).toBe(2)
    expect(await openOf('m1')).toMatchObject({ state: 'failed', code: 'bounced' })
    expect(await applyEmailEvents('ses', bounces, needed)).toBe(0)
    expect([settle.mock.calls.length, add.mock.calls.length]).toEqual([2, 4])
  })

  it('is to tell a bounce again that comes before the answer of the sending', async () => {
    const request = JSON.stringify({ to: [{ address: 'ada@example.com' }], cc: [], bcc: [], attachments: [] })
    await ports().emailLedger.claim({ ...messageForTest('m1'), request }, { signal })
    const early = await told(bounce('m1'))
    expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([503, 'overloaded'])
    expect(await suppressed()).toHaveLength(1)
    // The answer is lost; nobody else says what became of it.
    await ports().emailLedger.settle('m1', { status: 'unknown', code: 'provider_timeout' })
    expect((await told(bounce('m1'))).status).toBe(204)
    expect(await openOf('m1')).toMatchObject({ state: 'failed', code: 'bounced' })
    expect((await told(bounce('m1'))).status).toBe(204)
  })

  it('leaves an e-mail in doubt of whose recipients nothing is kept, and has it sent by nobody', async () => {
    const { emailLedger } = ports()
    const { request: _request, ...gone } = messageForTest('m1')
    await emailLedger.claim(gone as LedgerMessage, { signal })
    await emailLedger.settle('m1', { status: 'unknown', code: 'provider_timeout' })
    await told(bounce('m1'))
    await told(about('m1', { RecordType: 'Delivery', Recipient: 'ada@example.com' }))
    expect(await openOf('m1')).toMatchObject({ state: 'unknown', code: 'provider_timeout' })
    expect(await receiptOf('m1')).toEqual({ state: 'in-doubt', code: 'provider_timeout' })
    expect(await suppressed()).toEqual([['ada@example.com', 'bounced (postmark, 5.1.1)']])
  })

  it('keeps nobody from mail where Resend does not say who of several bounced', async () => {
    await inDoubt('m1', 'ada@example.com', 'b@example.com')
    await byResend('m1', 'e1', 'email.bounced')
    const accepted = ['ada@example.com', 'b@example.com']
    expect(await receiptOf('m1')).toMatchObject({ receipt: { status: 'sent', accepted, rejected: [] } })
    // A copy is not among those that Resend names.
    const cc = [{ address: 'c@example.com' }]
    const request = JSON.stringify({ to: [{ address: 'ada@example.com' }], cc, bcc: [], attachments: [] })
    await ports().emailLedger.claim({ ...messageForTest('m2'), request }, { signal })
    await byResend('m2', 'e2', 'email.bounced')
    await byResend('m2', 'e3', 'email.complained')
    await byResend('strange', 'e4', 'email.bounced')
    expect(await suppressed()).toEqual([])
    expect((await service.composition.emailEventLog.list({ limit: 9 })).map(({ email }) => email)).toContain('m1')
  })

  it('keeps the one recipient from mail of whom Resend tells, in doubt and after it was sent', async () => {
    await inDoubt('m1', 'ada@example.com')
    await byResend('m1', 'e1', 'email.bounced')
    expect(await openOf('m1')).toMatchObject({ state: 'failed', code: 'bounced' })
    await inDoubt('m2', 'b@example.com')
    await byResend('m2', 'e2', 'email.sent')
    await byResend('m2', 'e3', 'email.complained')
    expect(await suppressed()).toEqual([
      ['ada@example.com', 'bounced (resend, 5.1.1)'],
      ['b@example.com', 'complained (resend)'],
    ])
  })

  it('has no effect when it is told again', async () => {
    await told(bounce('m1'))
    await ports().suppressions.remove('ada@example.com')
    await told(bounce('m1'))
    expect(await suppressed()).toEqual([])
    expect(await service.composition.emailEventLog.list({ limit: 9 })).toMatchObject([
      { provider: 'postmark', kind: 'bounced', code: '5.1.1' },
    ])
    expect(JSON.stringify(await service.composition.emailEventLog.list({ limit: 9 }))).not.toMatch(/ada/i)
  })

  it('keeps nobody from mail whose mailbox is only full, and nobody by a broken address', async () => {
    await told(bounce('m1', { Type: 'SoftBounce' }))
    await told(bounce('m1', { ID: 2, Email: 'not an address' }))
    await told(about('m1', { RecordType: 'SpamComplaint', ID: 3, Email: 'c@example.com' }))
    expect(await suppressed()).toEqual([['c@example.com', 'complained (postmark)']])
  })
})

describe('a click on a link to unsubscribe', () => {
  const click = async (body: string, token: string): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await service.app.request(`/unsubscribe/${token}`, { method: 'POST', headers, body })).status
  }

  it('takes its recipient off, by POST alone, and nobody else', async () => {
    await service.composition.close()
    service = createHttpService(readConfiguration({ ...environment, CHANCERY_BASE_URL: 'https://firm.example' }))
    const link = ports().unsubscribeLinks.linkFor('Ada@Example.com') ?? ''
    const token = link.replace('https://firm.example/unsubscribe/', '')
    expect((await service.app.request(`/unsubscribe/${token}`)).status).toBe(404)
    expect(await click('', token)).toBe(422)
    expect(await click('List-Unsubscribe=One-Click', `${token}x`)).toBe(404)
    expect(await suppressed()).toEqual([])
    const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect(await click(multipart, token)).toBe(200)
    expect(await click('List-Unsubscribe=One-Click', token)).toBe(200)
    expect(await suppressed()).toEqual([['ada@example.com', 'unsubscribed (one click)']])
  })
})

describe('an address of events', () => {
  it('is there for providers that are set up, and hears them alone', async () => {
    for (const [path, status, code] of [
      ['/email-events/sendgrid', 404, 'operation_not_found'],
      ['/email-events/__proto__', 404, 'operation_not_found'],
      ['/email-events/postmark', 401, 'event_signature_invalid'],
      ['/email-events/postmark?token=x', 401, 'event_signature_invalid'],
    ] as const) {
      const answer = await told(bounce('m1'), path)
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, status, code])
    }
    expect(await suppressed()).toEqual([])
  })

  it('takes no more than a megabyte, and says what is no JSON', async () => {
    expect((await told({ x: 'x'.repeat(1024 * 1024) })).status).toBe(413)
    const path = `/email-events/postmark?token=${encodeURIComponent(secret)}`
    expect((await service.app.request(path, { method: 'POST', body: '{' })).status).toBe(400)
    expect((await service.app.request(path)).status).toBe(404)
  })

  it('is not there where no provider is set up', async () => {
    const { app, composition } = createHttpService(
      readConfiguration({
        ...environment,
        CHANCERY_POSTMARK_EVENTS_SECRET: '',
        CHANCERY_SES_EVENTS_TOKEN: '',
        CHANCERY_RESEND_EVENTS_SECRET: '',
      }),
    )
    expect((await app.request('/email-events/postmark', { method: 'POST', body: '{}' })).status).toBe(404)
    await composition.close()
  })

  it.each([
    [{ CHANCERY_SENDGRID_EVENTS_KEY: 'AAAA' }, 'CHANCERY_SENDGRID_EVENTS_KEY: It is not the verification key'],
    [{ CHANCERY_RESEND_EVENTS_SECRET: 'AAAA' }, 'CHANCERY_RESEND_EVENTS_SECRET: It is not a secret'],
    [{ CHANCERY_POSTMARK_EVENTS_SECRET: 'short' }, 'CHANCERY_POSTMARK_EVENTS_SECRET: Must have 24'],
    [
      { CHANCERY_SES_EVENTS_TOKEN: '', CHANCERY_SES_EVENTS_CERTIFICATE: 'x' },
      'CHANCERY_SES_EVENTS_CERTIFICATE: goes with CHANCERY_SES_EVENTS_TOKEN',
    ],
  ])('is told what is wrong with its settings: %j', (more, words) => {
    expect(() => createHttpService(readConfiguration({ ...environment, ...more }))).toThrow(words)
  })
})
