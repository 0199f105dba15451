import { ChanceryError, type EmailTransport, type OutgoingEmail } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** One delivery, as the other side saw it. */
export interface Delivery {
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  /** Addresses of blind copies, from the envelope. */
  readonly bcc: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly {
    readonly filename: string
    readonly contentType: string
    readonly contentId?: string
    readonly bytes: Uint8Array
  }[]
}

export interface TransportUnderTest {
  readonly transport: EmailTransport
  deliveries(): Promise<readonly Delivery[]>
  /** False where the other side takes neither a space nor an `@` in quotation marks, as the library `smtp-server`. Default: true. */
  readonly takesQuoted?: boolean
  /** False where the other side refuses a file without a byte: then so does the transport. Default: true. */
  readonly takesEmptyFiles?: boolean
  close?(): Promise<void>
}

let count = 0
/** An e-mail to send, with an id that no other has. */
export function emailForTest(changes: Partial<OutgoingEmail> = {}): OutgoingEmail {
  count += 1
  return {
    id: `message-${process.pid}-${count}`,
    from: { address: 'office@firm.example', name: 'The Firm' },
    to: [{ address: 'ada@client.example', name: 'Ada Lovelace' }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Your lease',
    text: 'Dear Ada,\n\nplease find the lease attached.\n',
    attachments: [],
    headers: {},
    tags: [],
    metadata: {},
    date: Date.UTC(2026, 10, 21, 9, 30),
    ...changes,
  }
}

const signal = (): AbortSignal => new AbortController().signal
const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (ChanceryError.is(error) ? error.code : `not ours: ${String(error)}`),
  )

/** What every `EmailTransport` does. `make` gives a fresh one each time, on an empty other side. */
export function emailTransportContract(name: string, make: () => Promise<TransportUnderTest>): void {
  describe(`${name} as an EmailTransport`, () => {
    let subject: TransportUnderTest
    beforeEach(async () => {
      subject = await make()
    })
    afterEach(async () => {
      await subject.close?.()
    })
    const send = (changes: Partial<OutgoingEmail> = {}) =>
      subject.transport.send(emailForTest(changes), { signal: signal() })
    const only = async (): Promise<Delivery> => {
      const deliveries = await subject.deliveries()
      expect(deliveries).toHaveLength(1)
      return deliveries[0] as Delivery
    }

    it('can be used', async () => {
      await subject.transport.check({ signal: signal() })
      expect(await subject.deliveries()).toEqual([])
    })

    it('delivers one message, and says to whom', async () => {
      const receipt = await send()
      expect(receipt.accepted).toEqual(['ada@client.example'])
      expect(receipt.rejected).toEqual([])
      expect(receipt.providerMessageId).not.toBe('')
      expect(['sent', 'captured']).toContain(receipt.status)
      const delivery = await only()
      expect(delivery).toMatchObject({ subject: 'Your lease', from: 'office@firm.example', to: ['ada@client.example'] })
      expect(delivery.text?.trim().replaceAll('\r\n', '\n')).toBe('Dear Ada,\n\nplease find the lease attached.')
    })

    it('keeps every script and emoji in subject, names and both bodies', async () => {
      const subject = 'Räumung — 契約書 עברית 🏠 "quoted" =?utf-8?Q?no?= ' + 'ж'.repeat(120)
      await send({
        subject,
        from: { address: 'office@firm.example', name: 'Köhler & Söhne, "Notare"' },
        text: 'Grüße\n.\n..\nFrom here\n--x\n' + '日本語'.repeat(400),
        html: '<p title="ß">Grüße = 100&nbsp;% 🏠</p>',
      })
      const delivery = await only()
      expect(delivery.subject).toBe(subject)
      expect(delivery.text?.trimEnd().replaceAll('\r\n', '\n')).toBe(
        'Grüße\n.\n..\nFrom here\n--x\n' + '日本語'.repeat(400),
      )
      expect(delivery.html?.trimEnd()).toBe('<p title="ß">Grüße = 100&nbsp;% 🏠</p>')
    })

    it('carries attachments and inline images byte for byte', async () => {
      const empty = { filename: 'empty.txt', contentType: 'text/plain', bytes: new Uint8Array() }
      const takesEmpty = subject.takesEmptyFiles !== false
      if (!takesEmpty) {
        await expect(send({ attachments: [empty] })).rejects.toMatchObject({
          code: 'invalid_request',
          violations: [{ pointer: '/attachments/0', code: 'empty_attachment' }],
        })
      }
      const every = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
      await send({
        html: '<p>Logo: <img src="cid:logo@firm" alt="Logo"></p>',
        attachments: [
          { filename: 'Mietvertrag Größe "9" – 契約.pdf', contentType: 'application/pdf', bytes: every },
          ...(takesEmpty ? [empty] : []),
          { filename: 'logo.png', contentType: 'image/png', bytes: every.slice(3, 80), contentId: 'logo@firm' },
        ],
      })
      const { attachments, html, text } = await only()
      expect(html).toContain('cid:logo@firm')
      expect(text).toContain('Dear Ada')
      const named = Object.fromEntries(attachments.map((each) => [each.filename, each]))
      const sent = ['Mietvertrag Größe "9" – 契約.pdf', ...(takesEmpty ? ['empty.txt'] : []), 'logo.png']
      expect(Object.keys(named).sort()).toEqual(sent)
      expect(Buffer.from(named['Mietvertrag Größe "9" – 契約.pdf']?.bytes ?? [])).toEqual(Buffer.from(every))
      if (takesEmpty) expect(named['empty.txt']?.bytes).toHaveLength(0)
      expect(named['logo.png']).toMatchObject({ contentType: 'image/png', contentId: 'logo@firm' })
    })

    it('delivers blind copies without showing them to the others', async () => {
      const receipt = await send({
        cc: [{ address: 'cc@client.example' }],
        bcc: [{ address: 'hidden@client.example', name: 'Hidden' }],
      })
      expect(receipt.accepted).toEqual(['ada@client.example', 'cc@client.example', 'hidden@client.example'])
      const delivery = await only()
      expect(delivery.bcc).toEqual(['hidden@client.example'])
      expect(delivery.cc).toEqual(['cc@client.example'])
      expect(Object.keys(delivery.headers).map((header) => header.toLowerCase())).not.toContain('bcc')
    })

    it('carries quoted local parts through', async () => {
      const [space, at] = subject.takesQuoted === false ? [',', ';'] : [' ', '@']
      const locals = [`"john${space}doe"`, `"a,${space}b${at}c"`, '"a\\"b\\\\c"', '".hidden."']
      const all = locals.map((local) => `${local}@client.example`)
      const [first = '', second = '', third = '', fourth = ''] = all
      const from = `"the${space}office"@firm.example`
      const receipt = await send({
        from: { address: from, name: 'The Firm' },
        to: [{ address: first, name: 'Doe, John' }, { address: second }],
        cc: [{ address: third }],
        bcc: [{ address: fourth }],
      })
      expect(receipt).toMatchObject({ accepted: all, rejected: [] })
      expect(await only()).toMatchObject({ from, to: [first, second], cc: [third], bcc: [fourth] })
    })

    it('sets the extra headers', async () => {
      await send({ headers: { 'X-Case': 'K-17/2026', 'List-Unsubscribe': '<https://firm.example/u?id=1>' } })
      const { headers } = await only()
      const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]))
      expect(lower).toMatchObject({ 'x-case': 'K-17/2026', 'list-unsubscribe': '<https://firm.example/u?id=1>' })
    })

    it('refuses whatever would begin another header or reach someone else', async () => {
      const at = '\r\nBcc: eve@evil.example'
      const hostile: Partial<OutgoingEmail>[] = [
        { subject: `Hi${at}` },
        { subject: 'Hi\nX: y' },
        { subject: 'Hi\0' },
        { from: { address: 'office@firm.example', name: `Firm${at}` } },
        { from: { address: `office@firm.example${at}` } },
        { to: [{ address: `ada@client.example${at}` }] },
        { to: [{ address: 'ada@client.example, eve@evil.example' }] },
        { to: [{ address: 'Ada <ada@client.example>' }] },
        { cc: [{ address: 'ada' }] },
        { replyTo: [{ address: 'ada@client.example', name: 'A\rB' }] },
        { headers: { 'X-Case': `1${at}` } },
        { headers: { 'X-Case: 1\r\nBcc': 'eve@evil.example' } },
        { headers: { Bcc: 'eve@evil.example' } },
        { headers: { 'content-type': 'text/html' } },
        { headers: { 'X-A': '1', 'x-a': '2' } },
        { headers: { 'X-SMTPAPI': '{"to":["eve@evil.example"]}' } },
        { headers: { 'Resend-Idempotency-Key': 'of another' } },
        { attachments: [{ filename: `a.txt"${at}`, contentType: 'text/plain', bytes: new Uint8Array(1) }] },
        { attachments: [{ filename: 'a.txt', contentType: `text/plain${at}`, bytes: new Uint8Array(1) }] },
        { attachments: [{ filename: 'a', contentType: 'image/png', bytes: new Uint8Array(1), contentId: `x>${at}` }] },
        { to: [] },
      ]
      for (const changes of hostile)
        expect([changes, await codeOf(send(changes))]).toEqual([changes, 'invalid_request'])
      expect(await subject.deliveries()).toEqual([])
    })

    it('names every violation at once, without the values', async () => {
      const error = await send({ subject: 'secret\n', to: [{ address: 'private person' }] }).catch(
        (caught: unknown) => caught,
      )
      expect(ChanceryError.is(error) && error.violations.map(({ pointer }) => pointer).sort()).toEqual([
        '/subject',
        '/to/0/address',
      ])
      expect(JSON.stringify([error, String(error), (error as ChanceryError).violations])).not.toMatch(/secret|private/)
    })

    it('refuses what is larger than it can take', async () => {
      const bytes = new Uint8Array(subject.transport.capabilities.maxBytes + 1)
      const attachments = [{ filename: 'big.bin', contentType: 'application/zip', bytes }]
      const error = await send({ attachments }).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: 'payload_too_large', violations: [{ pointer: '/attachments' }] })
      expect(await subject.deliveries()).toEqual([])
    })

    it('shows what it would hand over, refuses what it would refuse, and hands nothing over', async () => {
      const { render } = subject.transport
      if (render === undefined) return
      const { contentType, bytes } = await render(emailForTest())
      expect(['message/rfc822', 'application/json']).toContain(contentType)
      expect(Buffer.from(bytes).toString()).toContain('ada@client.example')
      expect(await codeOf(render(emailForTest({ subject: 'a\nb' })))).toBe('invalid_request')
      expect(await subject.deliveries()).toEqual([])
    })

    it('sends nothing for a call that was cancelled', async () => {
      const sending = subject.transport.send(emailForTest(), { signal: AbortSignal.abort() })
      expect(await codeOf(sending)).toBe('cancelled')
      expect(await subject.deliveries()).toEqual([])
    })

    it('delivers the same id once where it says so, also when it comes many times at once', async () => {
      const email = emailForTest({ id: 'the same/ID äöü' })
      const receipts = await Promise.all(
        Array.from({ length: 8 }, () => subject.transport.send(email, { signal: signal() })),
      )
      if (subject.transport.capabilities.deduplicates) {
        receipts.push(await subject.transport.send(email, { signal: signal() }))
        expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
        expect(await subject.deliveries()).toHaveLength(1)
      } else {
        expect(await subject.deliveries()).toHaveLength(8)
      }
    })

    it('delivers different ids separately, at the same time', async () => {
      await Promise.all(['a', 'A', 'a.b', 'a/b', '../a', 'ä', ''].map((id) => send({ id })))
      expect(await subject.deliveries()).toHaveLength(7)
    })
  })
}
