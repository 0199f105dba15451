import { type ChanceryClient, type ClientSettings, ChanceryProblem, createClient, type Fetch } from '@chancery/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { type BreakingProxy, openBreakingProxy } from '../fixtures/breaking-proxy.ts'
import { openRealServer, type RealServer } from '../fixtures/real-server.ts'
import { mails, sentTo } from './mails.ts'

let server: RealServer
beforeAll(async () => {
  server = await openRealServer({ CHANCERY_WORKERS: '2', CHANCERY_RATE_PER_MINUTE: '100000' })
})
afterAll(() => server.close())

const clientOf = (settings: Partial<ClientSettings> = {}): ChanceryClient =>
  createClient({ baseUrl: server.address, apiKey: server.key, retries: 0, ...settings })

const problemOf = async (call: Promise<unknown>): Promise<ChanceryProblem> => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChanceryProblem)
  return error as ChanceryProblem
}

/** The platform's, with something of a test before each request. */
const fetchAfter =
  (before: (url: string, nth: number) => Response | undefined): Fetch =>
  async (url, request) =>
    before(url, ++fetches) ?? (await fetch(url, request))
let fetches = 0
beforeEach(() => void (fetches = 0))

const csv = { document: { content: Buffer.from('name,total\nAda,1\n'), filename: 'a.csv' } }

describe('a call in the background', () => {
  it('answers what the call without it answers', async () => {
    const there = await clientOf().extractDocument(csv)
    const later = await clientOf().extractDocument(csv, { background: true })
    expect(later.data).toEqual(there.data)
    expect(Object.keys(later)).toEqual(Object.keys(there))
    expect(later.meta).toEqual({ ...there.meta, requestId: expect.any(String), durationMs: expect.any(Number) })
    expectTypeOf(later).toEqualTypeOf(there)
    const operations = (await clientOf().listOperations({})).data.operations
    expect(operations[0]).toMatchObject({ name: 'extract-document', done: true })
  })

  it('fails as the call without it fails', async () => {
    for (const input of [
      { document: { path: 'nowhere.txt' } },
      { document: { content: 'no base64!' } },
      { document: { content: Buffer.from('%PDF-1.7 broken'), filename: 'a.pdf' } },
    ]) {
      const there = await problemOf(clientOf().extractDocument(input))
      const later = await problemOf(clientOf().extractDocument(input, { background: true }))
      const { requestId, instance, ...body } = there.body
      expect(later).toMatchObject({ ...there, requestId: expect.any(String), body })
      expect([requestId, instance]).not.toContain(undefined)
      expect([later.message, later.code]).toEqual([there.message, there.code])
    }
  })

  it('reads a table of more cells than one may wait for', async () => {
    const rows = ['name,total', ...Array.from({ length: 100_000 }, (_, n) => `Ada,${n}`)]
    const large = { document: { content: Buffer.from(rows.join('\n')), filename: 'a.csv' } }
    const problem = await problemOf(clientOf().identifyKeyFields(large))
    expect(problem).toMatchObject({ code: 'payload_too_large', status: 413 })
    expect(problem.body).toMatchObject({ errors: [{ hint: expect.stringContaining('1000000 cells') }] })
    const { data } = await clientOf().identifyKeyFields(large, { background: true })
    expect(data.fields).toEqual(expect.any(Array))
  })

  it('is what the settings say, unless the call says something else', async () => {
    const count = async (): Promise<number> => (await clientOf().listOperations({})).data.operations.length
    const before = await count()
    await clientOf({ background: true }).extractDocument(csv, { background: false })
    expect(await count()).toBe(before)
    await clientOf({ background: true }).extractDocument(csv)
    expect(await count()).toBe(before + 1)
  })

  it('tells how far it is: each change once, in order', async () => {
    const told: { readonly done: number; readonly total: number }[] = []
    const { data } = await clientOf().fillEmailTemplate(mails(200), {
      background: true,
      pollMs: 50,
      onProgress: (progress) => told.push(progress),
    })
    expect(data.messages).toHaveLength(200)
    expect(told.length).toBeGreaterThan(0)
    const counts = told.map(({ done }) => done)
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b))
    expect(new Set(told.map(({ total }) => total))).toEqual(new Set([200]))
  })

  it('is answered at once by a service that takes nothing on', async () => {
    const other = await openRealServer({ CHANCERY_WORK: 'off' })
    const settings = { baseUrl: other.address, apiKey: other.key }
    const { data } = await clientOf(settings).extractDocument(csv, { background: true })
    expect(data.text).toContain('Ada')
    await other.close()
  })

  it('waits as it is told to where the service is busy, and passes over what a proxy says', async () => {
    const busy = (type: string, status: number): Response =>
      new Response(JSON.stringify({ code: 'overloaded', status, retryable: true }), {
        status,
        headers: { 'content-type': type, 'retry-after': '1' },
      })
    const answers: Record<string, Response[]> = {
      'extract-document': [busy('application/problem+json', 429), new Response('<html>', { status: 502 })],
      'get-operation': [busy('application/problem+json', 503), new Response('<html>', { status: 504 })],
    }
    const began = Date.now()
    const withFaults = fetchAfter((url) => answers[url.slice(url.lastIndexOf('/') + 1)]?.shift())
    const { data } = await clientOf({ fetch: withFaults }).extractDocument(csv, { background: true })
    expect(data.text).toContain('Ada')
    expect(Object.values(answers)).toEqual([[], []])
    expect(Date.now() - began).toBeGreaterThan(1900)
  })

  it('does not ask again for a failure that was answered before', async () => {
    const input = { document: { path: 'nowhere.txt' } }
    const options = { background: true, idempotencyKey: 'nowhere' }
    const first = await problemOf(clientOf().extractDocument(input, options))
    const again = await problemOf(clientOf().extractDocument(input, options))
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(again.body).toEqual(first.body)
  })

  it('gives up after a while where nothing is there', async () => {
    const began = Date.now()
    const nowhere = clientOf({ baseUrl: 'http://127.0.0.1:1', awayMs: 500 })
    expect((await problemOf(nowhere.extractDocument(csv, { background: true }))).code).toBe('unreachable')
    expect(Date.now() - began).toBeLessThan(5000)
    const goes = fetchAfter((url) => {
      if (url.endsWith('/get-operation')) throw new TypeError('no connection')
      return undefined
    })
    const lost = clientOf({ fetch: goes, awayMs: 500 })
    expect((await problemOf(lost.extractDocument(csv, { background: true }))).code).toBe('unreachable')
  })
})

/** More than are sent before a call can be cancelled, on any machine. */
const many = 10_000

describe('a call in the background that its caller leaves', () => {
  it('is cancelled', async () => {
    const input = mails(many)
    const leaving = new AbortController()
    const call = clientOf().fillEmailTemplate(input, {
      background: true,
      signal: leaving.signal,
      pollMs: 100,
      onProgress: () => leaving.abort(new Error('enough')),
    })
    await expect(call).rejects.toThrow('enough')
    const [operation] = (await clientOf().listOperations({})).data.operations
    const { id = '' } = operation ?? {}
    await expect
      .poll(async () => (await clientOf().getOperation({ id, waitMs: 1000 })).data.operation)
      .toMatchObject({ name: 'fill-email-template', done: true, error: { code: 'cancelled' } })
    expect(sentTo(server.data, input.recipients).length).toBeLessThan(many)
  })

  it('goes on where that is wanted, and is found again', async () => {
    const leaving = new AbortController()
    // So many that progress is told before all is done.
    const input = mails(300)
    const idempotencyKey = 'letters-found-again'
    const options = { background: true, idempotencyKey, pollMs: 100 }
    const call = clientOf().fillEmailTemplate(input, {
      ...options,
      signal: leaving.signal,
      cancelOnAbort: false,
      onProgress: () => leaving.abort(new Error('enough')),
    })
    await expect(call).rejects.toThrow('enough')
    const { data } = await clientOf().fillEmailTemplate(input, options)
    expect(data.messages.map(({ to }) => to[0])).toEqual(input.recipients.map(({ to }) => to))
    expect(sentTo(server.data, input.recipients).toSorted()).toEqual(input.recipients.map(({ to }) => to).toSorted())
  })

  it('is cancelled, too, while it is on its way to the service', async () => {
    const leaving = new AbortController()
    const leaves: Fetch = async (url, request) => {
      const answer = fetch(url, request)
      if (url.endsWith('/fill-email-template')) leaving.abort(new Error('never mind'))
      return await answer
    }
    const { signal } = leaving
    const call = clientOf({ fetch: leaves }).fillEmailTemplate(mails(many), { background: true, signal })
    await expect(call).rejects.toThrow('never mind')
    const [operation] = (await clientOf().listOperations({})).data.operations
    const { id = '' } = operation ?? {}
    const ended = (await clientOf().getOperation({ id, waitMs: 20_000 })).data.operation
    expect(ended).toMatchObject({ done: true, error: { code: 'cancelled' } })
  })

  it('never begins where it has left already', async () => {
    const signal = AbortSignal.abort(new Error('not today'))
    const call = clientOf({ fetch: fetchAfter(() => undefined) }).extractDocument(csv, { background: true, signal })
    await expect(call).rejects.toThrow('not today')
    expect(fetches).toBe(0)
  })
})

describe('a call in the background over a bad line', () => {
  let proxy: BreakingProxy
  afterEach(() => proxy.close())

  it('is done once where every second connection breaks', async () => {
    proxy = await openBreakingProxy(server.address, (nth) => nth % 2 === 0)
    const input = mails(100)
    const told: number[] = []
    const { data } = await clientOf({ baseUrl: proxy.address }).fillEmailTemplate(input, {
      background: true,
      pollMs: 100,
      onProgress: ({ done }) => told.push(done),
    })
    expect(data.messages.map(({ to, status }) => [to[0], status])).toEqual(
      input.recipients.map(({ to }) => [to, 'captured']),
    )
    expect(sentTo(server.data, input.recipients).toSorted()).toEqual(input.recipients.map(({ to }) => to).toSorted())
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b))
    expect(proxy.calls.filter(({ path }) => path === '/fill-email-template').map(({ broken }) => broken)).toEqual([
      true,
      false,
    ])
    expect(proxy.calls.filter(({ path, broken }) => path === '/get-operation' && broken).length).toBeGreaterThan(0)
  })
})

describe('the calls about calls', () => {
  it('are typed: the name of an operation says what it is answered', async () => {
    await clientOf().extractDocument(csv, { background: true })
    const [listed] = (await clientOf().listOperations({})).data.operations
    const { operation } = (await clientOf().getOperation({ id: listed?.id ?? '' })).data
    if (operation.name !== 'extract-document') throw new Error(operation.name)
    expectTypeOf(operation.response).toEqualTypeOf<Awaited<ReturnType<ChanceryClient['extractDocument']>> | undefined>()
    expect(operation.response?.data.text).toContain('Ada')
    const cancelled = (await clientOf().cancelOperation({ id: operation.id })).data.operation
    expect(cancelled).toEqual(operation)
    expect(await problemOf(clientOf().getOperation({ id: 'none' }))).toMatchObject({
      code: 'background_operation_not_found',
      status: 404,
    })
  })
})
