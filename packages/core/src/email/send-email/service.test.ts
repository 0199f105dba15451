import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import type { Ports } from '../../ports/index.ts'
import { providers } from '../../ports/providers.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, inline, textOf } from '../../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { sendEmail } from './index.ts'

const mail = { subject: 'Hello', text: 'Hello.' }
const manyOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x']))
const faultsOf = (input: object) => violationsOf(sendEmail, { ...mail, ...input })

it('takes one mailbox where a list is taken', () => {
  const given = { to: 'Ada <ada@example.com>', cc: { address: 'b@example.com' }, replyTo: ['c@example.com'] }
  expect(parseInput(sendEmail.input, { ...mail, ...given })).toMatchObject({
    to: [{ address: 'ada@example.com', name: 'Ada' }],
    cc: [{ address: 'b@example.com' }],
    bcc: [],
    replyTo: [{ address: 'c@example.com' }],
  })
})

it('points at each mailbox that is none', () => {
  expect(faultsOf({ to: ['no', 5], cc: 'no', replyTo: Array(11).fill('a@example.com') })).toEqual([
    ['/replyTo', 'too_big'],
    ['/to/0', 'invalid_address'],
    ['/to/1', 'invalid_type'],
    ['/cc', 'invalid_address'],
  ])
  expect(faultsOf({ to: [] })).toEqual([['/to', 'too_small']])
  expect(faultsOf({})).toEqual([['/to', 'invalid_type']])
})

it('refuses addresses that look like others, and says as what they are read', () => {
  expect(faultsOf({ to: ['ada@example.com', 'Ada <ada@pаypal.com>'] })).toEqual([['/to/1', 'lookalike_address']])
})

it('tells an attachment that is not base64 with all other faults', () => {
  expect(
    faultsOf({
      to: 'no',
      attachments: [
        { content: 'AA=', filename: 'a' },
        { content: '!', filename: 'b' },
      ],
    }),
  ).toEqual([
    ['/to', 'invalid_address'],
    ['/attachments/1/content', 'invalid_base64'],
  ])
})

it('sends an e-mail without subject and words, and says so', async () => {
  const { data, warnings } = await send(fakePorts().ports, { subject: '', text: '' })
  expect(data.message.status).toBe('sent')
  expect(warnings?.map(({ code }) => code)).toEqual(['empty_subject', 'empty_email'])
})

const from = 'Office <office@example.com>'
const to = ['ada@example.com']
const send = async (ports: Ports, input: object = {}, context = {}) =>
  await answerOf(sendEmail, { ...mail, from, to, ...input }, ports, context)
const failure = (ports: Ports, input: object = {}, context = {}) => faultOf(send(ports, input, context))
const key = { idempotencyKey: 'key' }

describe('sending', () => {
  it('tells addresses that may be read as others', async () => {
    const { ports } = fakePorts()
    const { warnings = [] } = await send(ports, { to: ['ada@аррӏе.com'] })
    expect(warnings).toMatchObject([{ code: 'lookalike_address', message: expect.stringContaining('"apple"') }])
  })

  it('hands the e-mail over as it was given, and tells what became of it', async () => {
    const { ports, transport, clock } = fakePorts()
    clock.at = 7
    const input = {
      cc: 'b@example.com',
      bcc: ['c@example.com'],
      replyTo: ['d@example.com'],
      html: '<p>Hello.</p>',
      headers: { 'X-A': '1' },
      tags: ['letter'],
      metadata: { matter: '7' },
    }
    const { data, warnings } = await send(ports, input)
    const id = 'id1'
    expect(transport.sent).toEqual([
      {
        id,
        ...mail,
        ...input,
        from: { address: 'office@example.com', name: 'Office' },
        to: [{ address: 'ada@example.com' }],
        cc: [{ address: 'b@example.com' }],
        bcc: [{ address: 'c@example.com' }],
        replyTo: [{ address: 'd@example.com' }],
        attachments: [],
        date: 7,
      },
    ])
    expect(data.message).toEqual({
      id,
      provider: 'outbox',
      providerMessageId: `p-${id}`,
      status: 'sent',
      accepted: ['ada@example.com', 'b@example.com', 'c@example.com'],
      rejected: [],
    })
    expect(warnings).toEqual([])
  })

  it('has no parts that were not given', async () => {
    const { ports, transport } = fakePorts()
    await send(ports)
    await send(ports, { text: undefined, html: '<p>' })
    expect(transport.sent.map((email) => [email.text, 'html' in email, 'text' in email, 'sendAt' in email])).toEqual([
      ['Hello.', false, true, false],
      [undefined, true, false, false],
    ])
  })

  it('waits for a year at most', async () => {
    const { ports, transport } = fakePorts()
    const at = (days: number) => new Date(ports.clock.now() + days * 86_400_000).toISOString()
    expect(await failure(ports, { sendAt: '9999-01-01T00:00:00Z' })).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/sendAt', code: 'too_far_ahead' }],
    })
    expect(await failure(ports, { sendAt: at(366.1) })).toMatchObject({ code: 'invalid_request' })
    expect(transport.sent).toEqual([])
    expect((await send(ports, { sendAt: at(366) })).data.message.status).toBe('scheduled')
  })

  it('says so where the time has passed, and it goes at once', async () => {
    const { ports } = fakePorts()
    const at = (minutes: number) => new Date(ports.clock.now() + minutes * 60_000).toISOString()
    const warned = async (sendAt: string) => (await send(ports, { sendAt })).warnings?.map(({ code }) => code) ?? []
    expect(await warned(at(-6))).toEqual(['send_at_passed'])
    expect(await warned(at(-4))).toEqual([])
    expect(await warned(at(4))).toEqual([])
  })

  it('is scheduled where a time is given', async () => {
    const { ports, transport } = fakePorts()
    const { data } = await send(ports, { sendAt: '2026-12-02T10:00:00+01:00' })
    expect([data.message.status, transport.sent[0]?.sendAt]).toEqual(['scheduled', Date.UTC(2026, 11, 2, 9)])
  })

  it('is by the configured sender where the call names none', async () => {
    const { ports, transport } = fakePorts({}, { emailFrom: { address: 'usual@example.com' } })
    await send(ports, { from: undefined })
    await send(ports)
    expect(transport.sent.map(({ from: { address } }) => address)).toEqual(['usual@example.com', 'office@example.com'])
    const without = fakePorts()
    expect(await failure(without.ports, { from: undefined })).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/from', code: 'sender_missing' }],
    })
  })

  it('is done by the named provider', async () => {
    const { ports, transport, otherTransport } = fakePorts()
    expect((await send(ports, { provider: 'other-outbox' })).data.message.provider).toBe('other-outbox')
    expect([transport.sent.length, otherTransport.sent.length]).toEqual([0, 1])
    expect(await failure(ports, { provider: 'none' })).toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/provider' }],
    })
  })

  it('does nothing in a dry run but check', async () => {
    const { ports, events } = fakePorts()
    const { data } = await send(ports, { cc: 'b@example.com', bcc: 'c@example.com', dryRun: true }, key)
    expect(data.message).toMatchObject({
      provider: 'outbox',
      status: 'validated',
      accepted: ['ada@example.com', 'b@example.com', 'c@example.com'],
      rejected: [],
    })
    expect(events).toEqual([])
  })

  it('shows in a dry run what would go to the provider, where that can be told', async () => {
    const { ports, transport, events } = fakePorts()
    const render = async ({ subject }: { subject: string }) => ({
      contentType: 'message/rfc822',
      bytes: bytesOf(`Subject: ${subject}`),
    })
    const transports = providers({ outbox: { ...transport, render } })
    const { data } = await send({ ...ports, transports }, { dryRun: true })
    expect(data.message).toMatchObject({ request: { contentType: 'message/rfc822', content: btoa('Subject: Hello') } })
    expect('request' in (await send({ ...ports, transports })).data.message).toBe(false)
    expect(events.map((event) => event.split(' ')[0])).toEqual(['claim', 'send', 'settle'])
  })

  it('does nothing once the caller has left', async () => {
    const { ports, events } = fakePorts()
    expect((await failure(ports, {}, { ...key, ...leftAlready() })).code).toBe('cancelled')
    expect(events).toEqual([])
  })
})

describe('attachments', () => {
  it('are read from wherever they are, and named safely', async () => {
    const { ports, transport, store } = fakePorts()
    await store.keep('a/offer.pdf', 'pdf:Offer')
    const attachments = [
      { path: 'a/offer.pdf' },
      inline('Hello', { filename: 'a/b.txt' }),
      inline('pdf:A'),
      inline('\0', { contentType: 'image/x-odd', filename: 'c' }),
      inline('\0', { filename: 'd' }),
    ]
    await send(ports, { attachments })
    expect(transport.sent[0]?.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['offer.pdf', 'application/pdf'],
      ['a-b.txt', 'text/plain'],
      ['attachment.pdf', 'application/pdf'],
      ['c', 'image/x-odd'],
      ['d', 'application/octet-stream'],
    ])
    expect(textOf(transport.sent[0]?.attachments[0]?.bytes ?? bytesOf(''))).toBe('pdf:Offer')
    expect(transport.sent[0]?.attachments.some((each) => 'contentId' in each)).toBe(false)
  })

  it('that cannot be read are told together, before anything is sent', async () => {
    const { ports, events } = fakePorts()
    const attachments = [{ path: 'none' }, inline('a', { filename: 'a' }), { url: 'https://example.org/' }]
    expect(await failure(ports, { attachments })).toMatchObject({
      violations: [
        { pointer: '/attachments/0', code: 'document_not_found' },
        { pointer: '/attachments/2', code: 'url_not_allowed' },
      ],
    })
    expect(events).toEqual([])
  })

  it('that would run are refused, by name and by content', async () => {
    const { ports, events } = fakePorts()
    const attachments = [
      inline('x', { filename: 'a.EXE' }),
      inline('pdf:A', { filename: 'a.pdf' }),
      inline('#!/bin/sh', { filename: 'a.txt' }),
      inline('zip:a.txt,b/setup.exe', { filename: 'a.zip' }),
      inline('eml:a.txt,setup.exe', { filename: 'a.eml' }),
      inline('text:a.txt,setup.exe', { filename: 'a.EML' }),
    ]
    expect(await failure(ports, { attachments })).toMatchObject({
      code: 'invalid_request',
      violations: [
        { pointer: '/attachments/0', code: 'executable_attachment' },
        { pointer: '/attachments/2', code: 'executable_attachment' },
        { pointer: '/attachments/3', code: 'executable_attachment' },
        { pointer: '/attachments/4', code: 'executable_attachment' },
        { pointer: '/attachments/5', code: 'executable_attachment' },
      ],
    })
    expect(events).toEqual([])
  })

  it('have a remark where they are named as something else, or the html does not show them', async () => {
    const { ports, transport } = fakePorts()
    const attachments = [
      inline('png:0', { filename: 'a.PDF' }),
      inline('png:1', { filename: 'a.png', inline: 'shown' }),
      inline('png:2', { filename: 'b.png', inline: 'hidden' }),
      inline('png:3', { filename: 'c.png', inline: 'shown' }),
    ]
    const { warnings } = await send(ports, { html: '<img src="cid:shown"><img src="cid:absent">', attachments })
    expect(warnings?.map(({ code, severity, location }) => [code, severity, location])).toEqual([
      ['attachment_misnamed', 'warning', { pointer: '/attachments/0' }],
      ['inline_image_missing', 'warning', { field: 'html', text: 'cid:absent' }],
      ['inline_image_twice', 'warning', { field: 'html', text: 'cid:shown' }],
      ['inline_image_unused', 'warning', { field: 'html', text: 'cid:hidden' }],
    ])
    expect(transport.sent[0]?.attachments.map(({ contentId }) => contentId)).toEqual([
      undefined,
      'shown',
      'hidden',
      'shown',
    ])
  })

  it('have a remark where nobody can look into them', async () => {
    const attachments = ['[locked]', '[broken]', 'a.txt'].map((names) => inline(`zip:${names}`, { filename: 'a.zip' }))
    const { warnings } = await send(fakePorts().ports, { attachments })
    expect(warnings?.map(({ code, location }) => [code, location?.pointer])).toEqual([
      ['attachment_encrypted', '/attachments/0'],
      ['attachment_not_searched', '/attachments/1'],
    ])
    const hidden = await send(fakePorts().ports, { attachments: [inline('a', { filename: 'firm.cer' })] })
    expect(hidden.warnings?.map(({ code }) => code)).toEqual(['attachment_often_blocked'])
  })

  it('are as many as are allowed, and as large as the provider takes', async () => {
    const { ports, transport } = fakePorts({}, limits({ attachments: 2 }))
    const of = (...sizes: number[]) => sizes.map((size) => inline('x'.repeat(size), { filename: 'a.txt' }))
    await send(ports, { attachments: of(400, 600) })
    expect(await failure(ports, { attachments: of(1, 1, 1) })).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/attachments', code: 'too_many' }],
      details: { limit: 2, actual: 3 },
    })
    expect(await failure(ports, { attachments: of(400, 601) })).toMatchObject({
      code: 'payload_too_large',
      details: { limit: 1000, actual: 1001, what: 'attachment bytes' },
    })
    expect(transport.sent).toHaveLength(1)
  })
})

it('takes as many people as are allowed, in to, cc and bcc together', async () => {
  const { ports, transport } = fakePorts({}, limits({ records: 4 }))
  const more = { to: ['a@example.com', 'b@example.com'], cc: 'c@example.com', bcc: ['d@example.com'] }
  await send(ports, more)
  for (const one of [{ to: [...more.to, 'e@example.com'] }, { cc: more.to }, { bcc: more.to }])
    expect(await failure(ports, { ...more, ...one })).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/to', code: 'too_many' }],
      details: { limit: 4, actual: 5 },
    })
  expect(transport.sent).toHaveLength(1)
})

describe('what the provider cannot do', () => {
  it.each([
    ['schedule', { sendAt: '2026-03-02T10:00:00Z' }, '/sendAt'],
    ['tags', { tags: ['a'] }, '/tags'],
    ['metadata', { metadata: { a: 'b' } }, '/metadata'],
  ])('is refused before anything is sent: %s', async (capability, input, pointer) => {
    const { ports, transport, events } = fakePorts()
    const capabilities = { ...transport.capabilities, [capability]: false }
    const transports = providers({ outbox: { ...transport, capabilities } })
    for (const dryRun of [false, true])
      expect(await failure({ ...ports, transports }, { ...input, dryRun })).toMatchObject({
        code: 'unsupported_option',
        violations: [{ pointer, code: 'unsupported_option' }],
        details: { provider: 'outbox' },
      })
    expect(events).toEqual([])
    await send({ ...ports, transports })
    expect(transport.sent).toHaveLength(1)
  })
})

describe('under an Idempotency-Key', () => {
  it('is marked before it is sent, and settled after', async () => {
    const { ports, events } = fakePorts()
    const { id } = (await send(ports, {}, key)).data.message
    expect(events).toEqual([`claim ${id}`, `send ${id}`, `settle ${id}`])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is sent once, and told again', async () => {
    const { ports, transport, clock } = fakePorts()
    const first = await send(ports, {}, key)
    clock.at += 5
    expect(await send(ports, {}, key)).toEqual(first)
    expect(transport.sent).toHaveLength(1)
  })

  it('is another e-mail for another caller, key or space', async () => {
    const { ports, transport } = fakePorts()
    const principal = { id: 'caller', operations: '*' as const }
    await send(ports, {}, { ...key, principal })
    await send(ports, {}, { ...key, principal: { ...principal, id: 'another' } })
    await send(ports, {}, { ...key, principal: { ...principal, space: 'team' } })
    await send(ports, {}, { idempotencyKey: 'other' })
    await send(ports, {}, { ...key, principal: { ...principal, id: 'rotated', caller: 'caller' } })
    expect(transport.sent).toHaveLength(4)
  })

  it('is refused for another e-mail', async () => {
    const { ports, transport } = fakePorts()
    await send(ports, {}, key)
    expect(await failure(ports, { subject: 'Other' }, key)).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await failure(ports, { provider: 'other-outbox' }, key)).toMatchObject({ code: 'idempotency_mismatch' })
    expect(transport.sent).toHaveLength(1)
  })

  it('may be tried again where it surely did not leave', async () => {
    const { ports, transport, events } = fakePorts()
    transport.found.fault = new ChanceryError('provider_unavailable', 'Away.')
    expect((await failure(ports, {}, key)).code).toBe('provider_unavailable')
    transport.found.fault = undefined
    await send(ports, {}, key)
    expect(events.map((event) => event.split(' ')[0])).toEqual(['claim', 'release', 'claim', 'send', 'settle'])
  })

  it.each([
    ['ambiguous', new ChanceryError('provider_timeout', 'Late.', { details: { ambiguous: true } }), 'provider_timeout'],
    ['a fault', new TypeError('odd'), 'internal'],
  ])('is unknown where it may have left, and stays so: %s', async (_what, fault, code) => {
    const { ports, transport, events } = fakePorts()
    transport.found.fault = fault
    const { data, goesOn } = await send(ports, {}, key)
    const { id } = data.message
    expect([data.message, goesOn]).toEqual([
      {
        id,
        provider: 'outbox',
        status: 'unknown',
        accepted: [],
        rejected: [],
        doubt: { code, message: expect.any(String), settledBy: 'person' },
      },
      'settle',
    ])
    transport.found.fault = undefined
    expect((await send(ports, {}, key)).data).toEqual(data)
    expect(events).toEqual([`claim ${id}`, `unknown ${id}`])
  })

  it('is sent where that cannot be kept, which is logged', async () => {
    const { ports, lines, ledger, transport } = fakePorts()
    for (const [settleFault, code] of [
      [new ChanceryError('provider_unavailable', 'Away.'), 'provider_unavailable'],
      [new TypeError('odd'), 'internal'],
    ] as const) {
      const settle = async () => {
        throw settleFault
      }
      const { data } = await send({ ...ports, emailLedger: { ...ledger, settle } }, {}, { idempotencyKey: code })
      expect(data.message.status).toBe('sent')
      expect(lines.splice(0)).toEqual([['error', 'email-not-settled', { messageId: data.message.id, code }]])
    }
    expect(transport.sent).toHaveLength(2)
  })
})

describe('what it takes', () => {
  it('is a plain effect', () => {
    expect(sendEmail).toMatchObject({
      name: 'send-email',
      area: 'email',
      effect: true,
      cost: 'plain',
      takesDocuments: true,
      producesDocuments: false,
    })
    expect(parseInput(sendEmail.input, { ...mail, to: 'a@example.com' })).toEqual({
      ...mail,
      to: [{ address: 'a@example.com' }],
      cc: [],
      bcc: [],
      replyTo: [],
      headers: {},
      tags: [],
      metadata: {},
      attachments: [],
      dryRun: false,
    })
  })

  it('may be copies for nobody', () => {
    expect(faultsOf({ to: 'a@example.com', cc: [], bcc: [], replyTo: [] })).toEqual([])
  })

  it('is a text, html, or both', () => {
    const without = { text: undefined, to: 'a@example.com' }
    expect(faultsOf(without)).toEqual([['', 'no_content']])
    expect(faultsOf({ ...without, html: '' })).toEqual([])
  })

  it('tells what is no name of a header from one that is taken', () => {
    const told = (name: string) => {
      const call = () => parseInput(sendEmail.input, { ...mail, to: 'a@example.com', headers: { [name]: 'x' } })
      return expect(call)
    }
    const message = (text: string) =>
      expect.objectContaining({ violations: [expect.objectContaining({ message: text })] })
    told('To').toThrow(message('This header is set by the message itself.'))
    told('no header').toThrow(message('This is not a header name.'))
  })

  it.each(['to', 'Content-Type', 'message-id', 'dkim-signature', 'no header', 'h'.repeat(77)])(
    'is no header %s',
    (name) => {
      expect(faultsOf({ to: 'a@example.com', headers: { [name]: 'x' } })).toEqual([
        [`/headers/${name}`, 'invalid_header'],
      ])
    },
  )

  it.each([
    ['to', 1_000_000, 1_000_001, ''],
    ['cc', 1000, 1001, ''],
    ['bcc', 1000, 1001, ''],
    ['replyTo', 10, 11, ''],
  ])('bounds the people of %s', (field, most, more) => {
    // Input of that many is looked at piece by piece: what is not an address shows that they were looked at.
    const of = (count: number) => faultsOf({ to: 'a@example.com', [field]: Array(count).fill('a@b.org') })
    expect(of(more)).toEqual([[`/${field}`, 'too_big']])
    if (most < 10_000) expect(of(most)).toEqual([])
  })

  it.each([
    ['subject', 's'.repeat(998), 's'.repeat(999), '/subject', 'too_big'],
    ['subject', 'One line', 'Two\nlines', '/subject', 'line_break'],
    ['html', 'h'.repeat(2_000_000), 'h'.repeat(2_000_001), '/html', 'too_big'],
    ['text', 't'.repeat(2_000_000), 't'.repeat(2_000_001), '/text', 'too_big'],
    ['headers', { 'X-A': 'x'.repeat(998) }, { 'X-A': 'x'.repeat(999) }, '/headers/X-A', 'too_big'],
    ['headers', { ['h'.repeat(76)]: '' }, { 'X-A': 'a\rb' }, '/headers/X-A', 'line_break'],
    ['headers', manyOf(50), manyOf(51), '/headers', 'too_many'],
    ['metadata', manyOf(100), manyOf(101), '/metadata', 'too_many'],
    ['tags', Array(10).fill('t'), Array(11).fill('t'), '/tags', 'too_big'],
    ['tags', ['t'], [''], '/tags/0', 'too_small'],
    ['tags', ['t'.repeat(128)], ['t'.repeat(129)], '/tags/0', 'too_big'],
    ['metadata', { a: 'm'.repeat(1024) }, { a: 'm'.repeat(1025) }, '/metadata/a', 'too_big'],
    ['provider', 'p'.repeat(64), 'p'.repeat(65), '/provider', 'too_big'],
    ['sendAt', '2026-01-01T00:00:00+01:00', '2026-01-01', '/sendAt', 'invalid_format'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(faultsOf({ to: 'a@example.com', [field]: most })).toEqual([])
    expect(faultsOf({ to: 'a@example.com', [field]: more })).toEqual([[pointer, code]])
  })
})
