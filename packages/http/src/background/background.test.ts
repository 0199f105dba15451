import { ChanceryError, Content, type DocumentStore } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { sampleApp } from '../testing/sample-app.ts'
import { defaultBackgroundLimits } from './background-settings.ts'
import type { OperationObject } from './operation-object.ts'
import { workCall } from './work-call.ts'
import { sweep, workNext } from './worker.ts'

const never = new AbortController().signal
const later = { prefer: 'respond-async' }
const keyed = (key: string) => ({ ...later, 'idempotency-key': key })
/** Of all bodies that are looked at here. */
interface Body {
  readonly code?: string
  readonly requestId?: string
  readonly instance?: string
  readonly errors?: unknown
  readonly meta: Readonly<Record<string, unknown>>
  readonly data: {
    readonly operation: OperationObject & { readonly response: Body; readonly error?: Body }
    readonly operations: readonly OperationObject[]
    readonly nextCursor?: string
    readonly number?: number
  }
}
const bodyOf = async (response: Response) => (await response.json()) as Body
const operationOf = async (response: Response) => (await bodyOf(response)).data.operation

/** The path of what is kept of a call that waits. */
async function onlyFileOf(store: DocumentStore, id: string): Promise<string> {
  const paths: string[] = []
  for await (const { kind, path } of store.list(`.calls/${id}`, { signal: never }))
    if (kind === 'document') paths.push(path)
  expect(paths).toHaveLength(1)
  return paths[0] ?? ''
}

describe('a call with the preference', () => {
  it('is taken on, and told of', async () => {
    const { post, announced, kept } = sampleApp()
    const response = await post('keep-note', { text: 'a' }, later)
    expect(response.status).toBe(202)
    expect(response.headers.get('preference-applied')).toBe('respond-async')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const { data, meta } = await bodyOf(response)
    expect(data.operation).toEqual({
      id: expect.any(String),
      name: 'keep-note',
      done: false,
      createdAt: '2026-11-21T10:00:00.000Z',
      expiresAt: '2026-11-22T10:00:00.000Z',
    })
    expect(meta).toMatchObject({ operation: 'keep-note', requestId: response.headers.get('x-request-id') })
    expect(announced).toEqual([data.operation.id])
    expect(kept).toEqual([])
  })

  it('is done by a worker, with the answer that it would have had', async () => {
    const { post, kept, worked } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    expect(await workNext(worked, never)).toBe(true)
    expect(await workNext(worked, never)).toBe(false)
    expect(kept).toEqual(['a'])
    const operation = await operationOf(await post('get-operation', { id }))
    expect(operation).toMatchObject({
      id,
      done: true,
      response: { data: { number: 1 }, meta: { operation: 'keep-note' } },
    })
    expect(operation).not.toHaveProperty('error')
    const alike = await bodyOf(await post('keep-note', { text: 'b' }))
    expect(Object.keys(operation.response)).toEqual(Object.keys(alike))
    expect(Object.keys(operation.response.meta)).toEqual(Object.keys(alike.meta))
  })

  it('has ended with the progress that it told last', async () => {
    const { post, worked } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    await workNext(worked, never)
    expect(await operationOf(await post('get-operation', { id }))).toMatchObject({
      done: true,
      progress: { done: 1, total: 1 },
    })
  })

  it('ends with the problem that it would have had', async () => {
    const { post, worked } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'there already' }, later))
    await workNext(worked, never)
    const operation = await operationOf(await post('get-operation', { id }))
    const { requestId: _, instance: __, ...alone } = await bodyOf(await post('keep-note', { text: 'there already' }))
    expect(operation).toMatchObject({ done: true, error: alone })
    expect(operation).not.toHaveProperty('response')
  })

  it('is refused at once for what is wrong with it', async () => {
    const { post, announced } = sampleApp()
    for (const [name, body, status] of [
      ['keep-note', { text: '' }, 422],
      ['keep-note', '{', 400],
      ['keep-note', { text: 'a', more: 1 }, 422],
      ['no-such', {}, 404],
    ] as const) {
      const response = await post(name, body, later)
      expect(response.status).toBe(status)
      expect(response.headers.get('preference-applied')).toBeNull()
    }
    expect((await post('keep-note', { text: 'a' }, { ...later, 'x-api-key': 'none' })).status).toBe(401)
    expect((await post('print-letters', { names: [] }, { ...later, accept: 'application/pdf' })).status).toBe(406)
    expect(announced).toEqual([])
  })

  it('may bring files of a form', async () => {
    const { app, post, key, worked } = sampleApp()
    const form = new FormData()
    form.set('request', JSON.stringify({ note: 'x' }))
    form.set('document', new File([new Uint8Array([0, 255, 7])], 'a.bin'))
    const headers = { 'x-api-key': key, ...later }
    const response = await app.request('/measure-documents', { method: 'POST', headers, body: form })
    expect(response.status).toBe(202)
    await workNext(worked, never)
    const { id } = await operationOf(response)
    expect((await operationOf(await post('get-operation', { id }))).response.data).toMatchObject({
      documents: [{ name: 'a.bin', size: 3 }],
      note: 'x',
    })
  })

  it('is one operation with an Idempotency-Key, and then its answer', async () => {
    const { post, kept, worked, announced } = sampleApp()
    const first = await operationOf(await post('keep-note', { text: 'a' }, keyed('k')))
    const again = await post('keep-note', { text: 'a' }, keyed('k'))
    expect([again.status, await operationOf(again)]).toEqual([202, first])
    expect(new Set(announced).size).toBe(1)
    await workNext(worked, never)
    for (const headers of [keyed('k'), { 'idempotency-key': 'k' }]) {
      const done = await post('keep-note', { text: 'a' }, headers)
      expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      expect((await bodyOf(done)).data).toEqual({ number: 1 })
    }
    expect(kept).toEqual(['a'])
  })

  it('is not made twice by a twin without the preference', async () => {
    const { post, kept, worked } = sampleApp()
    await post('keep-note', { text: 'a' }, keyed('k'))
    const meanwhile = await post('keep-note', { text: 'a' }, { 'idempotency-key': 'k' })
    expect([meanwhile.status, (await bodyOf(meanwhile)).code]).toEqual([409, 'idempotency_in_flight'])
    await workNext(worked, never)
    expect(kept).toEqual(['a'])
    await post('keep-note', { text: 'b' }, { 'idempotency-key': 'sync' })
    const after = await post('keep-note', { text: 'b' }, keyed('sync'))
    expect([after.status, after.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(kept).toEqual(['a', 'b'])
  })

  it('is refused for another body under its key', async () => {
    const { post, worked } = sampleApp()
    await post('keep-note', { text: 'a' }, keyed('k'))
    for (const headers of [keyed('k'), { 'idempotency-key': 'k' }]) {
      expect((await bodyOf(await post('keep-note', { text: 'b' }, headers))).code).toBe('idempotency_mismatch')
    }
    await workNext(worked, never)
    expect((await bodyOf(await post('keep-note', { text: 'b' }, keyed('k')))).code).toBe('idempotency_mismatch')
    await post('keep-note', { text: 'b' }, { 'idempotency-key': 'sync' })
    expect((await bodyOf(await post('keep-note', { text: 'c' }, keyed('sync')))).code).toBe('idempotency_mismatch')
  })

  it('is one of fifty that come at once', async () => {
    const { post, announced } = sampleApp({ limits: { concurrentPerKey: 100, queue: 100, concurrent: 200 } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('keep-note', { text: 'a' }, keyed('k'))))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 202 && status !== 409)).toEqual([])
    expect(new Set(announced).size).toBe(1)
  })

  it('is done at once where the service takes none on', async () => {
    const { post, kept } = sampleApp({ background: undefined as never })
    const response = await post('keep-note', { text: 'a' }, later)
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, null])
    expect(kept).toEqual(['a'])
  })

  it('is bounded in number, of one caller and of all', async () => {
    const { post, background, issue } = sampleApp()
    Object.assign(background, { limits: { ...defaultBackgroundLimits, waitingOfOwner: 2, waiting: 3 } })
    for (const text of ['a', 'b']) expect((await post('keep-note', { text }, later)).status).toBe(202)
    expect((await bodyOf(await post('keep-note', { text: 'c' }, later))).code).toBe('rate_limited')
    const other = { ...later, 'x-api-key': issue() }
    expect((await post('keep-note', { text: 'd' }, other)).status).toBe(202)
    expect((await bodyOf(await post('keep-note', { text: 'e' }, other))).code).toBe('overloaded')
  })
})

describe('the calls about calls', () => {
  it('tell nobody of the calls of others', async () => {
    const { post, issue, worked } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    const eve = { 'x-api-key': issue() }
    for (const name of ['get-operation', 'cancel-operation']) {
      const response = await post(name, { id }, eve)
      expect([response.status, (await bodyOf(response)).code]).toEqual([404, 'background_operation_not_found'])
    }
    expect((await bodyOf(await post('list-operations', {}, eve))).data).toEqual({ operations: [] })
    expect(await workNext(worked, never)).toBe(true)
    expect((await post('get-operation', { id: 'none' })).status).toBe(404)
  })

  it('need no scope, and tell of no operation that the key may not call', async () => {
    const { post, issue, records } = sampleApp()
    const narrow = issue({ operations: ['print-letters'], caller: 'ada' })
    const wide = issue({ operations: '*', caller: 'ada' })
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, { ...later, 'x-api-key': wide }))
    expect(records.size).toBe(3)
    expect((await post('get-operation', { id }, { 'x-api-key': wide })).status).toBe(200)
    expect((await post('get-operation', { id }, { 'x-api-key': narrow })).status).toBe(404)
    const listed = await bodyOf(await post('list-operations', {}, { 'x-api-key': narrow }))
    expect(listed.data.operations).toEqual([])
  })

  it('wait for as long as they are told to', async () => {
    const { post, worked } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    const waiting = post('get-operation', { id, waitMs: 20_000 })
    await workNext(worked, never)
    expect((await operationOf(await waiting)).done).toBe(true)
    expect((await post('get-operation', { id, waitMs: 20_001 })).status).toBe(422)
  })

  it('list what there is, page by page', async () => {
    const { post, time } = sampleApp({ limits: { ratePerMinute: 10_000 } })
    for (let n = 0; n < 60; n++) {
      time.now += 10
      await post('keep-note', { text: `${n}` }, later)
    }
    const { data: first } = await bodyOf(await post('list-operations', {}))
    const { data: second } = await bodyOf(await post('list-operations', { cursor: first.nextCursor }))
    expect([first.operations.length, second.operations.length, second.nextCursor]).toEqual([50, 10, undefined])
    const ids = [...first.operations, ...second.operations].map(({ id }) => id)
    expect(new Set(ids).size).toBe(60)
    expect(first.operations[0]!.createdAt > second.operations[9]!.createdAt).toBe(true)
    for (const cursor of ['x', 'W10', Buffer.from('[1]').toString('base64url')]) {
      expect((await bodyOf(await post('list-operations', { cursor }))).errors).toMatchObject([{ pointer: '/cursor' }])
    }
  })

  it('cancel what waits, and what is being done', async () => {
    const { post, worked, background, kept, time } = sampleApp()
    const waiting = await operationOf(await post('keep-note', { text: 'a' }, later))
    expect(await operationOf(await post('cancel-operation', { id: waiting.id }))).toMatchObject({
      done: true,
      error: { code: 'cancelled' },
    })
    expect(await workNext(worked, never)).toBe(false)
    const running = await operationOf(await post('go-wrong', { way: 'hang' }, later))
    const taken = (await background.register.take({ leaseMs: 1000 }))!
    const left = workCall(worked, taken, never)
    expect((await operationOf(await post('cancel-operation', { id: running.id }))).done).toBe(false)
    expect(await left).toBe('ended')
    expect(await operationOf(await post('get-operation', { id: running.id }))).toMatchObject({
      done: true,
      error: { code: 'cancelled' },
    })
    // What was to be done afterwards is done, and its fault is none of the call.
    expect(kept).toEqual(['tried', `afterwards, of ${running.id}-${time.now}`])
  })
})

describe('a worker', () => {
  it('goes on with what another left behind, and gives up what is cut off each time', async () => {
    const { post, background, worked, time } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    const { leaseMs, tries } = background.limits
    for (let n = 0; n < tries; n++) {
      expect(await background.register.take({ leaseMs })).toBeDefined()
      time.now += leaseMs
    }
    expect(await workNext(worked, never)).toBe(true)
    expect((await operationOf(await post('get-operation', { id }))).error).toMatchObject({
      code: 'work_cut_off',
      status: 503,
      retryable: false,
      tries,
    })
  })

  it.each([
    ['gone', (store: DocumentStore, path: string) => store.delete(path, { condition: 'any', signal: never })],
    [
      'damaged',
      (store: DocumentStore, path: string) =>
        store.put(
          {
            path,
            content: new Content([new Uint8Array(9)]),
            contentType: 'application/json',
            metadata: {},
            condition: 'any',
          },
          { signal: never },
        ),
    ],
  ])('ends a call whose input is %s, and goes on with the next', async (_, harm) => {
    const { post, worked, store, kept } = sampleApp()
    const lost = await operationOf(await post('keep-note', { text: 'a' }, later))
    await harm(store, await onlyFileOf(store, lost.id))
    await post('keep-note', { text: 'b' }, later)
    expect(await workNext(worked, never)).toBe(true)
    expect(await workNext(worked, never)).toBe(true)
    expect(kept).toEqual(['b'])
    const { error } = await operationOf(await post('get-operation', { id: lost.id }))
    expect(error).toMatchObject({ code: 'work_lost', status: 503, retryable: false })
  })

  it('keeps the body of an answer as it is, behind what is said of it', async () => {
    const { post, worked, store } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a "b"\nc' }, later))
    await workNext(worked, never)
    const kept: string[] = []
    for await (const { kind, path } of store.list(`.calls/${id}`, { signal: never }))
      if (kind === 'document' && path.includes('answer-'))
        kept.push(new TextDecoder().decode((await store.read(path, { signal: never })).bytes))
    const [head = '', body = ''] = kept[0]?.split('\n') ?? []
    expect([kept.length, JSON.parse(head)]).toMatchObject([1, { status: 200 }])
    const { response } = await operationOf(await post('get-operation', { id }))
    expect(JSON.parse(body)).toEqual(response)
  })

  it('tells of a call whose answer is gone', async () => {
    const { post, worked, store } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, keyed('k')))
    await workNext(worked, never)
    for await (const { kind, path } of store.list(`.calls/${id}`, { signal: never }))
      if (kind === 'document') await store.delete(path, { condition: 'any', signal: never })
    const { done, error } = await operationOf(await post('get-operation', { id }))
    expect({ done, error }).toMatchObject({ done: true, error: { code: 'work_lost' } })
    expect(await bodyOf(await post('keep-note', { text: 'a' }, keyed('k')))).toMatchObject({ code: 'work_lost' })
  })

  it('ends a call whose time is over', async () => {
    const { post, background, worked, kept } = sampleApp()
    Object.assign(background, { limits: { ...background.limits, workMs: 50 } })
    const { id } = await operationOf(await post('go-wrong', { way: 'hang' }, later))
    await workNext(worked, never)
    expect((await operationOf(await post('get-operation', { id }))).error).toMatchObject({
      code: 'deadline_exceeded',
      limit: 50,
    })
    expect(kept).toEqual(['tried', expect.stringContaining('afterwards')])
  })

  it('hands back what it is doing when it is to end', async () => {
    const { post, background, worked, kept } = sampleApp()
    const { id } = await operationOf(await post('go-wrong', { way: 'hang' }, later))
    const stop = new AbortController()
    const left = workNext(worked, stop.signal)
    await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort()
    expect(await left).toBe(true)
    expect(await background.register.find(id)).toMatchObject({ state: 'waiting', tries: 0 })
    expect(kept).toEqual(['tried'])
  })

  it('does a call anew whose key stood for one that has expired, though that is not taken away yet', async () => {
    const { post, background, worked, time, kept, store } = sampleApp()
    await post('keep-note', { text: 'a' }, keyed('k'))
    await workNext(worked, never)
    time.now += background.limits.keptMs
    await post('keep-note', { text: 'b' }, keyed('k'))
    const [old] = await background.register.expired(9)
    expect(old).toBeUndefined()
    await workNext(worked, never)
    expect(kept).toEqual(['a', 'b'])
    time.now += background.limits.keptMs
    await sweep(worked, never)
    const left: string[] = []
    for await (const { path } of store.list('.calls', { signal: never })) left.push(path)
    expect(left).toEqual([])
  })

  it('takes away what has expired, and what was kept for an import that nobody goes on with', async () => {
    const { post, background, worked, time, store } = sampleApp()
    const forgotten: unknown[] = []
    Object.assign(background.ports, {
      clientDirectory: { forgetOutcomes: async (which: unknown) => void forgotten.push(which) },
    })
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    await workNext(worked, never)
    await sweep(worked, never)
    expect(await background.register.find(id)).toBeDefined()
    time.now += background.limits.keptMs
    await sweep(worked, never)
    expect(await background.register.expired(9)).toEqual([])
    const left: string[] = []
    for await (const { path } of store.list('.calls', { signal: never })) left.push(path)
    expect(left).toEqual([])
    expect(forgotten).toEqual([
      { before: time.now - 2 * background.limits.keptMs },
      { before: time.now - background.limits.keptMs },
    ])
  })

  it('tries again what may succeed later', async () => {
    const { post, background, worked } = sampleApp()
    const { put } = background.store
    let failures = 1
    background.store.put = async (...parameters) => {
      if (parameters[0].path.includes('answer') && failures-- > 0) {
        throw new ChanceryError('provider_unavailable', 'The disk is full.')
      }
      return await put(...parameters)
    }
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    await workNext(worked, never)
    expect((await operationOf(await post('get-operation', { id }))).response.data).toEqual({ number: 1 })
  })

  it('keeps the answer of who has the call, not of who lost it', async () => {
    const { post, background, worked, time } = sampleApp()
    const { id } = await operationOf(await post('keep-note', { text: 'a' }, later))
    const first = (await background.register.take({ leaseMs: 1000 }))!
    time.now += 1000
    const second = (await background.register.take({ leaseMs: 1000 }))!
    expect(await workCall(worked, first, never)).toBe('lost')
    expect((await operationOf(await post('get-operation', { id }))).done).toBe(false)
    expect(await workCall(worked, second, never)).toBe('ended')
    expect((await operationOf(await post('get-operation', { id }))).done).toBe(true)
  })

  it('says nothing of what a call held in the log', async () => {
    const { post, worked, logs, kept } = sampleApp()
    await post('go-wrong', { way: 'throw' }, later)
    await workNext(worked, never)
    expect(kept).toEqual(['tried', expect.stringContaining('afterwards')])
    expect(logs.map(({ event }) => event)).toContain('failure')
    expect(JSON.stringify(logs)).not.toContain('secret text')
  })
})
