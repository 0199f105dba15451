import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { ChanceryError } from '../errors.ts'
import type { EmailLedger, LedgerEntry } from '../ports/email-ledger.ts'
import type { OutgoingEmail, Receipt } from '../ports/email-transport.ts'
import { dispatchEmail } from './dispatch-email.ts'
import { emailFingerprint, type FilledFrom } from './email-fingerprint.ts'

const hasher = {
  sha256: (bytes: Uint8Array | readonly Uint8Array[]) => {
    const hash = createHash('sha256')
    for (const each of bytes instanceof Uint8Array ? [bytes] : bytes) hash.update(each)
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

  it('is another one for each part of a message, and for another provider', () => {
    const prints = [of(), of({}, 'sendgrid'), ...Object.values(others).map((changes) => of(changes))]
    expect(new Set(prints).size).toBe(prints.length)
  })

  it('is the same at another time, and for headers in another order', () => {
    expect(of({ date: 2, id: 'two', headers: { 'X-B': '2', 'X-A': '1' } })).toBe(of())
  })

  it('of a filled message is that of what it is made of', () => {
    const filledFrom: FilledFrom = { template: { subject: 'It is {{now}}' }, request: [{ a: 1 }], attachments: ['d'] }
    expect(of({ subject: 'It is 5', attachments: [] }, undefined, filledFrom)).toBe(
      of({ subject: 'It is 6' }, undefined, filledFrom),
    )
    const different = [
      { ...filledFrom, template: { subject: 'It was {{now}}' } },
      { ...filledFrom, request: [{ a: 2 }] },
      { ...filledFrom, attachments: ['e'] },
    ]
    expect(new Set([filledFrom, ...different].map((each) => of({}, undefined, each))).size).toBe(4)
    expect(of({ to: [] }, undefined, filledFrom)).not.toBe(of({}, undefined, filledFrom))
  })
})

describe('an e-mail under an Idempotency-Key that was used before', () => {
  function setUp() {
    const rows = new Map<string, { fingerprint: string; receipt?: Receipt }>()
    const emailLedger: EmailLedger = {
      async claim(id, fingerprint): Promise<LedgerEntry> {
        const row = rows.get(id)
        if (row === undefined) {
          rows.set(id, { fingerprint })
          return { state: 'claimed' }
        }
        if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
        return row.receipt === undefined ? { state: 'in-doubt' } : { state: 'settled', receipt: row.receipt }
      },
      settle: async (id, receipt) => void rows.set(id, { fingerprint: '', ...rows.get(id), receipt }),
      release: async (id) => void rows.delete(id),
      countInDoubt: async () => [...rows.values()].filter(({ receipt }) => receipt === undefined).length,
    }
    const sent: OutgoingEmail[] = []
    const transport = {
      id: 'test',
      capabilities: { deduplicates: true, schedule: true, tags: true, metadata: true, maxBytes: 100 },
      async send(each: OutgoingEmail): Promise<Receipt> {
        sent.push(each)
        return { status: 'sent', providerMessageId: `${sent.length}`, accepted: [], rejected: [] }
      },
    }
    const lines: unknown[] = []
    const logger = { log: (...line: unknown[]) => void lines.push(line) }
    const ports = { transports: { get: () => transport }, emailLedger, hasher, logger } as never
    const context = { idempotencyKey: 'key', signal: new AbortController().signal } as Context
    const dispatch = (changes: Partial<OutgoingEmail> = {}) =>
      dispatchEmail({ ...email, ...changes }, { dryRun: false }, ports, context)
    return { sent, dispatch, emailLedger, lines }
  }

  it('is told the receipt when it is the same', async () => {
    const { sent, dispatch } = setUp()
    const first = await dispatch()
    expect(await dispatch({ date: 99 })).toEqual(first)
    expect(sent).toHaveLength(1)
  })

  it('is sent also where the ledger cannot keep that it was, which leaves a repetition in doubt', async () => {
    const { sent, dispatch, emailLedger, lines } = setUp()
    emailLedger.settle = async () => {
      throw new ChanceryError('provider_unavailable', 'The database is away.')
    }
    expect(await dispatch()).toMatchObject({ status: 'sent' })
    expect(lines).toEqual([['error', 'email-not-settled', { messageId: 'one', code: 'provider_unavailable' }]])
    const claimed = await emailLedger.claim('one', emailFingerprint(email, undefined, undefined, hasher), {
      signal: new AbortController().signal,
    })
    expect(claimed).toEqual({ state: 'in-doubt' })
    expect(sent).toHaveLength(1)
  })

  it.each(Object.entries(others))('is refused and not sent when it differs in %s', async (_name, changes) => {
    const { sent, dispatch } = setUp()
    await dispatch()
    await expect(dispatch(changes)).rejects.toMatchObject({ code: 'idempotency_mismatch', kind: 'invalid-input' })
    expect(sent).toHaveLength(1)
  })
})
