import { calls, type RateLimiter } from '@chancery/core'
import { createMemoryState } from '@chancery/state'
import { describe, expect, it } from 'vitest'
import { apiKeyId } from './access/api-key.ts'
import type { HttpLimits } from './settings.ts'
import { responseHeaders } from './answer/security-headers.ts'
import { sampleApp } from './testing/sample-app.ts'

/** Every failure has this shape. */
async function problem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toMatchObject({
    type: `/docs/problems/${String(body.code)}`,
    title: expect.any(String),
    status: response.status,
    detail: expect.any(String),
    instance: `urn:chancery:request:${String(body.requestId)}`,
    requestId: response.headers.get('x-request-id'),
    retryable: expect.any(Boolean),
  })
  return body
}

describe('200', () => {
  it('answers data and meta, with all headers', async () => {
    const { post, kept } = sampleApp()
    const response = await post('keep-note', { text: 'hello' }, { 'x-request-id': 'my-request.1' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      data: { number: 1 },
      meta: { requestId: 'my-request.1', operation: 'keep-note', durationMs: 0, warnings: [] },
    })
    expect(kept).toEqual(['hello'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': 'my-request.1',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'ratelimit-policy': '"minute";q=600;w=60, "concurrent";q=4;qu="concurrent-requests"',
      ratelimit: '"minute";r=599;t=1, "concurrent";r=3',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    })
  })

  it('continues the caller’s trace, and makes an id where theirs is not safe', async () => {
    const { post, logs } = sampleApp()
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const response = await post(
      'keep-note',
      { text: 'a' },
      { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'a b' },
    )
    expect(response.headers.get('traceparent')).toMatch(new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
    expect(response.headers.get('x-request-id')).toBe('id1')
    expect(logs.at(-1)?.fields).toMatchObject({ traceId: trace, requestId: 'id1' })
  })

  it('logs one line a request, without body or key', async () => {
    const { post, logs, key } = sampleApp()
    await post('keep-note', { text: 'a very private text' })
    expect(logs).toEqual([
      {
        level: 'info',
        event: 'request',
        fields: {
          requestId: 'id1',
          traceId: expect.any(String),
          operation: 'keep-note',
          keyId: key.slice(8, 16),
          bytes: 30,
          status: 200,
          durationMs: 0,
        },
      },
    ])
    expect(JSON.stringify(logs)).not.toContain(key)
  })

  it.each(['application/json; charset=UTF-8', 'APPLICATION/JSON', 'application/json;charset="utf-8"'])(
    'takes %s',
    async (type) => {
      const { post } = sampleApp()
      expect((await post('keep-note', { text: 'a' }, { 'content-type': type })).status).toBe(200)
    },
  )

  it('passes over a byte order mark', async () => {
    const { post } = sampleApp()
    expect((await post('keep-note', '\u{feff}{"text":"a"}')).status).toBe(200)
  })
})

describe('every answer', () => {
  const origin = 'https://console.example.org'
  const preflight = { origin, 'access-control-request-method': 'POST' }
  it.each<[string, string, RequestInit, number]>([
    ['a problem', '/keep-note', { method: 'POST' }, 415],
    ['a wrong method', '/keep-note', {}, 405],
    ['a page that is none', '/nothing', {}, 404],
    ['a page', '/docs', {}, 200],
    ['a page of a code', '/docs/problems/internal', {}, 200],
    ['a style sheet', '/docs/style.css', {}, 200],
    ['a document', '/openapi.json', {}, 200],
    ['health', '/healthz', {}, 200],
    ['a redirect', '/', {}, 302],
    ['a preflight', '/keep-note', { method: 'OPTIONS', headers: preflight }, 204],
    [
      'a preflight of others',
      '/keep-note',
      { method: 'OPTIONS', headers: { ...preflight, origin: 'https://a.example' } },
      204,
    ],
  ])('says to browsers that nothing is to be framed, sniffed or run: %s', async (_, path, init, status) => {
    const response = await sampleApp({ corsOrigins: [origin] }).app.request(path, init)
    expect(response.status).toBe(status)
    const { 'content-security-policy': policy = '', ...others } = responseHeaders
    expect(Object.fromEntries(response.headers)).toMatchObject(others)
    expect(response.headers.get('content-security-policy')?.startsWith(policy)).toBe(true)
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src|unsafe|\*/)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('keeps browsers to TLS for a year, with all hosts below', () => {
    expect(responseHeaders['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('200, as bytes', () => {
  it.each([
    ['text/plain', 'text/plain'],
    ['application/octet-stream', 'application/octet-stream'],
    ['text/plain, */*', 'text/plain'],
    ['text/plain;q=0.9, application/json;q=0.5', 'text/plain'],
  ])('Accept: %s gives the document', async (accept, type) => {
    const { post } = sampleApp()
    const response = await post('print-letters', { names: ['Zoë'] }, { accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Brief an _Zo__.txt"; filename*=UTF-8''Brief%20an%20%22Zo%C3%AB%22.txt`,
    )
    expect(response.headers.get('ratelimit')).not.toBeNull()
    expect(await response.text()).toBe('Dear Zoë,')
  })

  it.each([
    '*/*',
    'application/*',
    'application/json',
    'text/plain, application/json',
    'text/plain;q=0.1, */*;q=0.5',
    '',
  ])('Accept: %s gives JSON', async (accept) => {
    const { post } = sampleApp()
    const response = await post('print-letters', { names: ['Anna'] }, { accept })
    expect(response.headers.get('content-type')).toBe('application/json')
  })
})

describe('400', () => {
  it.each([
    ['', 1, 1],
    ['{"text": "a",}', 1, 14],
    ['{\n  "text": nope\n}', 2, 11],
    ['{"text": "a"} {}', 1, 15],
    ['["text"]', 1, 1],
    ['"text"', 1, 1],
    ['{"text": "a\u0001"}', 1, 12],
    ['{"text": 01}', 1, 11],
    ['{"text": "unended', 1, 18],
    ['{"text": "\\x"}', 1, 11],
    ["{'text': 1}", 1, 2],
    ['{"text" 1}', 1, 9],
    ['{"a": [1 2]}', 1, 10],
  ])('malformed_json: %s', async (body, line, column) => {
    const { post, kept } = sampleApp()
    const response = await post('keep-note', body)
    expect(response.status).toBe(400)
    expect(await problem(response)).toMatchObject({ code: 'malformed_json', line, column })
    expect(kept).toEqual([])
  })

  it('malformed_json: not UTF-8', async () => {
    const { post } = sampleApp()
    const response = await post('keep-note', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))
    expect(await problem(response)).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it('unsafe_input: all violations at once', async () => {
    const { post, kept } = sampleApp()
    const response = await post(
      'keep-note',
      '{"text":"a","text":"b","__proto__":{"admin":true},"list":[1,{"constructor":1e999}],"id":9007199254740993,"half":"\\ud800"}',
    )
    expect(response.status).toBe(400)
    const { code, errors } = await problem(response)
    expect(code).toBe('unsafe_input')
    expect((errors as { pointer: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/text duplicate_key',
      '/__proto__ dangerous_key',
      '/list/1/constructor dangerous_key',
      '/list/1/constructor number_overflow',
      '/id number_imprecise',
      '/half lone_surrogate',
    ])
    expect(kept).toEqual([])
  })

  it('unsafe_input: a key written with escapes is the same key', async () => {
    const { post } = sampleApp()
    const response = await post('keep-note', String.raw`{"text":"a","\u0074ext":"b","__pr\u006fto__":1}`)
    const { errors } = await problem(response)
    expect((errors as { code: string }[]).map(({ code }) => code)).toEqual(['duplicate_key', 'dangerous_key'])
  })

  it('unsafe_input: depth and number of values, in bounded time', async () => {
    const { post } = sampleApp()
    const deep = `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
    expect(await problem(await post('keep-note', deep))).toMatchObject({ code: 'unsafe_input', limit: 64, actual: 65 })
    const many = `{"a":[${`[${'0,'.repeat(49_999)}0],`.repeat(21)}0]}`
    expect(await problem(await post('keep-note', many))).toMatchObject({ code: 'unsafe_input', limit: 1_000_000 })
  })

  it('malformed_json: a multipart body that is none', async () => {
    const { post } = sampleApp()
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      expect(await problem(await post('measure-documents', 'nothing', { 'content-type': type }))).toMatchObject({
        code: 'malformed_json',
      })
    }
  })
})

describe('401', () => {
  it('api_key_missing', async () => {
    const { app, kept } = sampleApp()
    const response = await app.request('/keep-note', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"a"}',
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('ApiKey realm="chancery", header="x-api-key"')
    expect(await problem(response)).toMatchObject({ code: 'api_key_missing' })
    expect(kept).toEqual([])
  })

  it('api_key_invalid: the same text for an unknown, a mistyped, a revoked and a foreign key', async () => {
    const { post, key, issue, records } = sampleApp()
    const revoked = issue({}, { revokedAt: '2026-11-20T00:00:00Z' })
    const unknown = issue()
    records.delete(unknown.slice(8, 16))
    const foreign = issue({}, { hash: 'f'.repeat(64) })
    const damaged = issue({}, { hash: '' })
    const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    const texts = new Set<string>()
    for (const wrong of [revoked, unknown, foreign, damaged, mistyped, 'nonsense', 'x'.repeat(10_000)]) {
      const response = await post('keep-note', { text: 'a' }, { 'x-api-key': wrong, 'x-request-id': 'r' })
      expect(response.status).toBe(401)
      texts.add(await response.text())
    }
    expect(texts.size).toBe(1)
  })
})

describe('403', () => {
  it('api_key_expired', async () => {
    const { post, issue, time } = sampleApp()
    const key = issue({ expiresAt: new Date(time.now + 1000).toISOString() })
    expect((await post('keep-note', { text: 'a' }, { 'x-api-key': key })).status).toBe(200)
    time.now += 1000
    const response = await post('keep-note', { text: 'a' }, { 'x-api-key': key })
    expect(response.status).toBe(403)
    expect(await problem(response)).toMatchObject({ code: 'api_key_expired', keyId: key.slice(8, 16) })
  })

  it('operation_not_allowed, before the body is read', async () => {
    const { app, issue } = sampleApp()
    const body = new ReadableStream({ pull: () => expect.unreachable('the body was read') }, { highWaterMark: 0 })
    const response = await app.request('/keep-note', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': issue({ operations: ['print-letters'] }) },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(403)
    expect(await problem(response)).toMatchObject({ code: 'operation_not_allowed', operation: 'keep-note' })
  })
})

describe('the log of refusals', () => {
  it('has one line each, with the code, and with the key where there is one', async () => {
    const { post, issue, logs, time, key } = sampleApp()
    const narrow = issue({ operations: ['print-letters'] })
    const late = issue({ expiresAt: new Date(time.now).toISOString() })
    const slow = issue({ ratePerMinute: 1 })
    await post('keep-note', { text: 'a' }, { 'x-api-key': slow })
    const refused: [string, Record<string, string>, string, string | undefined][] = [
      ['{"text":"a"}', { 'x-api-key': '' }, 'api_key_missing', undefined],
      ['{"text":"a"}', { 'x-api-key': `${key}x` }, 'api_key_invalid', undefined],
      ['{"text":"a"}', { 'x-api-key': late }, 'api_key_expired', undefined],
      ['{"text":"a"}', { 'x-api-key': narrow }, 'operation_not_allowed', narrow.slice(8, 16)],
      ['{"text":"a"}', { 'x-api-key': slow }, 'rate_limited', slow.slice(8, 16)],
      ['{"__proto__":1}', {}, 'unsafe_input', key.slice(8, 16)],
      ['{"text":1}', {}, 'invalid_request', key.slice(8, 16)],
    ]
    for (const [body, headers, code, keyId] of refused) {
      await post('keep-note', body, headers)
      expect(logs.at(-1)).toMatchObject({ level: 'info', event: 'request', fields: { operation: 'keep-note', code } })
      expect(logs.at(-1)?.fields['keyId']).toBe(keyId)
    }
    expect(logs).toHaveLength(refused.length + 1)
  })
})

describe('404 and 405', () => {
  it.each([
    '/nothing',
    '/keep-note/',
    '/Keep-Note',
    '/keep-note/more',
    '/%ff',
    '/.git/config',
    '/docs/problems/nothing',
  ])('operation_not_found: %s', async (path) => {
    const { app } = sampleApp()
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(await problem(response)).toMatchObject({ code: 'operation_not_found' })
  })

  it.each([
    ['/keep-note/', ' Did you mean `/keep-note`?'],
    ['/Keep-Note', ' Did you mean `/keep-note`?'],
    ['/v1/keep-note', ' Did you mean `/keep-note`?'],
    ['/keep-notes?dry=true', ' Did you mean `/keep-note`?'],
    ['/dance', ''],
    ['/%ff', ''],
  ])('operation_not_found says what %s may have meant', async (path, guess) => {
    const response = await sampleApp().app.request(path, { method: 'POST' })
    expect(await problem(response)).toMatchObject({ detail: `The path names none of the operations.${guess}` })
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('method_not_allowed: %s', async (method) => {
    const { app } = sampleApp()
    const response = await app.request('/keep-note', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await problem(response)).toMatchObject({ code: 'method_not_allowed' })
  })

  it('method_not_allowed: HEAD, and POST to a page', async () => {
    const { app } = sampleApp()
    expect((await app.request('/keep-note', { method: 'HEAD' })).status).toBe(405)
    const response = await app.request('/healthz', { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('406', () => {
  it.each(['text/html', 'application/json;q=0', 'image/*', 'nonsense'])('Accept: %s', async (accept) => {
    const { post, kept } = sampleApp()
    const response = await post('keep-note', { text: 'a' }, { accept })
    expect(response.status).toBe(406)
    expect(await problem(response)).toMatchObject({ code: 'not_acceptable', supported: ['application/json'] })
    expect(kept).toEqual([])
  })

  it('for several documents, another type, or one that is stored', async () => {
    const { post } = sampleApp()
    expect((await post('print-letters', { names: ['A', 'B'] }, { accept: 'text/plain' })).status).toBe(406)
    expect((await post('print-letters', { names: [] }, { accept: 'text/plain' })).status).toBe(406)
    expect((await post('print-letters', { names: ['A'] }, { accept: 'application/pdf' })).status).toBe(406)
    expect((await post('print-letters', { names: ['A'], output: 'a.txt' }, { accept: 'text/plain' })).status).toBe(406)
    expect((await post('print-letters', { names: ['A'], output: 'a.txt' }, { accept: 'text/plain, */*' })).status).toBe(
      200,
    )
  })
})

describe('413 of an answer', () => {
  const letters = (count: number): object => ({ names: Array.from({ length: count }, (_, index) => `Anna ${index}`) })

  it('is told before its first byte, with what makes it smaller', async () => {
    const { post } = sampleApp({ limits: { answerBytes: 10_000 } })
    expect((await post('print-letters', letters(50))).status).toBe(200)
    const refused = await problem(await post('print-letters', letters(100)))
    expect(refused).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      retryable: false,
      limit: 10_000,
      unit: 'bytes',
      errors: [
        { pointer: '', code: 'answer_too_large', hint: 'Store the result by `output`, or send less in one call.' },
      ],
    })
    expect(refused.actual).toBeGreaterThan(10_000)
    // How far it is above is counted to twice as much.
    expect(await problem(await post('print-letters', letters(5000)))).not.toHaveProperty('actual')
  })

  it('says how many bytes are one too many', async () => {
    const whole = await sampleApp().post('print-letters', letters(80))
    const size = (await whole.arrayBuffer()).byteLength
    const within = (answerBytes: number) => sampleApp({ limits: { answerBytes } }).post('print-letters', letters(80))
    expect((await within(size)).status).toBe(200)
    expect(await problem(await within(size - 1))).toMatchObject({ status: 413, limit: size - 1, actual: size })
  })

  it('counts the bytes of a document, where they are wanted', async () => {
    const { post } = sampleApp({ limits: { answerBytes: 1000 } })
    const letter = (length: number) => post('print-letters', { names: ['a'.repeat(length)] }, { accept: 'text/plain' })
    expect((await letter(990)).status).toBe(200)
    expect(await problem(await letter(1000))).toMatchObject({ status: 413, limit: 1000, actual: 1006 })
  })

  it('says that an effect was had, and is kept for the repetition', async () => {
    const { post, kept } = sampleApp({ limits: { answerBytes: 100 } })
    const headers = { 'idempotency-key': 'k1' }
    const first = await problem(await post('keep-note', { text: 'a' }, headers))
    expect(first).toMatchObject({ status: 413, detail: expect.stringMatching(/^The call was done, /) })
    expect((await post('keep-note', { text: 'a' }, headers)).status).toBe(413)
    expect(kept).toEqual(['a'])
    const dry = await problem(await post('keep-note', { text: 'a', dryRun: true }))
    expect(dry).toMatchObject({ detail: 'The answer has more than 100 bytes.' })
  })
})

describe('409 and 422 of Idempotency-Key', () => {
  it('replays the first answer byte for byte, and does it once', async () => {
    const { post, kept } = sampleApp()
    const first = await post('keep-note', '{"text":"a","count":2}', { 'idempotency-key': 'k1' })
    const again = await post('keep-note', '{ "count": 2.0, "text": "\\u0061" }', { 'idempotency-key': 'k1' })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.status).toBe(200)
    expect(await again.text()).toBe(await first.text())
    expect(kept).toEqual(['a'])
  })

  it('idempotency_mismatch for another body, not for another key or operation', async () => {
    const { post, issue, kept } = sampleApp()
    const headers = { 'idempotency-key': 'k1' }
    await post('keep-note', { text: 'a' }, headers)
    expect(await problem(await post('keep-note', { text: 'b' }, headers))).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    })
    expect((await post('keep-note', { text: 'b' }, { ...headers, 'x-api-key': issue() })).status).toBe(200)
    expect((await post('go-wrong', {}, headers)).status).toBe(500)
    expect(kept).toEqual(['a', 'b', 'tried'])
  })

  it('are the caller’s, whose key may have been rotated in between', async () => {
    const { post, issue, kept } = sampleApp()
    const call = (key: string): Promise<Response> =>
      post('keep-note', { text: 'a' }, { 'idempotency-key': 'k1', 'x-api-key': key })
    const first = issue()
    await call(first)
    expect((await call(issue({ caller: apiKeyId(first)! }))).headers.get('idempotency-replayed')).toBe('true')
    expect((await call(issue({ caller: 'second00' }))).headers.get('idempotency-replayed')).toBeNull()
    expect(kept).toEqual(['a', 'a'])
  })

  it('100 twins at once: one effect; the others are told to wait', async () => {
    const { post, kept } = sampleApp({ limits: { concurrentPerKey: 200, concurrent: 200 } })
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post('keep-note', { text: 'a' }, { 'idempotency-key': 'k' })),
    )
    expect(kept).toEqual(['a'])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    const refused = answers.find(({ status }) => status === 409) as Response
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await problem(refused)).toMatchObject({ code: 'idempotency_in_flight', retryable: true })
  })

  it('keeps refusals of the operation, but neither faults nor wrong requests', async () => {
    const { post, kept } = sampleApp()
    const once = { 'idempotency-key': 'k1' }
    const refused = await post('keep-note', { text: 'there already' }, once)
    const again = await post('keep-note', { text: 'there already' }, once)
    expect(again.status).toBe(409)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.text()).toBe(await refused.text())
    for (const code of ['provider_failed', 'rate_limited', 'cancelled', 'write_conflict', 'internal']) {
      await post('go-wrong', { code }, { 'idempotency-key': code })
      expect(
        (await post('go-wrong', { code }, { 'idempotency-key': code })).headers.get('idempotency-replayed'),
      ).toBeNull()
    }
    expect(kept).toHaveLength(10)
    expect((await post('keep-note', { text: 1 }, { 'idempotency-key': 'k2' })).status).toBe(422)
    expect((await post('keep-note', { text: 'right' }, { 'idempotency-key': 'k2' })).status).toBe(200)
  })

  it('a key lapses with time, is ignored without an effect, and must be well formed', async () => {
    const { post, kept, time } = sampleApp()
    await post('keep-note', { text: 'a' }, { 'idempotency-key': 'k' })
    time.now += 24 * 60 * 60 * 1000
    await post('keep-note', { text: 'b' }, { 'idempotency-key': 'k' })
    expect(kept).toEqual(['a', 'b'])
    for (const names of [['A'], ['B']]) {
      expect((await post('print-letters', { names }, { 'idempotency-key': 'k' })).status).toBe(200)
    }
    for (const wrong of ['', 'a b', 'x'.repeat(256), 'ü']) {
      expect(await problem(await post('keep-note', { text: 'c' }, { 'idempotency-key': wrong }))).toMatchObject({
        status: 422,
        code: 'invalid_request',
      })
    }
  })
})

describe('413', () => {
  it('by Content-Length, before the body is read', async () => {
    const { app, key } = sampleApp()
    const body = new ReadableStream({ pull: () => expect.unreachable('the body was read') }, { highWaterMark: 0 })
    const response = await app.request('/keep-note', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'content-length': '33554433' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await problem(response)).toMatchObject({ code: 'payload_too_large', limit: 33554432, actual: 33554433 })
  })

  it('by counting, where no length is given: an endless body is read on for a while, and cut off', async () => {
    const { app, key } = sampleApp({ limits: { bodyBytes: 100_000 } })
    let pulled = 0
    let isCut = false
    const body = new ReadableStream({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(10_000).fill(32))
      },
      cancel() {
        isCut = true
      },
    })
    const response = await app.request('/keep-note', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await problem(response)).toMatchObject({ status: 413, limit: 100_000, actual: 110_000 })
    await expect.poll(() => isCut).toBe(true)
    expect(10_000 * pulled).toBeLessThan(65 * 1024 * 1024)
  })

  it('by the number of multipart parts', async () => {
    const { post } = sampleApp()
    const part = '--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n'
    const response = await post('measure-documents', `${part.repeat(200_000)}--b--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect(await problem(response)).toMatchObject({ status: 413, limit: 100 })
  })
})

describe('415', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=iso-8859-1',
    'application/jsonp',
    '',
  ])('Content-Type: %s', async (type) => {
    const { post } = sampleApp()
    const response = await post('keep-note', { text: 'a' }, { 'content-type': type })
    expect(await problem(response)).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      supported: expect.any(Array),
    })
  })

  it('for a compressed body', async () => {
    const { post } = sampleApp()
    expect((await post('keep-note', { text: 'a' }, { 'content-encoding': 'gzip' })).status).toBe(415)
  })
})

describe('422', () => {
  it('invalid_request: all violations at once, with pointers', async () => {
    const { post, kept } = sampleApp()
    const response = await post('keep-note', { text: '', tags: ['a', 1], count: 10, 'un/known': true })
    expect(response.status).toBe(422)
    const { code, errors } = await problem(response)
    expect(code).toBe('invalid_request')
    expect((errors as { pointer: string }[]).map(({ pointer }) => pointer).sort()).toEqual([
      '/count',
      '/tags/1',
      '/text',
      '/un~1known',
    ])
    expect(kept).toEqual([])
  })

  it('refuses a query rather than ignore it', async () => {
    const { app, key, kept } = sampleApp()
    const response = await app.request('/keep-note?dryRun=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"text":"a"}',
    })
    expect(await problem(response)).toMatchObject({ status: 422, errors: [{ code: 'unexpected_query' }] })
    expect(kept).toEqual([])
  })
})

describe('429', () => {
  it('rate_limited: by the minute, with Retry-After, and free again with time', async () => {
    const { post, issue, time } = sampleApp()
    const headers = { 'x-api-key': issue({ ratePerMinute: 3 }) }
    for (let call = 0; call < 3; call++) expect((await post('keep-note', { text: 'a' }, headers)).status).toBe(200)
    const refused = await post('keep-note', { text: 'a' }, headers)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(refused.headers.get('ratelimit')).toBe('"minute";r=0;t=60, "concurrent";r=3')
    expect(await problem(refused)).toMatchObject({ status: 429, code: 'rate_limited', limit: 3, retryable: true })
    expect((await post('keep-note', { text: 'a' })).status).toBe(200)
    time.now += 20_000
    expect((await post('keep-note', { text: 'a' }, headers)).status).toBe(200)
  })

  it('rate_limited: calls at once by key; the next goes through when one has ended', async () => {
    const { post, issue } = sampleApp()
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('keep-note', { text: 'a' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
    expect((await post('keep-note', { text: 'a' })).status).toBe(200)
    const other = issue()
    const mixed = await Promise.all(
      [other, other, other].map((key) => post('keep-note', { text: 'a' }, { 'x-api-key': key })),
    )
    expect(mixed.every(({ status }) => status === 200)).toBe(true)
  })

  it('wrong keys from one address; right ones still pass', async () => {
    const { post, key } = sampleApp({ addressOf: () => '192.0.2.1', limits: { keyFailuresPerMinute: 3 } })
    const statuses = []
    for (let call = 0; call < 5; call++)
      statuses.push((await post('keep-note', { text: 'a' }, { 'x-api-key': 'wrong' })).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await post('keep-note', { text: 'a' }, { 'x-api-key': key })).status).toBe(200)
  })
})

describe('5xx', () => {
  it('internal: nothing is shown, and the log has name and frames without the message', async () => {
    const { post, logs } = sampleApp()
    for (const body of [{}, { code: 'internal' }]) {
      const response = await post('go-wrong', body)
      expect(response.status).toBe(500)
      const shown = await problem(response)
      expect(shown.code).toBe('internal')
      expect(JSON.stringify(shown)).not.toMatch(/secret|told/)
    }
    const failures = logs.filter(({ event }) => event === 'failure')
    expect(failures.map(({ level, fields }) => [level, fields.error, fields.operation])).toEqual([
      ['error', 'TypeError', 'go-wrong'],
      ['error', 'Error', 'go-wrong'],
    ])
    expect(failures[0]?.fields.stack).toContain('sample-operations.ts')
    expect(JSON.stringify(logs)).not.toContain('secret')
  })

  it.each([
    ['provider_failed', 502],
    ['provider_unavailable', 503],
    ['provider_timeout', 504],
    ['overloaded', 503],
  ])('%s', async (code, status) => {
    const { post } = sampleApp()
    const response = await post('go-wrong', { code })
    expect(response.status).toBe(status)
    expect(response.headers.has('retry-after')).toBe(status === 503)
    expect(await problem(response)).toMatchObject({ code, detail: 'As it was told.' })
  })

  it('deadline_exceeded: the work is stopped, and the place is free again', async () => {
    const { post } = sampleApp({ limits: { deadlineMs: 30, concurrentPerKey: 1 } })
    const response = await post('go-wrong', { way: 'hang' })
    expect(await problem(response)).toMatchObject({ status: 504, code: 'deadline_exceeded', limit: 30 })
    expect((await post('keep-note', { text: 'a' })).status).toBe(200)
  })

  it('deadline_exceeded: may be sent again where nothing can be done twice', async () => {
    const { post } = sampleApp({ limits: { deadlineMs: 30 } })
    const retryable = async (key?: string): Promise<unknown> => {
      const response = await post('go-wrong', { way: 'hang' }, key === undefined ? {} : { 'idempotency-key': key })
      return (await problem(response))['retryable']
    }
    expect([await retryable(), await retryable('a')]).toEqual([false, true])
  })

  it('deadline_exceeded: also for a body that never comes', async () => {
    const { app, key } = sampleApp({ limits: { deadlineMs: 30 } })
    const response = await app.request('/keep-note', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: new ReadableStream({ pull: () => new Promise(() => undefined) }),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(504)
  })

  it('cancelled: a caller that leaves ends the work', async () => {
    const { app, key, logs } = sampleApp()
    const controller = new AbortController()
    const answer = app.request('/go-wrong', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"way":"hang"}',
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 10)
    expect((await answer).status).toBe(499)
    expect(logs.at(-1)?.fields).toMatchObject({ code: 'cancelled', status: 499 })
  })

  it('an answer that breaks its contract is a fault where that is checked', async () => {
    expect((await sampleApp().post('go-wrong', { way: 'break-contract' })).status).toBe(200)
    expect((await sampleApp({ checkOutputs: true }).post('go-wrong', { way: 'break-contract' })).status).toBe(500)
  })
})

describe('503 under load', () => {
  it('overloaded: calls of all keys at once', async () => {
    const { post, issue, logs } = sampleApp({ limits: { concurrent: 2 } })
    const keys = [issue(), issue(), issue()]
    const answers = await Promise.all(keys.map((key) => post('keep-note', { text: 'a' }, { 'x-api-key': key })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503])
    const refused = answers.find(({ status }) => status === 503) as Response
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await problem(refused)).toMatchObject({ code: 'overloaded', retryable: true })
    // The call's own line says it; nothing has failed.
    const told = logs.map(({ event, fields }) => [event, fields.status, fields['code']])
    expect(told).toContainEqual(['request', 503, 'overloaded'])
    expect(told.filter(([event]) => event === 'failure')).toEqual([])
  })
})

describe('places', () => {
  const hang = '{"way":"hang"}'
  /** One slot, taken for `deadlineMs`, and two more places. */
  const busy = async (limits: Partial<HttpLimits>) => {
    const { app, post, issue } = sampleApp({ limits: { concurrent: 3, ...limits } })
    const keys = [issue(), issue()]
    const running = post('go-wrong', hang, { 'x-api-key': keys[0] ?? '' })
    await new Promise((resolve) => setTimeout(resolve, Math.min(50, (limits.deadlineMs ?? 10) / 2)))
    const call = (signal: AbortSignal | null = null): Promise<Response> =>
      Promise.resolve(
        app.request('/keep-note', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': keys[1] ?? '' },
          body: '{"text":"a"}',
          signal,
        }),
      )
    return { app, running, call }
  }

  it('a call waits for its slot', async () => {
    const { running, call } = await busy({ deadlineMs: 1500 })
    // Its own deadline is to be far off when the slot is free.
    await new Promise((resolve) => setTimeout(resolve, 750))
    const waiting = call()
    expect((await running).status).toBe(504)
    expect((await waiting).status).toBe(200)
  })

  it('a call that waits too long is refused', async () => {
    const { running, call } = await busy({ deadlineMs: 1000, queueMs: 20 })
    const refused = await call()
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await problem(refused)).toMatchObject({ status: 503, code: 'overloaded' })
    await running
  })

  it('a call whose caller leaves makes room at once', async () => {
    const { running, call } = await busy({ deadlineMs: 1500, concurrentPerKey: 1 })
    const caller = new AbortController()
    const waiting = call(caller.signal)
    await new Promise((resolve) => setTimeout(resolve, 750))
    expect((await call()).status).toBe(429)
    caller.abort()
    expect((await waiting).status).toBe(499)
    const next = call()
    expect((await running).status).toBe(504)
    expect((await next).status).toBe(200)
  })

  it('a body of unknown length is refused when the memory is used up, and read no further', async () => {
    const { app, post, key } = sampleApp({ limits: { memoryBytes: 2 ** 20, deadlineMs: 300 } })
    const running = post('go-wrong', hang)
    await new Promise((resolve) => setTimeout(resolve, 5))
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
    })
    const refused = await app.request('/keep-note', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(refused.status).toBe(429)
    expect(pulled).toBeLessThan(10)
    expect((await running).status).toBe(504)
    expect((await post('keep-note', { text: 'a' })).status).toBe(200)
  })

  it('documents and everything else have places of their own', () => {
    const documents = calls.filter((operation) => operation.cost === 'documents')
    expect(documents.map(({ name }) => name)).toEqual([
      'extract-document',
      'identify-key-fields',
      'pre-filling',
      'validate-document-template',
      'generate-document-template',
      'generate-email-template',
      'validate-email-template',
      'fill-email-template',
      'enter-client-data',
    ])
  })
})

describe('shutdown', () => {
  it('says first that calls are to go elsewhere, and takes them all the same', async () => {
    const { app, post } = sampleApp()
    app.leave()
    const answer = await post('keep-note', { text: 'a' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    const ready = await app.request('/readyz')
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
  })

  it('lets running calls end, refuses new ones, and says so', async () => {
    const { app, post } = sampleApp()
    const running = post('keep-note', { text: 'a' })
    await new Promise((resolve) => setImmediate(resolve))
    const drained = app.drain(5000)
    const refused = await post('keep-note', { text: 'b' })
    expect(await problem(refused)).toMatchObject({ status: 503, code: 'overloaded' })
    expect(refused.headers.get('connection')).toBe('close')
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'draining' })
    expect((await app.request('/healthz')).status).toBe(200)
    expect((await running).status).toBe(200)
    await drained
  })

  it('does a call that came before, though its rate is still looked up', async () => {
    const { rates } = createMemoryState({ clock: { now: () => 0 } })
    const asked = Promise.withResolvers<void>()
    const free = Promise.withResolvers<void>()
    const take: RateLimiter['take'] = async (...order) => {
      asked.resolve()
      await free.promise
      return rates.take(...order)
    }
    const { app, post } = sampleApp({ rates: { ...rates, take } })
    const coming = post('keep-note', { text: 'a' })
    await asked.promise
    let isDrained = false
    const drained = app.drain(5000).then(() => (isDrained = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isDrained).toBe(false)
    free.resolve()
    expect((await coming).status).toBe(200)
    await drained
  })

  it('stops what does not end in time', async () => {
    const { app, post } = sampleApp()
    const running = post('go-wrong', { way: 'hang' })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await app.drain(10)
    expect((await running).status).toBe(503)
  })
})
