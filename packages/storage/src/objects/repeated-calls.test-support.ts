import { Content } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WireFault } from './fake-wire.ts'
import { openOn, problem, remove, request, signal, works } from './object-calls.test-support.ts'
import type { FakeObjects, ObjectCall, ObjectStoreVendor } from './object-store-vendor.test-support.ts'

/** What a store makes of calls that fail on the way, of answers that are lost, and of a provider that wants to be left alone. */
export function repeatedCalls<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  /** Only an answer that never comes is waited for as long as that: others may be late on a busy machine. */
  const patienceFor = (how: WireFault<ObjectCall>['how']): number =>
    how === 'hang' || how === 'stall-download' ? 1000 : 10_000

  // At once, each on a stand-in of its own: some wait until a call is given up.
  describe.concurrent(`A store in ${vendor.name}`, () => {
    const withFake = async (versioning: boolean, work: (fake: Fake) => Promise<void>): Promise<void> => {
      const fake = await vendor.start({ versioning, pageSize: 1000 })
      try {
        await work(fake)
      } finally {
        await fake.stop()
      }
    }

    const passing = [429, 503, 'reset', 'cut', 'hang', 'break-download', 'stall-download'] as const
    /** What a status means is the same for all calls. */
    const likewise = [408, 500, 502, 504, 520] as const
    /** What a call may meet on a connection that was used before, in a bucket that was seen. */
    const later: readonly WireFault<ObjectCall>['how'][] = [503, 'reset', 'cut']
    const cases = works.flatMap(([call, work], index) =>
      [...passing, ...(index === 2 ? likewise : [])]
        .filter((how) => typeof how !== 'string' || !how.endsWith('-download') || call === 'media')
        .flatMap((how) =>
          (later.includes(how) ? [false, true] : [false]).map((overwrote) => ({
            call,
            how,
            overwrote,
            work,
            index,
          })),
        ),
    )
    it.each(cases)('goes on after $call met $how, a store that wrote before: $overwrote ($index)', async (each) => {
      await withFake(false, async (fake) => {
        const open = () => openOn(vendor, fake, { callMs: patienceFor(each.how) })
        const first = open()
        await first.put(request, { signal })
        const store = each.overwrote ? first : open()
        if (each.overwrote) await store.put({ ...request, condition: 'any' }, { signal })
        fake.fail({ call: each.call, how: each.how })
        fake.fail({ call: each.call, how: each.how })
        fake.calls.length = 0
        await each.work(store)
        expect(fake.calls.filter((call) => call === each.call).length).toBeGreaterThanOrEqual(3)
      })
    })

    const lost: readonly WireFault<ObjectCall>['how'][] = ['reset', 503, 'cut', 'hang', { body: '' }]
    it.each(lost.flatMap((how) => [false, true].map((versions) => ({ how, versions }))))(
      'has deleted where the answer to it was lost: $how, a bucket with versions: $versions',
      async ({ how, versions }) => {
        await withFake(versions, async (fake) => {
          const store = openOn(vendor, fake, { versions, callMs: patienceFor(how) })
          for (const isNamed of [false, true]) {
            const { version } = await store.put(request, { signal })
            fake.fail({ call: 'delete', how, done: true })
            expect(await remove(store, isNamed ? { version } : 'any')).toBe(true)
            expect(await store.stat('a.txt', { signal })).toBeUndefined()
            expect(await remove(store)).toBe(false)
          }
        })
      },
    )
  })

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
