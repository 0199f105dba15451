import { Content } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOn, problem, request, signal } from './object-calls.test-support.ts'
import type { ObjectStoreVendor, FakeObjects } from './object-store-vendor.test-support.ts'

/** Of three parts. */
const ofParts = new Uint8Array(12 * 1024 * 1024 + 7).map((_, index) => (index * 2_654_435_761) >>> 11)

/**
 * How a store writes documents in parts: over connections that break, and against others who write the same.
 * @param isWhole each in every way, and not in one
 */
export function largeDocuments<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>, isWhole: boolean): void {
  const some = <Way>(ways: readonly Way[]): readonly Way[] => (isWhole ? ways : ways.slice(0, 1))

  describe(`A store in ${vendor.name}`, () => {
    let fake: Fake
    beforeEach(async () => {
      fake = await vendor.start({ versioning: false, pageSize: 1000 })
    })
    afterEach(() => fake.stop())

    it.each(some([1, 2]))(
      'keeps a large document, though a connection breaks %i times while it goes up',
      async (times) => {
        const store = vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
        for (const call of ['insert', vendor.partCall] as const)
          for (let count = 0; count < times; count++) fake.fail({ call, how: 'break-upload' })
        const large = { ...request, content: new Content([ofParts]), metadata: { client: 'Müller' } }
        const stored = await store.put(large, { signal })
        expect(stored).toMatchObject({ size: ofParts.length, metadata: { client: 'Müller' } })
        expect(fake.calls.filter((call) => call === vendor.partCall).length).toBeGreaterThan(times)
        fake.forgive()
        fake.fail({ call: 'media', how: 'break-download' })
        const read = await store.read('a.txt', { signal })
        expect(read.document).toEqual(stored)
        expect(Buffer.compare(read.bytes, ofParts)).toBe(0)
        await expect(store.put(large, { signal })).rejects.toEqual(problem('document_exists'))
      },
    )

    it.each(some(['any', 'absent'] as const))(
      'writes a large document once, where the last answer was lost: %s',
      async (condition) => {
        const store = vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
        if (condition === 'any') await store.put(request, { signal })
        const content = new Content([new Uint8Array(9_000_000).fill(7)])
        fake.fail({ call: vendor.lastCall, how: 'reset', done: true })
        const stored = await store.put({ ...request, content, condition }, { signal })
        expect(stored.size).toBe(9_000_000)
        expect(await store.stat('a.txt', { signal })).toEqual(stored)
      },
    )

    it.each(some([412, 503, 410] as const))(
      'has stored what is written, though a look at it is refused: %i',
      async (how) => {
        const store = openOn(vendor, fake, { callMs: 10_000 })
        for (const [path, size] of [
          ['small', 7],
          ['large', 8_400_000],
        ] as const) {
          for (let count = 0; count < 4; count++) fake.fail({ call: 'get', how })
          const stored = await store.put({ ...request, path, content: new Content([new Uint8Array(size)]) }, { signal })
          fake.forgive()
          const { createdAt: _, updatedAt: __, ...told } = stored
          expect(await store.stat(path, { signal })).toMatchObject(told)
        }
      },
    )

    it('begins an upload anew that the store gave up, on the same condition, and not for ever', async () => {
      const content = new Content([new Uint8Array(9_000_000).fill(7)])
      const store = vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
      let { version } = await store.put(request, { signal })
      for (const gone of vendor.uploadGone) {
        fake.fail(gone)
        const stored = await store.put({ ...request, content, condition: { version } }, { signal })
        expect(stored.size).toBe(9_000_000)
        version = stored.version
      }
      const [gone] = vendor.uploadGone
      for (let count = 0; count < 9; count++) if (gone !== undefined) fake.fail(gone)
      fake.calls.length = 0
      await expect(store.put({ ...request, content, condition: { version } }, { signal })).rejects.toMatchObject({
        code: 'provider_failed',
        retryable: true,
      })
      expect(fake.calls.filter((call) => call === gone?.call)).toHaveLength(4)
      fake.forgive()
      expect(await store.stat('a.txt', { signal })).toMatchObject({ version })
    })

    if (!isWhole) return
    it('lets one of many who write large documents at once win', async () => {
      const store = vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 4 }, (_, racer) =>
          store.put({ ...request, content: new Content([new Uint8Array(8_400_000).fill(racer)]) }, { signal }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { bytes } = await store.read('a.txt', { signal })
      const ofOne = new Uint8Array(8_400_000).fill(bytes[0] ?? 9)
      expect(Buffer.compare(bytes, ofOne)).toBe(0)
    })
  })
}
