import { Content } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOn, problem, remove, request, signal } from './object-calls.test-support.ts'
import type { FakeObjects, ObjectStoreVendor } from './object-store-vendor.test-support.ts'

/** What a store makes of a write whose answer is lost, of what is damaged on the way, and of a provider that wants to be left alone. */
export function repeatedCalls<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  describe(`A store in ${vendor.name}`, () => {
    let fake: Fake
    beforeEach(async () => {
      fake = await vendor.start({ versioning: false, pageSize: 1000 })
    })
    afterEach(() => fake.stop())

    const open = (bucket?: string, versions?: boolean) => openOn(vendor, fake, { bucket, versions })

    it('knows its own write again when the answer to it was lost', async () => {
      fake.fail({ how: 503, done: true })
      const stored = await open().put(request, { signal })
      expect(await open().stat('a.txt', { signal })).toEqual(stored)
      await expect(open().put(request, { signal })).rejects.toEqual(problem('document_exists'))
    })

    it.each(['absent', 'any'] as const)('writes once where the answer to a write was lost: %s', async (condition) => {
      await fake.stop()
      fake = await vendor.start({ versioning: true, pageSize: 1000 })
      const store = open('docs', true)
      if (condition === 'any') await store.put(request, { signal })
      fake.fail({ call: 'insert', how: 'reset', done: true })
      fake.fail({ call: 'insert', how: 503, done: true })
      const stored = await store.put(
        { ...request, content: new Content([Buffer.from('other')]), condition },
        { signal },
      )
      expect(await store.stat('a.txt', { signal })).toEqual(stored)
    })

    it('says that it may not delete', async () => {
      const store = open()
      await store.put(request, { signal })
      fake.fail({ call: 'delete', how: 403 })
      await expect(remove(store)).rejects.toMatchObject({ code: 'provider_failed', retryable: false })
      expect(await store.stat('a.txt', { signal })).toBeDefined()
    })

    it('gives up after some tries, and says when to come again', async () => {
      for (let count = 0; count < 4; count++) fake.fail({ call: 'get', how: 503, headers: { 'retry-after': '0' } })
      await expect(open().stat('a.txt', { signal })).rejects.toMatchObject({
        code: 'provider_unavailable',
        retryAfterMs: 0,
      })
      expect(fake.calls).toEqual(['get', 'get', 'get', 'get'])
    })

    it.each([
      ['60', 60_000],
      [new Date(Date.now() + 7_200_000).toUTCString(), 7_200_000],
    ])('does not ask again before it was told to, and passes that on: %s', async (told, most) => {
      fake.fail({ call: 'get', how: 503, headers: { 'retry-after': told } })
      const failure = await open()
        .stat('a.txt', { signal })
        .catch((error: unknown) => error)
      expect(failure).toEqual(problem('provider_unavailable'))
      const { retryAfterMs = 0 } = failure as { readonly retryAfterMs?: number }
      expect([retryAfterMs > most / 2, retryAfterMs <= most]).toEqual([true, true])
      expect(fake.calls).toEqual(['get'])
    })

    it('reads again what was damaged on the way, and what is damaged where it is stored no more than twice', async () => {
      await open().put(request, { signal })
      fake.fail({ call: 'media', how: 'flip-download' })
      expect(Buffer.from((await open().read('a.txt', { signal })).bytes).toString()).toBe('content')
      fake.damage('docs', 'a.txt')
      fake.calls.length = 0
      await expect(open().read('a.txt', { signal })).rejects.toEqual(problem('document_corrupt'))
      expect(fake.calls.filter((call) => call === 'media')).toHaveLength(2)
    })

    it('does not wait for an answer after it was cancelled', async () => {
      const controller = new AbortController()
      const reading = open().read('a.txt', { signal: controller.signal })
      controller.abort()
      await expect(reading).rejects.toEqual(problem('cancelled'))
    })
  })
}
