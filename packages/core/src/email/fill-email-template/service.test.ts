import { describe, expect, it } from 'vitest'
import { ChanceryError, invalidRequest } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import type { OutgoingEmail } from '../../ports/email-transport.ts'
import type { Ports } from '../../ports/index.ts'
import { providers } from '../../ports/providers.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, inline, now, textOf } from '../../testing/document-texts.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { fillEmailTemplate } from './index.ts'

const template = { subject: 'Hello {{name}}', text: 'Dear {{name}}' }
const from = 'office@example.com'
const to = (...names: string[]) => names.map((name) => ({ to: `${name}@example.com`, data: { name } }))
const key = { idempotencyKey: 'key' }

const fill = async (ports: Ports, input: object, context = {}) =>
  (await answerOf(fillEmailTemplate, { template, from, ...input }, ports, context)).data
const failure = (ports: Ports, input: object, context = {}) => faultOf(fill(ports, input, context))
const failing = (template: object) => ({ ...template, text: '{!}' })

describe('an e-mail for each', () => {
  it('is filled with its own data before the common one, and sent', async () => {
    const { ports, transport, events, clock } = fakePorts()
    clock.at = 7
    const recipients = [...to('ada'), { to: ['b@example.com', 'C <c@example.com>'], data: { town: 'York' } }]
    const { messages, preview } = await fill(ports, {
      template: { subject: 'To {{name}}', html: '<p>{{town}}</p>' },
      data: { name: 'all', town: 'Bath' },
      recipients,
    })
    expect(transport.sent).toMatchObject([
      { subject: 'To ada', html: '<p>Bath</p>', to: [{ address: 'ada@example.com' }], date: 7 },
      {
        subject: 'To all',
        html: '<p>York</p>',
        to: [{ address: 'b@example.com' }, { address: 'c@example.com', name: 'C' }],
      },
    ])
    expect(events).toEqual(['claim id1', 'send id1', 'settle id1', 'claim id2', 'send id2', 'settle id2'])
    expect(messages[0]).toEqual({
      to: ['ada@example.com'],
      subject: 'To ada',
      status: 'sent',
      id: 'id1',
      message: {
        id: 'id1',
        provider: 'outbox',
        providerMessageId: 'p-id1',
        status: 'sent',
        accepted: ['ada@example.com'],
        rejected: [],
      },
      filled: ['name', 'town'],
      missing: [],
      unused: [],
      findings: [],
    })
    expect(messages[1]?.to).toEqual(['b@example.com', 'c@example.com'])
    expect(preview).toBeUndefined()
  })

  it('goes as the call says', async () => {
    const { ports, otherTransport } = fakePorts()
    const envelope = { headers: { 'X-A': '1' }, tags: ['t'], metadata: { m: '1' } }
    const people = { cc: 'c@example.com', bcc: ['d@example.com'], replyTo: 'e@example.com' }
    const when = { sendAt: '2026-12-02T10:00:00+01:00', provider: 'other-outbox' }
    const { messages } = await fill(ports, { recipients: to('ada'), ...envelope, ...people, ...when })
    expect(otherTransport.sent).toMatchObject([
      {
        ...envelope,
        from: { address: from },
        cc: [{ address: 'c@example.com' }],
        bcc: [{ address: 'd@example.com' }],
        replyTo: [{ address: 'e@example.com' }],
        sendAt: Date.UTC(2026, 11, 2, 9),
      },
    ])
    expect(messages[0]?.status).toBe('scheduled')
  })

  it('says to each where its time has passed', async () => {
    const { ports } = fakePorts()
    const { messages } = await fill(ports, { recipients: to('ada'), sendAt: '2020-12-24T10:00:00Z' })
    expect(messages[0]?.findings.map(({ code }) => code)).toContain('send_at_passed')
  })

  it('may be captured instead of sent', async () => {
    const { ports, transport } = fakePorts()
    const send = async (...given: Parameters<typeof transport.send>) =>
      ({ ...(await transport.send(...given)), status: 'captured' }) as const
    const { messages } = await fill(
      { ...ports, transports: providers({ outbox: { ...transport, send } }) },
      { recipients: to('ada') },
    )
    expect(messages).toMatchObject([{ status: 'captured', message: { status: 'captured' } }])
  })

  it('has no time where none is given, and the configured sender where the call names none', async () => {
    const { ports, transport } = fakePorts({}, { emailFrom: { address: 'usual@example.com' } })
    await fill(ports, { recipients: to('ada'), from: undefined })
    expect(transport.sent[0]?.from.address).toBe('usual@example.com')
    expect('sendAt' in (transport.sent[0] ?? {})).toBe(false)
    expect(await failure(fakePorts().ports, { recipients: to('ada'), from: undefined })).toMatchObject({
      violations: [{ pointer: '/from', code: 'sender_missing' }],
    })
  })

  it('is filled by the choices of the call, and by the settings where it says nothing', async () => {
    const settings = { locale: 'fr-FR', timeZone: 'Asia/Tokyo', currency: 'jpy' }
    const { ports, emailTemplates } = fakePorts({}, settings)
    const choices = { locale: 'de-DE', timeZone: 'Europe/Berlin', currency: 'CHF', missing: 'blank' }
    await fill(ports, { recipients: to('ada'), ...choices })
    await fill(ports, { recipients: to('ada') })
    expect(emailTemplates.asked.fills).toEqual([
      { data: { name: 'ada' }, ...choices, now },
      { data: { name: 'ada' }, ...settings, currency: 'JPY', missing: 'error', now },
    ])
  })

  it('is translated by the dictionaries of the call', async () => {
    const { ports, emailTemplates } = fakePorts()
    const translations = { de: { Due: 'Fällig' } }
    await fill(ports, { recipients: to('ada'), translations })
    expect(emailTemplates.asked.fills).toMatchObject([{ translations }])
  })

  it('tells what its html does not bring along', async () => {
    const { ports } = fakePorts()
    const { messages } = await fill(ports, {
      template: { subject: 'Hello', html: '<img src="cid:logo">' },
      recipients: to('ada'),
    })
    expect(messages[0]?.findings.map(({ code }) => code)).toEqual(['inline_image_missing'])
  })

  it('tells a subject that is empty when it is filled', async () => {
    const { messages } = await fill(fakePorts().ports, {
      template: { subject: ' ', text: 'Hello.' },
      recipients: to('ada'),
    })
    expect(messages[0]?.findings.map(({ code }) => code)).toEqual(['empty_subject'])
  })

  it('is shown and not sent in a dry run: the first that could be filled', async () => {
    const { ports, events, transport } = fakePorts()
    const recipients = [{ to: 'a@example.com' }, ...to('ada', 'alan')]
    const render = async () => ({ contentType: 'message/rfc822', bytes: bytesOf('x') })
    const transports = providers({ outbox: { ...transport, render } })
    const { messages, preview } = await fill({ ...ports, transports }, { recipients, dryRun: true })
    expect(messages.map(({ message }) => message?.request?.content)).toEqual([undefined, btoa('x'), undefined])
    expect(preview).toEqual({ subject: 'Hello ada', text: 'Dear ada' })
    expect(messages.map(({ status }) => status)).toEqual(['failed', 'validated', 'validated'])
    expect(events).toEqual([])
  })

  it('tells of each recipient in a dry run what the provider cannot take', async () => {
    const { ports, transport } = fakePorts()
    const render = async ({ to: [first] }: OutgoingEmail) => {
      if (first?.address.startsWith('jörg')) throw invalidRequest('/to/0', 'address_not_ascii', 'Not ASCII.')
      return { contentType: 'message/rfc822', bytes: bytesOf('x') }
    }
    const transports = providers({ outbox: { ...transport, render } })
    const { messages } = await fill({ ...ports, transports }, { recipients: to('ada', 'jörg'), dryRun: true })
    expect(messages.map(({ status, error }) => [status, error?.errors[0]?.pointer])).toEqual([
      ['validated', undefined],
      ['failed', '/recipients/1/to'],
    ])
  })
})

describe('a client', () => {
  const setUp = () => {
    const fakes = fakePorts()
    fakes.directory.records.set('c1', aClient('c1', { name: 'Ada', emails: ['ada@example.com'] }))
    fakes.directory.records.set('c2', aClient('c2', { name: 'Alan' }))
    return fakes
  }
  const ofClient = { subject: 'Hello {{client.name}}', text: 'Hello' }

  it('gets it at its own address, and has its record in it', async () => {
    const { ports, transport } = setUp()
    const { messages } = await fill(ports, { template: ofClient, recipients: [{ client: 'c1', data: { x: 1 } }] })
    expect(transport.sent).toMatchObject([{ to: [{ address: 'ada@example.com', name: 'Ada' }], subject: 'Hello Ada' }])
    expect(messages[0]).toMatchObject({ to: ['ada@example.com'], unused: ['x'] })
  })

  it('gets it where the call says, if it does', async () => {
    const { ports, transport } = setUp()
    await fill(ports, { template: ofClient, recipients: [{ client: 'c1', to: 'other@example.com' }] })
    expect(transport.sent).toMatchObject([{ to: [{ address: 'other@example.com' }], subject: 'Hello Ada' }])
  })

  it('whose e-mail is refused is told by the address', async () => {
    const { ports, transport } = setUp()
    transport.found.fault = new ChanceryError('provider_unavailable', 'Away.')
    const { messages } = await fill(ports, { template: ofClient, recipients: [{ client: 'c1' }] })
    expect(messages).toMatchObject([{ to: ['ada@example.com'], status: 'failed' }])
  })

  it('that is not there, or has no address, fails alone', async () => {
    const { ports } = setUp()
    const { messages } = await fill(ports, {
      template: ofClient,
      recipients: ['c9', 'c2', 'c1'].map((client) => ({ client })),
    })
    expect(
      messages.map(({ status, error }) => [status, error?.code, error?.errors[0]?.pointer, error?.errors[0]?.code]),
    ).toEqual([
      ['failed', 'client_not_found', '/recipients/0/client', 'client_not_found'],
      ['failed', 'invalid_request', '/recipients/1/client', 'no_address'],
      ['sent', undefined, undefined, undefined],
    ])
    expect(messages[0]).toMatchObject({ to: [], filled: [], missing: [], unused: [], findings: [] })
  })
})

describe('one that fails', () => {
  it('is told in its place, and stops no others', async () => {
    const { ports, transport } = fakePorts()
    const recipients = [
      { to: 'a@example.com' },
      { to: ['no', 'b@example.com', 'nor'] },
      { to: { address: 'x' } },
      ...to('ada'),
    ]
    const { messages } = await fill(ports, { recipients })
    expect(messages.map(({ to: who, status, error }) => [who, status, error?.code])).toEqual([
      [['a@example.com'], 'failed', 'data_incomplete'],
      [['no', 'b@example.com', 'nor'], 'failed', 'invalid_request'],
      [['x'], 'failed', 'invalid_request'],
      [['ada@example.com'], 'sent', undefined],
    ])
    expect(messages[0]).toMatchObject({
      missing: ['name'],
      error: { errors: [{ pointer: '/recipients/0/data/name', code: 'missing_value' }] },
    })
    expect(messages[1]?.error?.errors.map(({ pointer }) => pointer)).toEqual([
      '/recipients/1/to/0',
      '/recipients/1/to/2',
    ])
    expect(messages[2]?.error?.errors.map(({ pointer }) => pointer)).toEqual(['/recipients/2/to'])
    expect(transport.sent).toHaveLength(1)
  })

  it('tells each value that it lacks once, and no other fault as one', async () => {
    const { ports, emailTemplates } = fakePorts()
    const lacking = (path: string | undefined, code: string) => ({
      pointer: '/data',
      code,
      message: '',
      ...(path === undefined ? {} : { location: { path } }),
    })
    const fillOdd = async (): Promise<never> => {
      const violations = [
        lacking('a', 'missing_value'),
        lacking('a', 'missing_value'),
        lacking(undefined, 'missing_value'),
        lacking('b', 'wrong_kind'),
      ]
      throw new ChanceryError('data_incomplete', 'It lacks values.', { violations })
    }
    const odd = { ...ports, emailTemplates: { ...emailTemplates, fill: fillOdd } }
    expect((await fill(odd, { recipients: to('ada') })).messages[0]?.missing).toEqual(['a'])
  })

  it.each([
    ['a\nb', 'is not one line'],
    ['x'.repeat(999), 'is too long'],
  ])('has a subject that %#', async (name) => {
    const { ports, transport } = fakePorts()
    const input = {
      template: { ...template, subject: '{{name}}' },
      recipients: [{ to: 'a@example.com', data: { name } }],
    }
    const { messages } = await fill(ports, { ...input, recipients: [...input.recipients, ...to('x'.repeat(60))] })
    expect(messages[0]?.error?.errors).toMatchObject([{ pointer: '/recipients/0/data', code: 'invalid_subject' }])
    expect(transport.sent).toHaveLength(1)
  })

  it('is refused by the provider at its own place', async () => {
    const { ports, transport } = fakePorts()
    transport.found.fault = new ChanceryError('provider_failed', 'No.')
    const { messages } = await fill(ports, { recipients: to('ada') })
    expect(messages[0]).toMatchObject({
      status: 'failed',
      retryable: false,
      error: { code: 'provider_failed', message: 'No.', errors: [] },
    })
  })
})

describe('all fail together', () => {
  it('for a template with faults, before anything is sent', async () => {
    const { ports, events } = fakePorts()
    const recipients = [{ to: 'no address' }, ...to('ada')]
    expect(await failure(ports, { template: failing(template), recipients })).toMatchObject({
      code: 'template_invalid',
      violations: [{ pointer: '/template/text' }],
    })
    expect(await failure(ports, { template: inline('eml:Hello\n{!}'), recipients })).toMatchObject({
      code: 'template_invalid',
      violations: [{ pointer: '/template', code: 'unclosed_tag' }],
    })
    expect(events).toEqual([])
  })

  it('but not once one was sent', async () => {
    const { ports, emailTemplates, transport } = fakePorts()
    const later = (...given: Parameters<typeof emailTemplates.fill>) =>
      emailTemplates.fill(transport.sent.length > 0 ? (failing(given[0]) as never) : given[0], given[1], given[2])
    const late = { ...ports, emailTemplates: { ...emailTemplates, fill: later } }
    const { messages } = await fill(late, { recipients: to('ada', 'alan') })
    expect(messages.map(({ status, error }) => [status, error?.code])).toEqual([
      ['sent', undefined],
      ['failed', 'template_invalid'],
    ])
  })

  it('for a template that cannot be read, or a provider that is not there, which is told first', async () => {
    const { ports } = fakePorts()
    const recipients = to('ada')
    expect(await failure(ports, { template: inline('eml:[odd]'), recipients })).toMatchObject({
      code: 'document_corrupt',
      violations: [{ pointer: '/template' }],
    })
    expect(await failure(ports, { template: { path: 'none' }, provider: 'none', recipients })).toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/provider' }],
    })
  })

  it('where they are more than are allowed', async () => {
    const { ports, transport } = fakePorts({}, limits({ records: 2 }))
    await fill(ports, { recipients: to('a', 'b') })
    expect(await failure(ports, { recipients: to('a', 'b', 'c') })).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/recipients', code: 'too_many' }],
      details: { limit: 2, actual: 3 },
    })
    expect(transport.sent).toHaveLength(2)
  })

  it('for a fault of the service, as long as nothing was sent', async () => {
    const { ports, emailTemplates, lines } = fakePorts()
    const odd = async (): Promise<never> => {
      throw new TypeError('secret')
    }
    const late = { ...ports, emailTemplates: { ...emailTemplates, fill: odd } }
    expect((await failure(late, { recipients: to('ada') })).code).toBe('internal')
    expect(lines).toEqual([])
  })

  it('but for one of the service that comes later, in its place and with a line', async () => {
    const { ports, emailTemplates, transport, lines } = fakePorts()
    const later: typeof emailTemplates.fill = (...given) => {
      if (transport.sent.length === 1 && lines.length === 0) throw new TypeError('secret')
      return emailTemplates.fill(...given)
    }
    const { messages } = await fill(
      { ...ports, emailTemplates: { ...emailTemplates, fill: later } },
      { recipients: to('a', 'b') },
    )
    expect(messages.map(({ status, retryable, error }) => [status, retryable, error?.code])).toEqual([
      ['sent', undefined, undefined],
      ['failed', false, 'internal'],
    ])
    expect(lines).toEqual([['error', 'item-failed', { requestId: 'request-1', error: 'TypeError' }]])
  })
})

describe('many', () => {
  it('are sent several at once, and told in their order, behind a first one alone', async () => {
    const { ports, transport } = fakePorts()
    const running = { now: 0, most: 0, atFirst: 0 }
    const send = async (...given: Parameters<typeof transport.send>) => {
      running.most = Math.max(running.most, ++running.now)
      if (transport.sent.length === 0) running.atFirst = Math.max(running.atFirst, running.now)
      await new Promise((resolve) => setTimeout(resolve, given[0].subject.length % 7))
      running.now--
      return await transport.send(...given)
    }
    const capabilities = { ...transport.capabilities, concurrent: 3 }
    const transports = providers({ outbox: { ...transport, capabilities, send } })
    const names = Array.from({ length: 30 }, (_, n) => 'x'.repeat(n + 1))
    const { messages } = await fill({ ...ports, transports }, { recipients: to(...names) })
    expect(messages.map(({ subject }) => subject)).toEqual(names.map((name) => `Hello ${name}`))
    expect(running).toEqual({ now: 0, most: 3, atFirst: 1 })
  })

  it('for whom there is no time are told so, and written to by the same call', async () => {
    const { ports, transport, clock } = fakePorts()
    const recipients = to(...Array.from({ length: 9 }, (_, n) => `a${n}`))
    const slow = async (...given: Parameters<typeof transport.send>) => {
      clock.at += 10_000
      return await transport.send(...given)
    }
    const capabilities = { ...transport.capabilities, concurrent: 1 }
    const transports = providers({ outbox: { ...transport, capabilities, send: slow } })
    const call = async () =>
      await answerOf(
        fillEmailTemplate,
        { template, from, recipients },
        { ...ports, transports },
        { ...key, deadline: clock.at + 60_000 },
      )
    const first = await call()
    const statuses = first.data.messages.map(({ status, retryable, error }) => [status, retryable, error?.code])
    expect(statuses).toEqual([
      ...Array.from({ length: 5 }, () => ['sent', undefined, undefined]),
      ...Array.from({ length: 4 }, () => ['failed', true, 'provider_unavailable']),
    ])
    expect(first.goesOn).toBe('retry')
    const second = await call()
    expect(second.data.messages.map(({ status }) => status)).toEqual(Array(9).fill('sent'))
    expect(second.goesOn).toBeUndefined()
    expect(transport.sent.map(({ subject }) => subject)).toEqual(recipients.map(({ data }) => `Hello ${data.name}`))
  })
})

describe('a caller who leaves', () => {
  it('at once has nothing done', async () => {
    const { ports, emailTemplates } = fakePorts()
    expect((await failure(ports, { recipients: to('ada') }, leftAlready())).code).toBe('cancelled')
    expect(emailTemplates.asked.fills).toEqual([])
  })

  it('has nobody else written to', async () => {
    const { ports, transport } = fakePorts()
    const leaving = new AbortController()
    const send = async (...given: Parameters<typeof transport.send>) => {
      const receipt = await transport.send(...given)
      leaving.abort()
      return receipt
    }
    const transports = providers({ outbox: { ...transport, send } })
    const context = { signal: leaving.signal }
    expect((await failure({ ...ports, transports }, { recipients: to('a', 'b', 'c') }, context)).code).toBe('cancelled')
    await new Promise((resolve) => setTimeout(resolve))
    expect(transport.sent).toHaveLength(1)
  })

  it('while an e-mail is sent has it not told as one that failed', async () => {
    const { ports, transport, lines } = fakePorts()
    const leaving = new AbortController()
    const send = async (...given: Parameters<typeof transport.send>) => {
      if (transport.sent.length === 0) return await transport.send(...given)
      leaving.abort()
      throw new TypeError('torn off')
    }
    const transports = providers({ outbox: { ...transport, send } })
    await failure({ ...ports, transports }, { recipients: to('a', 'b') }, { signal: leaving.signal })
    await new Promise((resolve) => setTimeout(resolve))
    expect(lines.map((line) => (line as unknown[])[1])).toEqual(['email-in-doubt'])
  })
})

describe('under an Idempotency-Key', () => {
  const recipients = to('ada', 'b')

  it('each is sent once, and told again', async () => {
    const { ports, transport, clock, events } = fakePorts()
    const first = await fill(ports, { recipients }, key)
    clock.at += 5
    expect(await fill(ports, { recipients }, key)).toEqual(first)
    expect(transport.sent).toHaveLength(2)
    expect(events.map((event) => event.split(' ')[0])).toEqual(['claim', 'send', 'settle', 'claim', 'send', 'settle'])
    expect(new Set(transport.sent.map(({ id }) => id)).size).toBe(2)
  })

  it('it goes on with those that safely can be sent, and with no others', async () => {
    const { ports, transport } = fakePorts()
    const faults: Record<string, unknown> = {
      b: new ChanceryError('provider_unavailable', 'Busy.'),
      c: new ChanceryError('provider_timeout', 'Late.', { details: { ambiguous: true } }),
      d: new ChanceryError('provider_failed', 'No.'),
    }
    const send = async (...given: Parameters<typeof transport.send>) => {
      transport.found.fault = faults[given[0].subject.at(-1) ?? '']
      return await transport.send(...given)
    }
    const transports = providers({ outbox: { ...transport, send } })
    const call = async () =>
      await answerOf(
        fillEmailTemplate,
        { template, from, recipients: to('a', 'b', 'c', 'd') },
        { ...ports, transports },
        key,
      )
    const told = ({ data, goesOn }: Awaited<ReturnType<typeof call>>) => [
      ...data.messages.map(({ status, retryable }) => (retryable === undefined ? status : `${status} ${retryable}`)),
      goesOn,
    ]
    const first = await call()
    expect(told(first)).toEqual(['sent', 'failed true', 'unknown', 'failed false', 'retry'])
    expect(first.data.messages[2]).toMatchObject({
      message: { status: 'unknown', doubt: { code: 'provider_timeout' } },
      error: { code: 'provider_timeout' },
    })
    delete faults['b']
    delete faults['c']
    expect(told(await call())).toEqual(['sent', 'sent', 'unknown', 'failed false', 'settle'])
    expect(transport.sent.map(({ subject }) => subject)).toEqual(['Hello a', 'Hello b'])
  })

  it('a mailing that differs in anything is refused', async () => {
    const { ports, transport } = fakePorts()
    const attachments = [inline('Hello', { filename: 'a.txt' })]
    const filled = [{ template: inline('docx:{name}', { filename: 'a.docx' }) }]
    const all = { recipients, data: { n: 1 }, attachments: [...attachments, ...filled] }
    await fill(ports, all, key)
    const others = [
      { template: { ...template, text: 'Dear {{name}}!' } },
      { data: { n: 2 } },
      { currency: 'USD' },
      { locale: 'de' },
      { timeZone: 'Asia/Tokyo' },
      { translations: { de: { Due: 'Fällig' } } },
      { missing: 'blank' },
      { recipients: to('c') },
      { recipients: [{ ...recipients[0], data: { name: 'ada', x: 1 } }] },
      { attachments: [inline('Hallo', { filename: 'a.txt' }), ...filled] },
      { attachments: [...attachments, { ...filled[0], format: 'pdf' }] },
      { attachments: [...attachments, { ...filled[0], filename: 'b' }] },
      { attachments: [...attachments, { template: inline('docx:{name}', { filename: 'b.docx' }) }] },
      { attachments: [...attachments, { template: inline('docx:-{name}', { filename: 'a.docx' }) }] },
      { provider: 'other-outbox' },
    ]
    for (const other of others)
      expect(await failure(ports, { ...all, ...other }, key)).toMatchObject({ code: 'idempotency_mismatch' })
    expect(transport.sent).toHaveLength(2)
  })

  it('one that is another e-mail now is told, behind one that is the same', async () => {
    const { ports, transport } = fakePorts()
    await fill(ports, { recipients }, key)
    const { messages } = await fill(ports, { recipients: [...to('ada'), ...to('c')] }, key)
    expect(messages.map(({ status, error }) => [status, error?.code])).toEqual([
      ['sent', undefined],
      ['failed', 'idempotency_mismatch'],
    ])
    expect(transport.sent).toHaveLength(2)
  })

  it('what was filled at another time is the same e-mail', async () => {
    const { ports, transport, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Ada' }))
    const input = {
      template: { subject: '{{client.name}}', text: '' },
      recipients: [{ client: 'c1', to: 'a@example.com' }],
    }
    await fill(ports, input, key)
    directory.records.set('c1', aClient('c1', { name: 'Countess' }))
    expect((await fill(ports, input, key)).messages[0]?.status).toBe('sent')
    expect(transport.sent).toHaveLength(1)
  })
})

describe('attachments', () => {
  const letter = inline('docx:Dear {name}', { filename: 'letter.dotx' })
  const attached = ({
    sent,
  }: {
    sent: readonly { attachments: readonly { filename: string; bytes: Uint8Array }[] }[]
  }) => sent.map(({ attachments }) => attachments.map(({ filename, bytes }) => [filename, textOf(bytes)]))

  it('tell what they lack, and what data they read', async () => {
    const { ports } = fakePorts()
    const recipients = [{ to: 'a@example.com', data: { name: 'ada', town: 'Bath', odd: 1 } }]
    const attachments = [{ template: inline('docx:{town} {zip}') }]
    const { messages } = await fill(ports, { recipients, attachments, missing: 'blank' })
    expect(messages).toMatchObject([{ filled: ['name', 'town'], missing: ['zip'], unused: ['odd'] }])
  })

  it('are the common ones and the own, as they are or filled with the same data', async () => {
    const { ports, transport, converter } = fakePorts()
    const recipients = [
      { ...to('ada')[0], attachments: [{ template: letter, format: 'pdf', filename: 'To {name}' }] },
      ...to('b'),
    ]
    const common = [inline('Hello', { filename: 'a.txt' }), { template: letter }, { template: inline('docx:x') }]
    await fill(ports, { recipients, attachments: common })
    expect(attached(transport)).toEqual([
      [
        ['a.txt', 'Hello'],
        ['letter.docx', 'docx:Dear ada'],
        ['document.docx', 'docx:x'],
        ['To ada.pdf', 'pdf:Dear ada'],
      ],
      [
        ['a.txt', 'Hello'],
        ['letter.docx', 'docx:Dear b'],
        ['document.docx', 'docx:x'],
      ],
    ])
    expect(transport.sent[0]?.attachments.map(({ contentType }) => contentType)).toEqual([
      'text/plain',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/pdf',
    ])
    expect(converter.asked).toEqual([{ from: 'docx', to: 'pdf' }])
  })

  it('may name stored documents in their data', async () => {
    const { ports, documentTemplates, store } = fakePorts()
    await store.keep('logo.png', 'png:logo')
    await fill(ports, { recipients: to('ada'), attachments: [{ template: letter }] })
    expect((await documentTemplates.asked.fills[0]?.open?.({ path: 'logo.png' }))?.bytes).toEqual(bytesOf('png:logo'))
  })

  it('have names without folders, and one ending', async () => {
    const { ports, transport } = fakePorts()
    const attachments = ['a/{name}.docx', 'b.PDF'].map((filename) => ({ template: letter, filename }))
    await fill(ports, { recipients: to('ada'), attachments })
    expect(
      attached(transport)
        .flat()
        .map(([name]) => name),
    ).toEqual(['a-ada.docx', 'b.docx'])
  })

  it('are opened once, and told where they cannot be', async () => {
    const { ports, guard, transport } = fakePorts()
    await fill(ports, { recipients: to('a', 'b'), attachments: [{ template: letter }] })
    expect(guard.asked).toMatchObject([{ accept: ['docx', 'odt'] }])
    const bad = [{ template: inline('pdf:A') }, { path: 'none' }]
    expect(await failure(ports, { recipients: to('a'), attachments: bad })).toMatchObject({
      violations: [{ pointer: '/attachments/0/template' }, { pointer: '/attachments/1' }],
    })
    const { messages } = await fill(ports, { recipients: [{ ...to('a')[0], attachments: bad }, ...to('b')] })
    expect(messages.map(({ error }) => error?.errors.map(({ pointer }) => pointer))).toEqual([
      ['/recipients/0/attachments/0/template', '/recipients/0/attachments/1'],
      undefined,
    ])
    expect(transport.sent).toHaveLength(3)
  })

  it('with faults of their own are told at their place', async () => {
    const { ports } = fakePorts()
    const faulty = [{ template: inline('docx:{!}') }]
    expect(await failure(ports, { recipients: to('a'), attachments: faulty })).toMatchObject({
      code: 'template_invalid',
      violations: [{ pointer: '/attachments/0/template' }],
    })
    const { messages } = await fill(ports, { recipients: [{ ...to('a')[0], attachments: faulty }] })
    expect(messages[0]?.error).toMatchObject({
      code: 'template_invalid',
      errors: [{ pointer: '/recipients/0/attachments/0/template' }],
    })
  })

  it('that lack data have that told at the data', async () => {
    const { ports } = fakePorts()
    const attachments = [{ template: inline('docx:{number}') }]
    const { messages } = await fill(ports, { recipients: to('ada'), attachments })
    expect(messages[0]).toMatchObject({
      missing: ['number'],
      error: { errors: [{ pointer: '/recipients/0/data/number' }] },
    })
  })

  it('are as many as are allowed, the common ones and the own apart', async () => {
    const { ports, transport } = fakePorts({}, limits({ attachments: 1 }))
    const one = [inline('a', { filename: 'a.txt' })]
    const two = [...one, ...one]
    await fill(ports, { recipients: [{ ...to('a')[0], attachments: one }], attachments: one })
    expect(await failure(ports, { recipients: to('a'), attachments: two })).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/attachments', code: 'too_many' }],
    })
    const { messages } = await fill(ports, { recipients: [{ ...to('a')[0], attachments: two }] })
    expect(messages[0]?.error).toMatchObject({
      code: 'payload_too_large',
      errors: [{ pointer: '/recipients/0/attachments', code: 'too_many' }],
    })
    expect(transport.sent).toHaveLength(1)
  })
})

describe('the sender and the language of a template', () => {
  const recipients = to('ada', 'bob')
  const ofTemplate = { ...template, from: '{{name}} <{{name}}@office.example>' }

  it('are its own for each recipient, unless the call says one for all', async () => {
    const { ports, transport } = fakePorts({}, { emailFrom: { address: 'usual@example.com' } })
    await fill(ports, { template: ofTemplate, from: undefined, recipients })
    await fill(ports, { template: ofTemplate, recipients })
    await fill(ports, { template, from: undefined, recipients })
    expect(transport.sent.map((sent) => sent.from)).toEqual([
      { address: 'ada@office.example', name: 'ada' },
      { address: 'bob@office.example', name: 'bob' },
      { address: from },
      { address: from },
      { address: 'usual@example.com' },
      { address: 'usual@example.com' },
    ])
  })

  it('are held to what the key may send as, and to be one address', async () => {
    const { ports, transport } = fakePorts({}, { emailSenders: ['@office.example'] })
    const given = [
      { to: 'a@example.com', data: { name: 'ada' } },
      { to: 'b@example.com', data: { name: 'x@evil.example>, Bob <bob' } },
      { to: 'c@example.com', data: { name: 'two words' } },
    ]
    const mine = { ...template, from: '{{name}}@office.example' }
    const { messages } = await fill(ports, { template: mine, from: undefined, recipients: given })
    expect(messages.map(({ status, error }) => [status, error?.errors[0]?.code])).toEqual([
      ['sent', undefined],
      ['failed', 'invalid_sender'],
      ['failed', 'invalid_sender'],
    ])
    const elsewhere = { ...template, from: 'Ada, Office <{{name}}@else.example>' }
    const refused = await fill(ports, { template: elsewhere, from: undefined, recipients })
    expect(refused.messages.map(({ error }) => error?.errors[0]?.code)).toEqual([
      'sender_not_allowed',
      'sender_not_allowed',
    ])
    expect(transport.sent).toHaveLength(1)
  })

  it('are those that the recipient, or the call, asks for', async () => {
    const { ports, transport, emailTemplates } = fakePorts()
    const inTwo = { ...template, locales: { de: { subject: 'Hallo {{name}}', text: 'Liebe {{name}}' } } }
    const [ada, bob] = recipients
    await fill(ports, { template: inTwo, recipients: [{ ...ada, locale: 'de-AT' }, bob] })
    await fill(ports, { template: inTwo, recipients: [{ ...ada, locale: 'fr' }, bob], locale: 'de' })
    expect(transport.sent.map(({ subject }) => subject)).toEqual(['Hallo ada', 'Hello bob', 'Hello ada', 'Hallo bob'])
    expect(transport.sent[0]).not.toHaveProperty('locales')
    expect(emailTemplates.asked.fills.map(({ locale }) => locale)).toEqual(['de-AT', 'en-GB', 'fr', 'de'])
  })
})

describe('what it takes', () => {
  const recipients = [{ to: 'a@example.com' }]

  it('is work on documents, with an effect', () => {
    expect(fillEmailTemplate).toMatchObject({
      name: 'fill-email-template',
      area: 'email',
      effect: true,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: false,
    })
    const attached = { ...recipients[0], attachments: [{ template: { path: 'a.docx' } }] }
    expect(parseInput(fillEmailTemplate.input, { template, recipients: [attached] })).toEqual({
      template,
      recipients: [{ ...recipients[0], attachments: [{ template: { path: 'a.docx' } }] }],
      missing: 'error',
      replyTo: [],
      headers: {},
      tags: [],
      metadata: {},
      dryRun: false,
      cc: [],
      bcc: [],
      attachments: [],
    })
  })

  it('is a recipient or a client', () => {
    expect(violationsOf(fillEmailTemplate, { template, recipients: [{}] })).toEqual([['/recipients/0', 'no_recipient']])
    expect(violationsOf(fillEmailTemplate, { template, recipients: [{ client: 'c' }] })).toEqual([])
  })

  it.each([
    ['recipients', recipients, [], '/recipients', 'too_small'],
    ['recipients', [{ client: 'c' }], [{ client: '' }], '/recipients/0/client', 'too_small'],
    ['recipients', [{ client: 'c'.repeat(320) }], [{ client: 'c'.repeat(321) }], '/recipients/0/client', 'too_big'],
    [
      'attachments',
      [{ template: { path: 'a' }, filename: 'f', format: 'docx' }],
      [{ template: { path: 'a' }, filename: '' }],
      '/attachments/0/filename',
      'too_small',
    ],
    [
      'attachments',
      [{ template: { path: 'a' }, filename: 'f'.repeat(1024), format: 'pdf' }],
      [{ template: { path: 'a' }, filename: 'f'.repeat(1025) }],
      '/attachments/0/filename',
      'too_big',
    ],
    ['missing', 'keep', 'highlight', '/missing', 'invalid_value'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(fillEmailTemplate, { template, recipients, [field]: most })).toEqual([])
    expect(violationsOf(fillEmailTemplate, { template, recipients, [field]: more })).toEqual([[pointer, code]])
  })
})
