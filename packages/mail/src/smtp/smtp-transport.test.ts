import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { ChanceryError } from '@chancery/core'
import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { testCertificate } from './certificate.test-support.ts'
import { mailPassword, mailServer, takenDelivery } from './mail-server.test-support.ts'
import type { SmtpSettings } from './smtp-settings.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const password = mailPassword
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

async function opening(settings: Partial<SmtpSettings> = {}, options: SMTPServerOptions = {}) {
  const server = await mailServer(options)
  const { port } = server
  const login = { user: 'office', password }
  const transport = createSmtpTransport({ host: '127.0.0.1', port, ca: testCertificate, ...login, ...settings })
  const close = async (): Promise<void> => {
    transport.close()
    await server.close()
  }
  return { transport, taken: server.taken, close }
}
const open = async (settings: Partial<SmtpSettings> = {}, options: SMTPServerOptions = {}) => {
  const all = await opening(settings, options)
  opened.push(all.close)
  return all
}

emailTransportContract('SMTP with STARTTLS', async () => {
  const { transport, taken, close } = await opening()
  const deliveries = async () => await Promise.all(taken.map(takenDelivery))
  return { transport, deliveries, takesQuoted: false, close }
})

const signal = (): AbortSignal => new AbortController().signal
const outcome = async (sending: Promise<unknown>): Promise<unknown> =>
  await sending.then(
    () => 'sent',
    (error: unknown) => (ChanceryError.is(error) ? [error.code, error.details['reason']] : error),
  )

describe('TLS and sign-in', () => {
  it.each([
    ['starttls', {}],
    ['tls', { secure: true }],
  ] as const)('by %s are done before anything is said', async (security, options) => {
    const { transport, taken } = await open({ security }, options)
    expect((await transport.send(emailForTest(), { signal: signal() })).status).toBe('sent')
    expect(taken).toMatchObject([{ user: 'office', secure: true }])
  })

  it('are not had with a server that nobody vouches for', async () => {
    for (const [security, options] of [
      ['starttls', {}],
      ['tls', { secure: true }],
    ] as const) {
      const server = await mailServer(options)
      const transport = createSmtpTransport({
        host: '127.0.0.1',
        port: server.port,
        security,
        user: 'office',
        password,
      })
      expect(await outcome(transport.send(emailForTest(), { signal: signal() }))).toEqual([
        'provider_unavailable',
        'unavailable',
      ])
      expect(server.taken).toEqual([])
      await server.close()
    }
  })

  it('are not left out where the server has no STARTTLS', async () => {
    const { transport, taken } = await open({}, { disabledCommands: ['STARTTLS'] })
    expect(await outcome(transport.send(emailForTest(), { signal: signal() }))).toEqual([
      'provider_unavailable',
      'unavailable',
    ])
    expect(taken).toEqual([])
  })

  it('fail with a wrong password, which no repetition mends', async () => {
    const { transport } = await open({ password: 'wrong' })
    const error = await transport.send(emailForTest(), { signal: signal() }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      code: 'provider_failed',
      retryable: false,
      details: { reason: 'credentials_refused' },
    })
    await expect(transport.check({ signal: signal() })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'credentials_refused' },
    })
  })
})

describe('the message', () => {
  it('has an id that is the e-mail’s own, and names it', async () => {
    const { transport, taken } = await open()
    const email = emailForTest({ id: 'lease-17' })
    expect((await transport.send(email, { signal: signal() })).providerMessageId).toBe('<lease-17@firm.example>')
    expect(taken[0]?.message.toString()).toContain('\r\nMessage-ID: <lease-17@firm.example>\r\n')
  })

  it('is not larger than the server takes', async () => {
    const { transport, taken } = await open({}, { size: 100_000 })
    const attachments = [{ filename: 'a.zip', contentType: 'application/zip', bytes: new Uint8Array(90_000) }]
    expect(await outcome(transport.send(emailForTest({ attachments }), { signal: signal() }))).toEqual([
      'payload_too_large',
      undefined,
    ])
    expect(taken).toEqual([])
  })

  it('carries its key where the server knows repetitions by one', async () => {
    const { transport, taken } = await open({ idempotencyHeader: 'Resend-Idempotency-Key' })
    expect(transport.capabilities.deduplicatesForMs).toBe(23 * 3_600_000)
    await transport.send(emailForTest({ id: 'lease-17' }), { signal: signal() })
    await transport.send(emailForTest({ id: 'lease-17' }), { signal: signal() })
    expect(taken[0]?.message.toString()).toContain('\r\nResend-Idempotency-Key: lease-17\r\n')
    expect(taken[1]?.message).toEqual(taken[0]?.message)
  })

  it('is refused with a key of the caller’s own, whatever the header is called', async () => {
    const { transport, taken } = await open({ idempotencyHeader: 'X-Relay-Once' })
    const sending = transport.send(emailForTest({ headers: { 'x-relay-once': 'lease-16' } }), { signal: signal() })
    await expect(sending).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/headers/x-relay-once', code: 'reserved_header' }],
    })
    expect(taken).toEqual([])
  })

  it('is signed for the sender’s domain', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const { transport, taken } = await open({ dkim: { domain: 'firm.example', selector: 's1', privateKey: pem } })
    await transport.send(emailForTest({ subject: 'Räumung', text: 'Grüße\n\n.\n' }), { signal: signal() })
    expect(isSigned(taken[0]?.message.toString('latin1') ?? '', publicKey)).toBe(true)
    expect(isSigned(taken[0]?.message.toString('latin1').replace('Subject:', 'Subject: x') ?? '', publicKey)).toBe(
      false,
    )
  })
})

/** RFC 6376, 3.4 and 3.7, relaxed and relaxed, written for this test from the standard. */
function isSigned(message: string, publicKey: Parameters<ReturnType<typeof createVerify>['verify']>[0]): boolean {
  const end = message.indexOf('\r\n\r\n')
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/)
  const relaxed = (field: string): string => {
    const colon = field.indexOf(':')
    const value = field.slice(colon + 1).replace(/\r\n(?=[ \t])/g, '')
    return `${field.slice(0, colon).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').trim()}`
  }
  const [signature = ''] = fields.filter((field) => /^dkim-signature:/i.test(field))
  const tag = (name: string): string =>
    new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s+/g, '') ?? ''
  const body = message
    .slice(end + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)+$/, '')
  const hash = createHash('sha256').update(`${body}\r\n`, 'latin1').digest('base64')
  const signed = tag('h')
    .split(':')
    .flatMap((name) => fields.findLast((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? [])
  const data = [...signed.map(relaxed), relaxed(signature.replace(/(\sb=)[^;]*$/, '$1'))].join('\r\n')
  return tag('bh') === hash && createVerify('RSA-SHA256').update(data, 'latin1').verify(publicKey, tag('b'), 'base64')
}

describe('settings', () => {
  it('that are not right are told, all at once', () => {
    const make = (settings: Partial<SmtpSettings>) => () => createSmtpTransport({ host: 'mail.example', ...settings })
    const pointers = (settings: Partial<SmtpSettings>): unknown => {
      try {
        make(settings)()
        return []
      } catch (error) {
        return ChanceryError.is(error) ? error.violations.map(({ pointer }) => pointer) : error
      }
    }
    expect(pointers({})).toEqual([])
    expect(pointers({ host: 'mail example', user: 'x' })).toEqual(['/host', '/password'])
    expect(pointers({ security: 'none', user: 'x', password: 'y' })).toEqual(['/security'])
    expect(pointers({ security: 'none', user: 'x', password: 'y', host: 'localhost' })).toEqual([])
    expect(pointers({ idempotencyHeader: 'A: b' })).toEqual(['/idempotencyHeader'])
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(pointers({ dkim: { domain: 'a b', selector: '', privateKey: pem } })).toEqual([
      '/dkim/domain',
      '/dkim/selector',
      '/dkim/privateKey',
    ])
  })
})
