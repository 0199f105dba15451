/** Whatever e-mail a transport takes, its request has the fields, types and bounds that the provider publishes, and no others. */
import { ChanceryError, type EmailTransport, type OutgoingEmail } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type * as z from 'zod'
import { postmarkRequest, postmarkToken } from '../postmark/postmark-stand-in.test-support.ts'
import { createPostmarkTransport } from '../postmark/postmark-transport.ts'
import { resendKey, resendRequest } from '../resend/resend-stand-in.test-support.ts'
import { createResendTransport } from '../resend/resend-transport.ts'
import { createSendGridTransport } from '../sendgrid/sendgrid-transport.ts'
import { sendGridRequest } from '../sendgrid/stand-in.test-support.ts'
import { sesKeys, sesRequest } from '../ses/ses-stand-in.test-support.ts'
import { createSesTransport } from '../ses/ses-transport.ts'

const now = Date.UTC(2026, 10, 21, 9, 30)
const clock = { now: () => now }
const providers: readonly (readonly [string, EmailTransport, z.ZodType])[] = [
  ['SendGrid', createSendGridTransport({ apiKey: 'SG.test-key', ...clock }), sendGridRequest],
  ['SendGrid, sandbox', createSendGridTransport({ apiKey: 'SG.test-key', sandbox: true, ...clock }), sendGridRequest],
  ['Resend', createResendTransport({ apiKey: resendKey, ...clock }), resendRequest],
  ['Postmark', createPostmarkTransport({ token: postmarkToken, ...clock }), postmarkRequest],
  [
    'Postmark, a stream',
    createPostmarkTransport({ token: postmarkToken, stream: 'leases', ...clock }),
    postmarkRequest,
  ],
  ['Amazon SES', createSesTransport({ ...sesKeys, ...clock }), sesRequest],
  ['Amazon SES, a set', createSesTransport({ ...sesKeys, configurationSet: 'leases', ...clock }), sesRequest],
]

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((some) => some.replaceAll(/\p{Cc}/gu, ' '))
const mailbox = fc.record(
  {
    address: fc.oneof(
      word.map((name) => `${name}@client.example`),
      fc.constantFrom('Ada@client.example', 'ada@köln.example', 'ada@xn--kln-sna.example', '"john doe"@client.example'),
    ),
    name: text,
  },
  { requiredKeys: ['address'] },
)
const mailboxes = fc.array(mailbox, { maxLength: 3 })
const attachment = fc.record(
  {
    filename: text.filter((name) => name !== ''),
    contentType: fc.constantFrom('application/pdf', 'text/plain; charset=utf-8', 'image/png', 'image/svg+xml'),
    bytes: fc.uint8Array({ maxLength: 40 }),
    contentId: word.map((id) => `${id}@firm`),
  },
  { requiredKeys: ['filename', 'contentType', 'bytes'] },
)
const email: fc.Arbitrary<Partial<OutgoingEmail>> = fc.record(
  {
    from: mailbox,
    to: mailboxes,
    cc: mailboxes,
    bcc: mailboxes,
    replyTo: mailboxes,
    subject: text,
    text,
    html: text,
    attachments: fc.array(attachment, { maxLength: 2 }),
    headers: fc.dictionary(
      word.map((name) => `X-${name}`),
      text,
      { maxKeys: 3 },
    ),
    tags: fc.array(fc.oneof(word, text), { maxLength: 3 }),
    metadata: fc.dictionary(word, fc.oneof(word, text), { maxKeys: 3 }),
    sendAt: fc.integer({ min: -1, max: 80 }).map((hours) => now + hours * 3_600_000 + 1),
  },
  { requiredKeys: [] },
)

it.each(providers)('%s is asked for nothing that it does not document', async (_, transport, schema) => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(email, async (changes) => {
      const rendering = transport.render?.(emailForTest(changes))
      const request = await rendering?.catch((error: unknown) => {
        // What a provider does not take is said beforehand, with its place.
        if (!ChanceryError.is(error) || error.violations.length === 0) throw error
      })
      if (request === undefined) return
      taken += 1
      const { error } = schema.safeParse(JSON.parse(Buffer.from(request.bytes).toString()))
      expect(error?.issues ?? []).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(taken).toBeGreaterThan(10)
})
