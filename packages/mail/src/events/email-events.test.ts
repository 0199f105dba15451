/** Shapes of events as the providers' documentation shows them, cut to what is read; each reader names the page. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EmailEventRequest } from '@chancery/core'
import { webhookSignature } from '@chancery/formats/standard-webhooks'
import { emailEventReaderContract } from '@chancery/port-contracts/email-event-reader'
import { describe, expect, it } from 'vitest'
import { createPostmarkEvents } from '../postmark/postmark-events.ts'
import { createResendEvents } from '../resend/resend-events.ts'
import { createSendGridEvents } from '../sendgrid/sendgrid-events.ts'
import { confirmSubscription, createSesEvents } from '../ses/ses-events.ts'

const { signal } = new AbortController()
const id = '7b1f0c5e0d9a4c3f8a2e6d4b1c9f0a3e'
const address = 'ada@example.com'
const plain = (body: Uint8Array, more: Partial<EmailEventRequest> = {}): EmailEventRequest => ({
  headers: {},
  query: {},
  body,
  ...more,
})
const longer = (body: Uint8Array): Uint8Array => Uint8Array.of(...body, 0x20)

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const sendGridRequest = (body: Uint8Array, at: number, key = pair.privateKey): EmailEventRequest => {
  const timestamp = String(Math.floor(at / 1000))
  const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), key).toString('base64')
  return plain(body, {
    headers: {
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': signature,
    },
  })
}
const sendGrid = (event: object) => ({
  email: address,
  timestamp: 1_764_000_000,
  sg_event_id: 'ZGVsaXZlcmVkLTA',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  chancery_id: id,
  ...event,
})
const fromSendGrid = { id: 'ZGVsaXZlcmVkLTA', email: id, providerMessageId: '14c5d75ce93', address }
emailEventReaderContract({
  reader: createSendGridEvents({ publicKey }),
  isTimed: true,
  request: sendGridRequest,
  forged: (body, at) => ({
    'no signature': plain(body),
    'another body': { ...sendGridRequest(body, at), body: longer(body) },
    'another key': sendGridRequest(body, at, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    'another time': {
      ...sendGridRequest(body, at),
      headers: {
        ...sendGridRequest(body, at).headers,
        'x-twilio-email-event-webhook-timestamp': String(Math.floor(at / 1000) + 1),
      },
    },
  }),
  recorded: [
    {
      name: 'several events',
      body: [
        sendGrid({ event: 'processed' }),
        sendGrid({ event: 'delivered', sg_event_id: 'b', response: '250 OK' }),
        sendGrid({ event: 'open', sg_event_id: 'c' }),
        sendGrid({ event: 'group_resubscribe', sg_event_id: 'd' }),
      ],
      says: [
        { ...fromSendGrid, kind: 'taken' },
        { ...fromSendGrid, kind: 'taken', id: 'b' },
      ],
    },
    {
      name: 'bounces',
      body: [
        sendGrid({
          event: 'bounce',
          type: 'bounce',
          status: '5.1.1',
          reason: '550 5.1.1 no such user ada@example.com',
        }),
        sendGrid({ event: 'bounce', type: 'blocked', sg_event_id: 'b', reason: '451 4.7.1 try again' }),
      ],
      says: [
        { ...fromSendGrid, kind: 'bounced', code: '5.1.1', isPermanent: true },
        { ...fromSendGrid, kind: 'bounced', id: 'b', code: '4.7.1', isPermanent: false },
      ],
    },
    {
      name: 'who wants none, and what is dropped',
      body: [
        sendGrid({ event: 'dropped', reason: 'Bounced Address' }),
        sendGrid({ event: 'spamreport', sg_event_id: 'b' }),
        sendGrid({ event: 'unsubscribe', sg_event_id: 'c', chancery_id: undefined }),
      ],
      says: [
        { ...fromSendGrid, kind: 'dropped' },
        { ...fromSendGrid, kind: 'complained', id: 'b' },
        { kind: 'unsubscribed', id: 'c', providerMessageId: '14c5d75ce93', address },
      ],
    },
  ],
})

const secret = 'a password of Postmark 42'
const basic = (text: string) => ({ headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } })
const postmark = (event: object) => ({ MessageID: '883953f4-6105', Metadata: { chancery_id: id }, ...event })
const fromPostmark = { email: id, providerMessageId: '883953f4-6105', address }
emailEventReaderContract({
  reader: createPostmarkEvents({ secret }),
  isTimed: false,
  request: (body) => plain(body, basic(`events:${secret}`)),
  forged: (body) => ({
    'no password': plain(body),
    'another password': plain(body, basic(`events:${secret}x`)),
    'the password as the user': plain(body, basic(secret)),
    'another scheme': plain(body, { headers: { authorization: `Bearer ${secret}` } }),
    'another token': plain(body, { query: { token: '' } }),
  }),
  recorded: [
    {
      name: 'a delivery',
      body: postmark({ RecordType: 'Delivery', Recipient: address, DeliveredAt: '2026-11-24T16:33:54Z' }),
      says: [{ ...fromPostmark, kind: 'taken' }],
    },
    {
      name: 'a hard bounce',
      body: postmark({
        RecordType: 'Bounce',
        ID: 42,
        Type: 'HardBounce',
        TypeCode: 1,
        Email: address,
        Details: 'smtp;550 5.1.1 The email account ada@example.com does not exist',
        Inactive: true,
      }),
      says: [{ ...fromPostmark, kind: 'bounced', code: '5.1.1', isPermanent: true }],
    },
    {
      name: 'a bounce that passes',
      body: postmark({ RecordType: 'Bounce', ID: 43, Type: 'Transient', Email: address, Description: 'Later.' }),
      says: [{ ...fromPostmark, kind: 'bounced', isPermanent: false }],
    },
    {
      name: 'a complaint',
      body: postmark({ RecordType: 'SpamComplaint', ID: 44, Type: 'SpamComplaint', Email: address }),
      says: [{ ...fromPostmark, kind: 'complained' }],
    },
    {
      name: 'an unsubscription',
      body: postmark({
        RecordType: 'SubscriptionChange',
        Recipient: address,
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
        ChangedAt: '2026-11-24T16:33:54Z',
      }),
      says: [{ ...fromPostmark, kind: 'unsubscribed' }],
    },
    {
      name: 'a subscription, from which nothing follows',
      body: postmark({ RecordType: 'SubscriptionChange', Recipient: address, SuppressSending: false }),
      says: [],
    },
    { name: 'an opening', body: postmark({ RecordType: 'Open', Recipient: address }), says: [] },
  ],
})

const resendSecret = Buffer.alloc(32, 9)
const resendText = `whsec_${resendSecret.toString('base64')}`
const resendRequest = (body: Uint8Array, at: number, key: Uint8Array = resendSecret): EmailEventRequest => {
  const timestamp = Math.floor(at / 1000)
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp, body: Buffer.from(body).toString() }
  return plain(body, {
    headers: {
      'svix-id': message.id,
      'svix-timestamp': String(timestamp),
      'svix-signature': `v1,AAAA ${webhookSignature(key, message)}`,
    },
  })
}
const resend = (type: string, more: object = {}) => ({
  type,
  created_at: '2026-11-24T23:41:12.126Z',
  data: { email_id: '56761188-7520', to: [address], tags: [{ name: 'chancery_id', value: id }], ...more },
})
const fromResend = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', email: id, providerMessageId: '56761188-7520' }
emailEventReaderContract({
  reader: createResendEvents({ secret: resendText }),
  isTimed: true,
  request: resendRequest,
  forged: (body, at) => ({
    'no signature': plain(body),
    'another body': { ...resendRequest(body, at), body: longer(body) },
    'another secret': resendRequest(body, at, Buffer.alloc(32, 8)),
    'another id': { ...resendRequest(body, at), headers: { ...resendRequest(body, at).headers, 'svix-id': 'msg_2' } },
  }),
  recorded: [
    { name: 'a delivery', body: resend('email.delivered'), says: [{ ...fromResend, kind: 'taken' }] },
    {
      name: 'a bounce, with tags as an object',
      body: resend('email.bounced', {
        tags: { chancery_id: id },
        bounce: { type: 'Permanent', subType: 'General', message: 'x', diagnosticCode: ['smtp; 550 5.1.1 unknown'] },
      }),
      says: [{ ...fromResend, kind: 'bounced', code: '5.1.1', isPermanent: true }],
    },
    {
      name: 'a complaint of one of two',
      body: resend('email.complained', { to: [address, 'b@example.com'] }),
      says: [{ ...fromResend, kind: 'complained' }],
    },
    { name: 'a failure', body: resend('email.failed'), says: [{ ...fromResend, kind: 'dropped' }] },
    {
      name: 'a recipient left out',
      body: resend('email.suppressed', { to: [address, 'b@example.com'] }),
      says: [{ ...fromResend, kind: 'bounced', isPermanent: false }],
    },
    { name: 'an opening', body: resend('email.opened'), says: [] },
  ],
})

const token = 'a token of the topic 4242'
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const arn = 'arn:aws:sns:eu-central-1:123456789012:mail'
const snsFields = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
/** As SNS sends a message: signed. A body that is none of its envelopes is sent as it is. */
const snsRequest = (body: Uint8Array, key = rsa.privateKey): EmailEventRequest => {
  let told: Record<string, unknown>
  try {
    told = JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>
  } catch {
    return plain(body, { query: { token } })
  }
  if (told === null || typeof told['Type'] !== 'string') {
    const envelope = {
      Type: 'Notification',
      MessageId: 'm',
      TopicArn: arn,
      Timestamp: 't',
      Message: JSON.stringify(told),
    }
    return snsRequest(Buffer.from(JSON.stringify(envelope)), key)
  }
  const text = snsFields.flatMap((field) => (field in told ? [`${field}\n${String(told[field])}\n`] : [])).join('')
  const Signature = sign('sha256', Buffer.from(text), key).toString('base64')
  return plain(Buffer.from(JSON.stringify({ ...told, SignatureVersion: '2', Signature })), { query: { token } })
}
const sns = (message: object) => ({
  Type: 'Notification',
  MessageId: '22b80b92-fdea',
  TopicArn: arn,
  Timestamp: '2026-11-24T00:41:02.669Z',
  Message: JSON.stringify({ mail: { messageId: 'EXAMPLE7c191be45', tags: { chancery_id: [id] } }, ...message }),
})
const fromSes = { id: '22b80b92-fdea', email: id, providerMessageId: 'EXAMPLE7c191be45' }
const confirmed: string[] = []
const ses = createSesEvents({
  token,
  certificate: rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  confirm: async (url) => void confirmed.push(url.href),
})
emailEventReaderContract({
  reader: ses,
  isTimed: false,
  request: (body) => snsRequest(body),
  forged: (body) => ({
    'no token': { ...snsRequest(body), query: {} },
    'another token': { ...snsRequest(body), query: { token: `${token}x` } },
    'no signature': plain(body, { query: { token } }),
    'another key': snsRequest(body, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  }),
  recorded: [
    {
      name: 'a bounce of two',
      body: sns({
        eventType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [
            { emailAddress: address, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
            { emailAddress: 'b@example.com', diagnosticCode: 'smtp; 550 5.2.1 disabled' },
          ],
        },
      }),
      says: [
        { ...fromSes, kind: 'bounced', address, code: '5.1.1', isPermanent: true },
        {
          ...fromSes,
          id: '22b80b92-fdea 1',
          kind: 'bounced',
          address: 'b@example.com',
          code: '5.2.1',
          isPermanent: true,
        },
      ],
    },
    {
      name: 'a complaint, by the older name of its field',
      body: sns({ notificationType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: address }] } }),
      says: [{ ...fromSes, kind: 'complained', address }],
    },
    { name: 'a delivery', body: sns({ eventType: 'Delivery' }), says: [{ ...fromSes, kind: 'taken' }] },
    { name: 'a rejection', body: sns({ eventType: 'Reject' }), says: [{ ...fromSes, kind: 'dropped' }] },
    { name: 'a click', body: sns({ eventType: 'Click' }), says: [] },
  ],
})

describe('a subscription of Amazon SNS', () => {
  const asked = (url: string) => ({
    Type: 'SubscriptionConfirmation',
    MessageId: 'm',
    Token: 't',
    TopicArn: arn,
    Timestamp: '2026',
    Message: 'You have chosen …',
    SubscribeURL: url,
  })
  const read = (body: object) => ses.read(snsRequest(Buffer.from(JSON.stringify(body))), { now: 0, signal })

  it('is confirmed at Amazon, and nowhere else', async () => {
    const right = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=a&Token=t'
    expect(await read(asked(right))).toEqual([])
    expect(confirmed).toEqual([right])
    for (const url of [
      'https://sns.eu-central-1.amazonaws.com.example.com/',
      'https://sns.us-east-1.amazonaws.com/',
      'http://sns.eu-central-1.amazonaws.com/',
      'https://sns.eu-central-1.amazonaws.com:444/',
      'https://127.0.0.1/',
      'no address',
    ])
      await expect(read(asked(url))).rejects.toMatchObject({ code: 'event_signature_invalid' })
    expect(confirmed).toHaveLength(1)
  })

  it('is no subscription by a version of signatures that there is not', async () => {
    for (const SignatureVersion of ['constructor', '__proto__', '3', 2]) {
      const body = Buffer.from(JSON.stringify({ ...asked('https://x.example/'), SignatureVersion, Signature: 'x' }))
      const reading = ses.read(plain(body, { query: { token } }), { now: 0, signal })
      await expect(reading).rejects.toMatchObject({ code: 'event_signature_invalid' })
    }
  })

  it('is told where it was not confirmed, so that SNS asks again', async () => {
    let status = 200
    const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?Action=ConfirmSubscription`)
    await confirmSubscription(address, signal)
    status = 403
    await expect(confirmSubscription(address, signal)).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { status: 403 },
    })
    server.close()
    await once(server, 'close')
    await expect(confirmSubscription(address, signal)).rejects.toMatchObject({ code: 'provider_unavailable' })
  })
})

it.each([
  () => createSendGridEvents({ publicKey: 'AAAA' }),
  () => createSendGridEvents({ publicKey: rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }),
  () => createResendEvents({ secret: 'sec' }),
  () => createSesEvents({ token, certificate: 'no PEM' }),
])('is told of a key that is none', (make) => {
  expect(make).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

/** The key and signature that SendGrid's own library is tested with (@sendgrid/eventwebhook 7.2.6, MIT). */
it('verifies what SendGrid’s own library does', async () => {
  const reader = createSendGridEvents({
    publicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==',
  })
  const headers = {
    'x-twilio-email-event-webhook-timestamp': '1588788367',
    'x-twilio-email-event-webhook-signature':
      'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
  }
  const body = JSON.stringify({ category: 'example_payload', event: 'test_event', message_id: 'message_id' })
  const read = (text: string) => reader.read(plain(Buffer.from(text), { headers }), { now: 1_588_788_367_000, signal })
  expect(await read(body)).toEqual([])
  await expect(read(`${body} `)).rejects.toThrow()
})
