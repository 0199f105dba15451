import { describe, expect, it } from 'vitest'
import { Content } from '../model/content.ts'
import { ChanceryError } from '../errors.ts'
import type { PutRequest } from '../ports/document-store.ts'
import { bytesOf, now } from '../testing/document-texts.test-support.ts'
import { fakeStore } from '../testing/fake-store.test-support.ts'
import { createEventRecording } from './event-recording.ts'
import { tellingStore } from './telling-store.ts'

const options = { signal: new AbortController().signal }
const request: PutRequest = {
  path: 'a.txt',
  content: new Content([bytesOf('text:A')]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'absent',
}

/** A store that is told of, and all that was done, in its order. */
function told({ unconfirmed = false, failsWith = undefined as unknown } = {}) {
  const done: unknown[] = []
  const lines: unknown[] = []
  const kept = fakeStore(done as string[])
  const inner = Object.assign(kept, {
    put: failsWith === undefined ? kept.put : () => Promise.reject(failsWith),
  })
  const store = tellingStore(inner, {
    outbox: {
      id: 'memory',
      add: async (event, hold) => void done.push(['add', event.id, event.data['path'], hold]),
      async confirm(id, happened) {
        if (unconfirmed) throw new Error('gone')
        done.push(['confirm', id, happened])
      },
    },
    recording: createEventRecording({ endpoints: [], ids: { next: () => '1' }, clock: { now: () => now } }),
    clock: { now: () => now },
    logger: { log: (...line) => void lines.push(line), within: (_fields, run) => run() },
    holdMs: 500,
  })
  return { store, done, lines }
}

describe('a store whose documents are told of', () => {
  const hold = { until: now + 500, provider: 'memory', path: 'a.txt' }

  it('writes the event first, and confirms it when the document is there', async () => {
    const { store, done, lines } = told()
    expect(await store.put(request, options)).toMatchObject({ path: 'a.txt', size: 6 })
    expect(done).toEqual([['add', 'evt_1', 'a.txt', hold], 'put a.txt', ['confirm', 'evt_1', true]])
    expect(lines).toEqual([])
  })

  it('keeps the digest with the hold, where it is known', async () => {
    const { store, done } = told({ failsWith: new Error('broke off') })
    await expect(store.put({ ...request, sha256: 'f0' }, options)).rejects.toThrow('broke off')
    expect(done).toEqual([['add', 'evt_1', 'a.txt', { ...hold, sha256: 'f0' }]])
  })

  it.each(['document_exists', 'invalid_request', 'payload_too_large', 'unsupported_document'] as const)(
    'has nothing to tell after a refusal (%s)',
    async (code) => {
      const { store, done } = told({ failsWith: new ChanceryError(code, 'No.') })
      await expect(store.put(request, options)).rejects.toMatchObject({ code })
      expect(done.at(-1)).toEqual(['confirm', 'evt_1', false])
    },
  )

  it('leaves it held after a failure that may have come behind the write', async () => {
    const { store, done } = told({ failsWith: new ChanceryError('provider_unavailable', 'No.') })
    await expect(store.put(request, options)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(done).toHaveLength(1)
  })

  it('has stored the document also where that cannot be confirmed', async () => {
    const { store, lines } = told({ unconfirmed: true })
    expect(await store.put(request, options)).toMatchObject({ path: 'a.txt' })
    expect(lines).toEqual([['warning', 'event-unconfirmed', { event: 'evt_1' }]])
  })

  it('tells of documents of spaces, and not of what the service keeps for itself', async () => {
    const { store, done } = told()
    await store.put({ ...request, path: '.spaces/lisbon/a.txt' }, options)
    expect(done[0]).toEqual(['add', 'evt_1', 'a.txt', { ...hold, path: '.spaces/lisbon/a.txt' }])
    done.length = 0
    await store.put({ ...request, path: '.calls/a' }, options)
    expect(done).toEqual(['put .calls/a'])
  })

  it('is the store in all else', async () => {
    const { store } = told()
    await store.put(request, options)
    expect(store.id).toBe('memory')
    expect((await store.read('a.txt', options)).bytes).toEqual(bytesOf('text:A'))
  })
})
