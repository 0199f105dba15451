import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readFailure, sendGridFailure, type SendGridFailure } from './sendgrid-failure.ts'

const now = Date.UTC(2026, 10, 21, 9, 30)

/** What comes in; code, retryable, ambiguous, retryAfterMs. */
type Row = [failure: SendGridFailure, code: string, retryable: boolean, ambiguous: boolean, wait?: number]
const table: Row[] = [
  [{ status: 401 }, 'provider_failed', false, false],
  [{ status: 403, fields: ['from'] }, 'provider_failed', false, false],
  [{ status: 413 }, 'payload_too_large', false, false],
  [{ status: 400, fields: ['personalizations.0.to.1.email'] }, 'invalid_request', false, false],
  [{ status: 400, fields: ['something.new'] }, 'provider_failed', false, false],
  [{ status: 400 }, 'provider_failed', false, false],
  [{ status: 404 }, 'provider_failed', false, false],
  [{ status: 302 }, 'provider_failed', false, true],
  [{ status: 303 }, 'provider_failed', false, true],
  [{ status: 307 }, 'provider_failed', false, false],
  [{ status: 308 }, 'provider_failed', false, false],
  [{ status: 0 }, 'provider_failed', false, true],
  [{ status: 408 }, 'provider_failed', false, true],
  [{ status: 429 }, 'provider_unavailable', true, false],
  [{ status: 429, headers: { 'retry-after': '7' } }, 'provider_unavailable', true, false, 7000],
  [
    { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 09:30:05 GMT' } },
    'provider_unavailable',
    true,
    false,
    5000,
  ],
  ...['soon', '1.5', '-5', '7, 9', '1e9', '2 s'].map((wait): Row => [
    { status: 429, headers: { 'retry-after': wait } },
    'provider_unavailable',
    true,
    false,
  ]),
  [
    { status: 429, headers: { 'x-ratelimit-reset': String(now / 1000 + 3) } },
    'provider_unavailable',
    true,
    false,
    3000,
  ],
  [
    { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2020 09:30:05 GMT' } },
    'provider_unavailable',
    true,
    false,
    0,
  ],
  [{ status: 503, headers: { 'retry-after': '1' } }, 'provider_failed', false, true],
  [{ status: 503 }, 'provider_failed', false, true],
  [{ status: 500 }, 'provider_failed', false, true],
  [{ status: 502 }, 'provider_failed', false, true],
  [{ status: 504 }, 'provider_failed', false, true],
  [{ code: 'ECONNREFUSED' }, 'provider_unavailable', true, false],
  [{ code: 'ENOTFOUND' }, 'provider_unavailable', true, false],
  [{ code: 'CERT_HAS_EXPIRED' }, 'provider_unavailable', true, false],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'provider_unavailable', true, false],
  [{ code: 'ETIMEDOUT' }, 'provider_timeout', false, true],
  [{ code: 'ECONNABORTED' }, 'provider_timeout', false, true],
  [{ code: 'ECONNRESET' }, 'provider_failed', false, true],
  [{ code: 'EPIPE' }, 'provider_failed', false, true],
  [{}, 'internal', false, true],
  [{ status: 200 }, 'provider_failed', false, true],
  [{ status: 202 }, 'provider_failed', false, true],
  [{ status: 204 }, 'provider_failed', false, true],
  [{ code: 'ERR_CANCELED', cancelled: true }, 'cancelled', false, true],
]

describe('sendGridFailure', () => {
  it.each(table)('%j is %s', (failure, code, retryable, ambiguous, retryAfterMs) => {
    const error = sendGridFailure(failure, 'sendgrid', now)
    expect([error.code, error.retryable, error.details['ambiguous'] ?? false, error.retryAfterMs]).toEqual([
      code,
      retryable,
      ambiguous,
      retryAfterMs,
    ])
    expect(error.details['provider']).toBe('sendgrid')
    expect(error.cause).toBeUndefined()
  })

  it.each([
    ['personalizations.0.to.1.email', '/to/1/address'],
    ['personalizations.0.bcc.12.email', '/bcc/12/address'],
    ['personalizations.0.to', '/to'],
    ['personalizations.0.send_at', '/sendAt'],
    ['personalizations.0.custom_args', '/metadata'],
    ['from.email', '/from'],
    ['reply_to_list.0.email', '/replyTo'],
    ['subject', '/subject'],
    ['content.0.value', '/text'],
    ['attachments.3.content', '/attachments/3'],
    ['headers.X-A', '/headers'],
    ['categories.0', '/tags'],
  ])('names the place of %s', (field, pointer) => {
    const error = sendGridFailure({ status: 400, fields: [field, field] }, 'sendgrid', now)
    expect(error.violations.map((violation) => violation.pointer)).toEqual([pointer])
  })

  it('keeps nothing of what the vendor error carries', () => {
    const { signal } = new AbortController()
    const vendor = Object.assign(new Error('ada@client.example'), {
      code: 400,
      config: { headers: { Authorization: 'Bearer SG.secret' }, data: '{"subject":"private"}' },
      response: {
        headers: { 'Retry-After': '1', 'X-Odd': 3 },
        body: { errors: [{ field: 'subject', message: 'private' }, null, { field: 7 }, 'x'] },
      },
    })
    const failure = readFailure(vendor, signal, signal)
    expect(failure).toEqual({ status: 400, headers: { 'retry-after': '1' }, fields: ['subject'] })
    expect(inspect(sendGridFailure(failure, 'sendgrid', now), { depth: 9 })).not.toMatch(/SG\.|private|ada@/)
    for (const odd of [undefined, null, 'x', 7, [], { code: {} }, { response: 'x', code: 'EPIPE' }]) {
      expect(sendGridFailure(readFailure(odd, signal, signal), 'sendgrid', now).details['ambiguous']).toBe(true)
    }
  })
})
