import {
  ChanceryError,
  defaultSettings,
  defineOperation,
  type IdempotencyStore,
  type Ports,
  type StoredResponse,
  type Telemetry,
} from '@chancery/core'
import type { CallName, MethodName } from '@chancery/core'
import { createHttpApp, issueApiKey } from '@chancery/http'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { createClient, ChanceryProblem, type ChanceryClient, type Fetch } from './index.ts'

/** An operation that fails as often as it is told, then keeps what it got. */
const keepDocument = (state: { kept: string[]; failures: ChanceryError[] }) =>
  defineOperation({
    name: 'keep-document',
    area: 'documents',
    summary: 'Keeps a document.',
    description: 'Keeps it.',
    effect: true,
    cost: 'plain',
    takesDocuments: false,
    producesDocuments: false,
    input: z.strictObject({
      content: z.custom<string | Uint8Array>((value) => typeof value === 'string').meta({ type: 'string' }),
      copies: z.int().default(1),
    }),
    output: z.object({ kept: z.int() }),
    needs: [],
    problems: [],
    examples: [],
    async run({ content }) {
      const failure = state.failures.shift()
      if (failure !== undefined) throw failure
      state.kept.push(String(content))
      return { data: { kept: state.kept.length } }
    },
  })
type SampleCatalog = readonly [ReturnType<typeof keepDocument>]

function service() {
  const state = { kept: [] as string[], failures: [] as ChanceryError[] }
  const { key, record } = issueApiKey(
    { name: 't', environment: 'dev', operations: '*', createdAt: '2026-11-21T00:00:00Z' },
    's',
  )
  const answers = new Map<string, { fingerprint: string; response?: StoredResponse }>()
  const idempotency: IdempotencyStore = {
    async claim({ key, fingerprint }) {
      const there = answers.get(key)
      if (there?.response !== undefined)
        return { state: 'done', fingerprint: there.fingerprint, response: there.response }
      if (there !== undefined) return { state: 'in-flight', fingerprint: there.fingerprint, retryAfterMs: 10 }
      answers.set(key, { fingerprint })
      return { state: 'claimed', token: key }
    },
    async complete(token, response) {
      const there = answers.get(token)
      if (there !== undefined) answers.set(token, { ...there, response })
    },
    release: async (token) => void answers.delete(token),
  }
  const clock = { now: () => Date.now() }
  const logger = { log: () => undefined, within: <T>(_fields: unknown, run: () => T) => run() }
  const ids = { next: () => 'id' }
  const app = createHttpApp({
    operations: [keepDocument(state)],
    ports: {
      clock,
      logger,
      ids,
      settings: defaultSettings,
      telemetry: {
        span: (_name, _options, run) => run({ note: () => undefined }),
        count: () => undefined,
        record: () => undefined,
        gauge: () => undefined,
      } satisfies Telemetry,
    } as Partial<Ports> as Ports,
    auth: {
      mode: 'keys',
      keySecret: 's',
      apiKeys: {
        find: async (id) => (id === record.id ? record : undefined),
        list: async () => [record],
        save: async () => undefined,
        check: async () => undefined,
      },
    },
    idempotency,
    rates: { take: async () => ({ allowed: true, remaining: 1, retryAfterMs: 0, resetMs: 0 }) },
    clock,
    logger,
    ids,
    info: { version: '0', baseUrl: 'http://localhost' },
  })
  const requests: { url: string; headers: Readonly<Record<string, string>> }[] = []
  const fetch: Fetch = async (url, request) => {
    requests.push({ url, headers: request.headers })
    return app.request(url, request)
  }
  const client = (settings: { fetch?: Fetch; apiKey?: string; retries?: number; timeoutMs?: number } = {}) =>
    createClient<SampleCatalog>({ baseUrl: 'http://localhost/', apiKey: key, fetch, ...settings })
  return { state, requests, fetch, client }
}

const unavailable = (retryAfterMs = 1): ChanceryError =>
  new ChanceryError('provider_unavailable', 'It is away.', { retryAfterMs })

const problemOf = (call: Promise<unknown>): Promise<ChanceryProblem> =>
  call.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ChanceryProblem)
      return error as ChanceryProblem
    },
  )

describe('a call', () => {
  it('answers data and meta; bytes go out as base64', async () => {
    const { client, state, requests } = service()
    const { data, meta } = await client().keepDocument({ content: new Uint8Array([0, 255, 7]) })
    expect(data).toEqual({ kept: 1 })
    expect(meta).toMatchObject({ operation: 'keep-document', warnings: [] })
    await client().keepDocument({ content: Buffer.alloc(100_000, 'ü') })
    expect(state.kept).toEqual(['AP8H', Buffer.alloc(100_000, 'ü').toString('base64')])
    expect(requests[0]?.url).toBe('http://localhost/keep-document')
  })

  // Held by the compiler: `npm run check`.
  it('is typed by the contract', () => {
    type Keep = ChanceryClient<SampleCatalog>['keepDocument']
    expectTypeOf<Parameters<Keep>[0]>().toEqualTypeOf<{ content: string | Uint8Array; copies?: number | undefined }>()
    expectTypeOf<Awaited<ReturnType<Keep>>['data']>().toEqualTypeOf<{ kept: number }>()
    expectTypeOf<Awaited<ReturnType<ChanceryClient['storeDocument']>>['data']['created']>().toEqualTypeOf<boolean>()
    expectTypeOf<keyof ChanceryClient>().toEqualTypeOf<
      MethodName<CallName> | 'getOperation' | 'cancelOperation' | 'listOperations'
    >()
  })

  it('goes by the wire name; a client is neither a promise nor anything else', async () => {
    const { client } = service()
    const chancery = client()
    expect(await chancery).toBe(chancery)
    expect(chancery.keepDocument).toBe(chancery.keepDocument)
    expect(JSON.stringify(chancery)).toBe('{}')
    expect((chancery as unknown as Record<string, unknown>).hasOwnProperty).toBeUndefined()
  })
})

describe('a failure', () => {
  it('is a problem with all violations', async () => {
    const { client, requests } = service()
    const wrong = { content: 1, copies: 'x' } as unknown as { content: string }
    const problem = await problemOf(client().keepDocument(wrong))
    expect(problem).toMatchObject({ code: 'invalid_request', status: 422, retryable: false, requestId: 'id' })
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/content', '/copies'])
    expect(requests).toHaveLength(1)
  })

  it('401 for a wrong key, which is not in it', async () => {
    const { client } = service()
    const problem = await problemOf(client({ apiKey: 'chk_wrong' }).keepDocument({ content: '' }))
    expect(problem).toMatchObject({ code: 'api_key_invalid', status: 401 })
    expect(JSON.stringify(problem) + problem.message).not.toContain('chk_wrong')
  })

  it.each([
    ['a page of a proxy', 502, '<html>', true, 3],
    ['a page of another server', 404, '<html>', false, 1],
    ['JSON of another server', 200, '{"ok":true}', false, 1],
  ])('unexpected_answer for %s', async (_, status, text, retryable, tries) => {
    let count = 0
    const fetch: Fetch = async () => {
      count++
      return new Response(text, { status, headers: { 'retry-after': '0' } })
    }
    const problem = await problemOf(service().client({ fetch }).keepDocument({ content: '' }))
    expect(problem).toMatchObject({ code: 'unexpected_answer', status, retryable })
    expect(count).toBe(tries)
  })
})

describe('repetition', () => {
  it('until it succeeds, with the same key, and the effect once', async () => {
    const { client, state, requests } = service()
    state.failures.push(unavailable(), unavailable())
    const started = Date.now()
    expect((await client({ retries: 2 }).keepDocument({ content: 'a' })).data).toEqual({ kept: 1 })
    // Both waits are a second: the least that Retry-After can say.
    expect(Date.now() - started).toBeGreaterThan(1900)
    expect(state.kept).toEqual(['a'])
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await client().keepDocument({ content: 'b' })
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  it('an answer lost on the way back does not do the effect twice', async () => {
    const { client, state, fetch } = service()
    let lost = 0
    const flaky: Fetch = async (url, request) => {
      const response = await fetch(url, request)
      if (lost++ === 0) throw new TypeError('socket closed')
      return response
    }
    expect((await client({ fetch: flaky }).keepDocument({ content: 'a' })).data).toEqual({ kept: 1 })
    expect([state.kept, lost]).toEqual([['a'], 2])
  })

  it('not for what cannot succeed, not without end, not after a long wait', async () => {
    const { client, state, requests } = service()
    state.failures.push(new ChanceryError('document_exists', 'It is there.'))
    expect((await problemOf(client().keepDocument({ content: 'a' }))).code).toBe('document_exists')
    expect(requests).toHaveLength(1)
    state.failures.push(unavailable(), unavailable())
    expect((await problemOf(client({ retries: 1 }).keepDocument({ content: 'a' }))).code).toBe('provider_unavailable')
    expect(requests).toHaveLength(3)
    state.failures.push(unavailable(60_000))
    expect(await problemOf(client().keepDocument({ content: 'a' }))).toMatchObject({ retryAfterSeconds: 60 })
    expect(requests).toHaveLength(4)
  })

  it('with the key that the caller gives', async () => {
    const { client, state } = service()
    for (let run = 0; run < 2; run++) await client().keepDocument({ content: 'a' }, { idempotencyKey: 'invoice-7' })
    expect(state.kept).toEqual(['a'])
  })
})

describe('an end', () => {
  const hang: Fetch = (_, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))

  it('timed_out where no answer comes', async () => {
    const problem = await problemOf(
      service().client({ fetch: hang, timeoutMs: 10, retries: 0 }).keepDocument({ content: '' }),
    )
    expect(problem).toMatchObject({ code: 'timed_out', status: 0, retryable: true })
  })

  it('unreachable where no connection comes', async () => {
    const client = createClient<SampleCatalog>({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retries: 0 })
    expect(await problemOf(client.keepDocument({ content: '' }))).toMatchObject({ code: 'unreachable', status: 0 })
  })

  it('by the caller’s signal, while it waits for an answer or for the next try', async () => {
    const { client, state } = service()
    const leave = (ms: number): AbortSignal => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new Error('enough')), ms)
      return controller.signal
    }
    await expect(client({ fetch: hang }).keepDocument({ content: '' }, { signal: leave(10) })).rejects.toThrow('enough')
    await expect(
      client().keepDocument({ content: '' }, { signal: AbortSignal.abort(new Error('never')) }),
    ).rejects.toThrow('never')
    state.failures.push(unavailable(20_000))
    const started = Date.now()
    await expect(client().keepDocument({ content: '' }, { signal: leave(50) })).rejects.toThrow('enough')
    expect(Date.now() - started).toBeLessThan(5000)
    expect(state.kept).toEqual([])
  })
})
