import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import type { EmailTransport, FoundEmail, OutgoingEmail } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import { providers } from '../ports/providers.ts'
import { present } from '../present.ts'
import { portsInSpace } from '../spaces/ports-in-space.ts'
import { aContext } from '../testing/calls.test-support.ts'
import { now } from '../testing/document-texts.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { dispatchEmail } from './dispatch-email.ts'
import { mailboxKey } from './mailbox-key.ts'
import { emailFingerprint, type FilledFrom } from './email-fingerprint.ts'
import { sendDueEmail } from './send-due-email.ts'

const hasher = {
  sha256: (bytes: Uint8Array | readonly Uint8Array[]) => {
    const hash = createHash('sha256')
    for (const each of bytes instanceof Uint8Array ? [bytes] : bytes) hash.update(each)
    return hash.digest('hex')
  },
  async sha256OfStream(pieces: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256')
    for await (const each of pieces) hash.update(each)
    return hash.digest('hex')
  },
}

const attachment = { filename: 'a.txt', contentType: 'text/plain', bytes: new Uint8Array([1]) }
const email: OutgoingEmail = {
  id: 'one',
  from: { address: 'office@example.com' },
  to: [{ address: 'ada@example.com', name: 'Ada' }],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Hello',
  text: 'Hello.',
  attachments: [attachment],
  headers: { 'X-A': '1', 'X-B': '2' },
  tags: [],
  metadata: {},
  date: 1,
}

const others: Readonly<Record<string, Partial<OutgoingEmail>>> = {
  from: { from: { address: 'other@example.com' } },
  'the name of who gets it': { to: [{ address: 'ada@example.com' }] },
  to: { to: [...email.to, { address: 'b@example.com' }] },
  cc: { cc: email.to },
  bcc: { bcc: email.to },
  replyTo: { replyTo: email.to },
  subject: { subject: 'Hello!' },
  text: { text: 'Hello' },
  html: { html: 'Hello.' },
  'the bytes of an attachment': { attachments: [{ ...attachment, bytes: new Uint8Array([2]) }] },
  'the name of an attachment': { attachments: [{ ...attachment, filename: 'b.txt' }] },
  'an attachment more': { attachments: [attachment, attachment] },
  'no attachment': { attachments: [] },
  headers: { headers: { 'X-A': '1' } },
  tags: { tags: ['a'] },
  metadata: { metadata: { a: 'b' } },
  sendAt: { sendAt: 5 },
}

describe('the fingerprint of an e-mail', () => {
  const of = (changes: Partial<OutgoingEmail> = {}, provider?: string, filledFrom?: FilledFrom) =>
    emailFingerprint({ ...email, ...changes }, provider, filledFrom, hasher)

  it('is another one for each part of a message, and for another provider', async () => {
    const prints = await Promise.all([of(), of({}, 'sendgrid'), ...Object.values(others).map((changes) => of(changes))])
    expect(new Set(prints).size).toBe(prints.length)
  })

  it('is the same at another time, and for headers in another order', async () => {
    expect(await of({ date: 2, id: 'two', headers: { 'X-B': '2', 'X-A': '1' } })).toBe(await of())
  })

  it('of a large message is made in turns', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    const large = {
      html: '<p>Hello</p>\n'.repeat(200_000),
      attachments: [{ ...attachment, bytes: new Uint8Array(9e6) }],
    }
    const print = await of(large)
    clearInterval(counting)
    expect(turns).toBeGreaterThan(5)
    expect(print).not.toBe(await of({ ...large, html: `${large.html} ` }))
  })

  it('of a filled message is that of what it is made of', async () => {
    const filledFrom: FilledFrom = { template: { subject: 'It is {{now}}' }, request: [{ a: 1 }], attachments: ['d'] }
    expect(await of({ subject: 'It is 5', attachments: [] }, undefined, filledFrom)).toBe(
      await of({ subject: 'It is 6' }, undefined, filledFrom),
    )
    const different = [
      { ...filledFrom, template: { subject: 'It was {{now}}' } },
      { ...filledFrom, request: [{ a: 2 }] },
      { ...filledFrom, attachments: ['e'] },
    ]
    const prints = await Promise.all([filledFrom, ...different].map((each) => of({}, undefined, each)))
    expect(new Set(prints).size).toBe(4)
    expect(await of({ to: [] }, undefined, filledFrom)).not.toBe(await of({}, undefined, filledFrom))
  })
})

describe('an e-mail under an Idempotency-Key that was used before', () => {
  function setUp(capabilities: Partial<EmailTransport['capabilities']> = {}, lookUp?: EmailTransport['lookUp']) {
    const { ports, transport, ledger, clock, lines } = fakePorts()
    const own: EmailTransport = {
      ...transport,
      capabilities: { ...transport.capabilities, ...capabilities },
      ...(lookUp && { lookUp }),
    }
    const all = { ...ports, transports: providers({ outbox: own, other: { ...own, id: 'other' } }) }
    const dispatch = (changes: Partial<OutgoingEmail> = {}, given: Partial<Ports> = {}) =>
      dispatchEmail(
        { ...email, ...changes },
        { dryRun: false, showsRequest: true },
        { ...all, ...given },
        aContext({ idempotencyKey: 'k' }),
      )
    return { transport, ledger, clock, lines, dispatch }
  }
  const lost = new ChanceryError('provider_timeout', 'Late.', { details: { ambiguous: true } })

  it('is told the receipt when it is the same', async () => {
    const { transport, dispatch } = setUp()
    const first = await dispatch()
    expect(await dispatch({ date: 99 })).toEqual(first)
    expect(transport.sent).toHaveLength(1)
  })

  it('lets others have their turn between the steps of a large one', async () => {
    const { dispatch } = setUp()
    let [at, turns] = [now, 0]
    let over = false
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await dispatch({}, { clock: { now: () => (at += 100) } })
    over = true
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('is sent also where the ledger cannot keep that it was, which leaves a repetition in doubt', async () => {
    const { transport, dispatch, ledger, lines } = setUp()
    const settle = async () => {
      throw new ChanceryError('provider_unavailable', 'The database is away.')
    }
    expect(await dispatch({}, { emailLedger: { ...ledger, settle } })).toMatchObject({ status: 'sent' })
    expect(lines).toEqual([['error', 'email-not-settled', { messageId: 'one', code: 'provider_unavailable' }]])
    expect(await dispatch()).toMatchObject({ status: 'unknown', doubt: { code: 'cut_off', settledBy: 'person' } })
    expect(transport.sent).toHaveLength(1)
  })

  it.each(Object.entries(others))('is refused and not sent when it differs in %s', async (_name, changes) => {
    const { transport, dispatch } = setUp()
    await dispatch()
    await expect(dispatch(changes)).rejects.toMatchObject({ code: 'idempotency_mismatch', kind: 'invalid-input' })
    expect(transport.sent).toHaveLength(1)
  })

  it('is not sent again by a transport that would not know it, whatever is the first one by now', async () => {
    const { transport, dispatch } = setUp()
    transport.found.fault = lost
    const first = await dispatch()
    expect(first).toEqual({
      id: 'one',
      provider: 'outbox',
      status: 'unknown',
      accepted: [],
      rejected: [],
      doubt: { code: 'provider_timeout', message: expect.any(String), settledBy: 'person' },
    })
    transport.found.fault = undefined
    expect(await dispatch()).toEqual(first)
    const deduplicates = { ...transport.capabilities, deduplicates: true }
    const others = providers({ other: { ...transport, id: 'other', capabilities: deduplicates } })
    expect(await dispatch({}, { transports: others })).toMatchObject({ status: 'unknown', provider: 'outbox' })
    expect(transport.sent).toEqual([])
  })

  it('goes again as it was to a transport that knows it, for as long as it does', async () => {
    const { transport, dispatch, clock } = setUp({ deduplicates: true, deduplicatesForMs: 1000 })
    clock.at = 5000
    transport.found.fault = lost
    expect(await dispatch()).toMatchObject({ status: 'unknown', doubt: { settledBy: 'repetition' } })
    transport.found.fault = undefined
    clock.at = 6000
    expect(await dispatch({ date: 99 })).toMatchObject({ status: 'unknown' })
    expect(transport.sent).toEqual([])
    clock.at = 5999
    expect(await dispatch({ date: 99 })).toMatchObject({ status: 'sent' })
    expect(transport.sent).toEqual([email])
    expect(await dispatch()).toMatchObject({ status: 'sent' })
    expect(transport.sent).toHaveLength(1)
  })

  it('goes without a time that had passed, and again in the same words when its time has passed meanwhile', async () => {
    const { transport, dispatch, clock } = setUp({ deduplicates: true, schedule: true })
    await dispatch({ sendAt: now - 1 })
    expect(transport.sent).toEqual([email])
    transport.found.fault = lost
    const later = { id: 'two', sendAt: now + 1 }
    await dispatch(later)
    transport.found.fault = undefined
    clock.at = now + 2
    await dispatch(later)
    expect(transport.sent.slice(1)).toEqual([{ ...email, ...later }])
  })

  it('goes again without its time, which has come, to a transport that cannot schedule', async () => {
    const { transport, dispatch } = setUp({ deduplicates: true, schedule: false })
    transport.found.fault = lost
    await dispatch({ sendAt: now })
    transport.found.fault = undefined
    expect(await dispatch({ sendAt: now })).toMatchObject({ status: 'sent' })
    expect(transport.sent).toEqual([email])
  })

  it('stays in doubt where the second try surely failed, since the first may not have', async () => {
    const { transport, dispatch, ledger } = setUp({ deduplicates: true })
    transport.found.fault = lost
    await dispatch()
    for (const fault of [
      new ChanceryError('provider_unavailable', 'Away.'),
      new ChanceryError('provider_failed', 'No.'),
    ]) {
      transport.found.fault = fault
      expect(await dispatch()).toMatchObject({ status: 'unknown', doubt: { settledBy: 'repetition' } })
      expect(ledger.rows.get('one')).toMatchObject({ state: 'unknown' })
    }
  })

  it('is settled by what the provider knows of it', async () => {
    let found: FoundEmail | undefined
    const asked: OutgoingEmail[] = []
    const { transport, dispatch } = setUp({}, async (looked) => {
      asked.push(looked)
      return found
    })
    transport.found.fault = lost
    expect(await dispatch()).toMatchObject({ status: 'unknown', doubt: { settledBy: 'look-up' } })
    transport.found.fault = undefined
    expect(await dispatch()).toMatchObject({ status: 'unknown' })
    found = { state: 'absent' }
    await expect(dispatch()).rejects.toMatchObject({ code: 'provider_unavailable', retryable: true })
    expect(await dispatch()).toMatchObject({ status: 'sent' })
    expect(transport.sent).toHaveLength(1)
    expect(asked).toEqual([email, email])
    transport.found.fault = lost
    await dispatch({ id: 'two' })
    found = { state: 'taken', receipt: { status: 'sent', providerMessageId: 'p', accepted: ['a'], rejected: [] } }
    for (const _ of [1, 2]) expect(await dispatch({ id: 'two' })).toMatchObject({ status: 'sent', accepted: ['a'] })
    expect(asked).toHaveLength(3)
    expect(transport.sent).toHaveLength(1)
  })
})

describe('an address on the suppression list', () => {
  const two = {
    to: [{ address: 'Ada@example.com' }, { address: 'alan@example.com' }],
    bcc: [{ address: 'c@example.com' }],
  }
  const setUp = () => {
    const fakes = fakePorts({}, { sendsLater: true })
    const dispatch = (changes: Partial<OutgoingEmail> = {}, dryRun = false) =>
      dispatchEmail(
        { ...email, ...two, ...changes },
        { dryRun, showsRequest: false },
        fakes.ports,
        aContext({ idempotencyKey: 'k' }),
      )
    return { ...fakes, dispatch }
  }

  it('gets nothing, and is told among the rejected, also again', async () => {
    const { dispatch, transport, suppressions } = setUp()
    await suppressions.add({ address: 'ada@example.com', reason: '', at: 0 })
    await suppressions.add({ address: 'c@example.com', reason: '', at: 0 })
    const first = await dispatch()
    expect(first).toMatchObject({
      status: 'sent',
      accepted: ['alan@example.com'],
      rejected: [
        { address: 'Ada@example.com', code: 'suppressed' },
        { address: 'c@example.com', code: 'suppressed' },
      ],
    })
    await suppressions.remove('ada@example.com')
    expect(await dispatch()).toEqual(first)
    expect(transport.sent).toMatchObject([{ to: [{ address: 'alan@example.com' }], bcc: [] }])
  })

  it('is the same mailbox with its domain in Unicode and in its code', async () => {
    for (const [told, written] of [
      ['ada@xn--mller-kva.example', 'Ada@müller.example'],
      ['ada@müller.example', 'ada@XN--MLLER-KVA.example'],
    ] as const) {
      const { dispatch, suppressions } = setUp()
      await suppressions.add({ address: mailboxKey(told), reason: '', at: 0 })
      await expect(dispatch({ to: [{ address: written }], bcc: [] })).rejects.toMatchObject({
        violations: [{ code: 'suppressed' }],
      })
    }
  })

  it('is told by a dry run as the call itself would', async () => {
    const { dispatch, suppressions } = setUp()
    await suppressions.add({ address: 'ada@example.com', reason: '', at: 0 })
    const lone = { to: [{ address: 'ada@example.com' }], bcc: [] }
    await expect(dispatch(lone, true)).rejects.toMatchObject({ violations: [{ pointer: '/to/0', code: 'suppressed' }] })
    expect(await dispatch({}, true)).toMatchObject({
      status: 'validated',
      accepted: ['alan@example.com', 'c@example.com'],
      rejected: [{ address: 'Ada@example.com', code: 'suppressed' }],
    })
  })

  it('alone has the e-mail refused, and the key is free again', async () => {
    const { dispatch, transport, suppressions } = setUp()
    await suppressions.add({ address: 'ada@example.com', reason: '', at: 0 })
    const lone = { to: [{ address: 'ada@example.com' }], bcc: [] }
    await expect(dispatch(lone)).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/to/0', code: 'suppressed' }],
    })
    await suppressions.remove('ada@example.com')
    expect(await dispatch(lone)).toMatchObject({ status: 'sent' })
    expect(transport.sent).toHaveLength(1)
  })

  it('that a space alone sends nothing gets what others send, at once or later', async () => {
    const { ports, transport, clock, suppressions } = setUp()
    const own = { ...transport, capabilities: { ...transport.capabilities, schedule: false } }
    const all = { ...ports, transports: providers({ outbox: own }) }
    const order = { dryRun: false, showsRequest: false }
    const from = (space: string, id: string, sendAt?: number) =>
      dispatchEmail(
        { ...email, id, ...present({ sendAt }) },
        order,
        portsInSpace(all, space),
        aContext({ idempotencyKey: id }),
      )
    await from('lisbon', 'c', now + 1000)
    await suppressions.add({ address: 'ada@example.com', reason: '', at: 0, space: 'lisbon' })
    for (const at of [undefined, now + 1000])
      await expect(from('lisbon', `a ${at}`, at)).rejects.toMatchObject({ violations: [{ code: 'suppressed' }] })
    expect(await from('porto', 'b')).toMatchObject({ status: 'sent' })
    await from('porto', 'd', now + 1000)
    await from('', 'e', now + 1000)
    clock.at = now + 1000
    while (await sendDueEmail(all, new AbortController().signal));
    expect(transport.sent.map(({ id }) => id).toSorted()).toEqual(['b', 'd', 'e'])
  })

  it('that came there while the e-mail waited gets nothing', async () => {
    const { ports, transport, clock, suppressions, ledger } = setUp()
    const own = { ...transport, capabilities: { ...transport.capabilities, schedule: false } }
    const all = { ...ports, transports: providers({ outbox: own }) }
    const order = { dryRun: false, showsRequest: false }
    await dispatchEmail({ ...email, sendAt: now + 1000 }, order, all, aContext({ idempotencyKey: 'k' }))
    await suppressions.add({ address: 'ada@example.com', reason: '', at: 0 })
    clock.at = now + 1000
    await sendDueEmail(all, new AbortController().signal)
    expect(transport.sent).toEqual([])
    expect(ledger.rows.get('one')).toMatchObject({ state: 'failed', code: 'invalid_request' })
  })
})

describe('an e-mail that is to be sent later', () => {
  const sendAt = now + 60_000
  const setUp = () => {
    const fakes = fakePorts({}, { sendsLater: true })
    const { transport } = fakes
    const own = { ...transport, capabilities: { ...transport.capabilities, schedule: false } }
    const ports = { ...fakes.ports, transports: providers({ outbox: own }) }
    const dispatch = (changes: Partial<OutgoingEmail> = {}) =>
      dispatchEmail(
        { ...email, sendAt, ...changes },
        { dryRun: false, showsRequest: true },
        ports,
        aContext({ idempotencyKey: 'k' }),
      )
    return { ...fakes, ports, dispatch, sendDue: () => sendDueEmail(ports, new AbortController().signal) }
  }

  it('is kept until its time where the provider cannot, and then sent once', async () => {
    const { dispatch, sendDue, transport, clock, events } = setUp()
    const scheduled = {
      id: 'one',
      provider: 'outbox',
      status: 'scheduled',
      accepted: ['ada@example.com'],
      rejected: [],
    }
    expect(await dispatch()).toEqual(scheduled)
    expect(await dispatch()).toEqual(scheduled)
    expect([await sendDue(), transport.sent]).toEqual([false, []])
    clock.at = sendAt
    expect([await sendDue(), await sendDue()]).toEqual([true, false])
    expect(transport.sent).toEqual([email])
    expect(await dispatch()).toMatchObject({ status: 'sent', providerMessageId: 'p-one' })
    expect(events).toEqual(['claim one', 'send one', 'settle one'])
  })

  it('is refused at once where all that it goes to are on the suppression list', async () => {
    const { dispatch, suppressions, ledger } = setUp()
    await suppressions.add({ address: 'ada@example.com', reason: '', at: 0 })
    await expect(dispatch()).rejects.toMatchObject({ violations: [{ pointer: '/to/0', code: 'suppressed' }] })
    expect(ledger.rows.get('one')).toBeUndefined()
  })

  it('goes at once where its time is over', async () => {
    const { dispatch, transport } = setUp()
    expect(await dispatch({ sendAt: now })).toMatchObject({ status: 'sent' })
    expect(transport.sent).toEqual([email])
  })

  it('is refused where nobody would send it', async () => {
    const { ports, transport } = setUp()
    const lone = { ...ports, settings: { ...ports.settings, sendsLater: false } }
    const dispatching = dispatchEmail({ ...email, sendAt }, { dryRun: false, showsRequest: true }, lone, aContext())
    await expect(dispatching).rejects.toMatchObject({
      code: 'unsupported_option',
      violations: [{ pointer: '/sendAt', code: 'unsupported_option' }],
    })
    expect(transport.sent).toEqual([])
  })

  it('is tried again while it surely did not leave, and given up after five days', async () => {
    const { dispatch, sendDue, transport, clock, ledger, lines } = setUp()
    await dispatch()
    transport.found.fault = new ChanceryError('provider_unavailable', 'Busy.', { retryAfterMs: 90_000 })
    clock.at = sendAt
    await sendDue()
    clock.at += 89_999
    expect(await sendDue()).toBe(false)
    clock.at += 1
    expect(await sendDue()).toBe(true)
    clock.at = sendAt + 5 * 86_400_000
    await sendDue()
    expect(await dispatch()).toMatchObject({ status: 'failed', code: 'provider_unavailable', accepted: [] })
    expect(lines).toEqual([
      ['warning', 'email-not-sent', { messageId: 'one', provider: 'outbox', code: 'provider_unavailable' }],
    ])
    expect(ledger.rows.get('one')).toMatchObject({ state: 'failed' })
  })

  it('is tried for the last time after five days, whatever wait the provider asks for', async () => {
    const { dispatch, sendDue, transport, clock, ledger } = setUp()
    await dispatch()
    transport.found.fault = new ChanceryError('provider_unavailable', 'Busy.', { retryAfterMs: 999_999_999_000 })
    clock.at = sendAt
    await sendDue()
    clock.at = sendAt + 5 * 86_400_000
    expect(await sendDue()).toBe(true)
    expect(ledger.rows.get('one')).toMatchObject({ state: 'failed' })
  })

  it('that is refused is given up at once, and one of which nobody can tell is never sent again', async () => {
    const { dispatch, sendDue, transport, clock } = setUp()
    await dispatch()
    await dispatch({ id: 'two' })
    clock.at = sendAt
    transport.found.fault = new ChanceryError('invalid_request', 'No.')
    await sendDue()
    transport.found.fault = new ChanceryError('provider_failed', 'Torn.', { details: { ambiguous: true } })
    await sendDue()
    transport.found.fault = undefined
    expect(await sendDue()).toBe(false)
    expect((await dispatch()).status).toBe('failed')
    expect((await dispatch({ id: 'two' })).status).toBe('unknown')
    expect(transport.sent).toEqual([])
  })

  it('that was cancelled is not sent', async () => {
    const { dispatch, sendDue, transport, clock, ledger } = setUp()
    await dispatch()
    expect(await ledger.cancel('one')).toBe(true)
    clock.at = sendAt
    expect(await sendDue()).toBe(false)
    expect(await dispatch()).toMatchObject({ status: 'cancelled', accepted: [] })
    expect(transport.sent).toEqual([])
  })
})
