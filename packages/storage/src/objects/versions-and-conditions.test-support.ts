import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { all, openOn, problem, remove, request, signal } from './object-calls.test-support.ts'
import type { ObjectStoreVendor, FakeObjects } from './object-store-vendor.test-support.ts'

/** What a store tells of versions, and when it trusts that a bucket holds conditions. */
export function versionsAndConditions<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  describe(`A store in ${vendor.name}`, () => {
    let fake: Fake
    beforeEach(async () => {
      fake = await vendor.start({ versioning: false, pageSize: 1000 })
    })
    afterEach(() => fake.stop())

    const open = (bucket?: string, versions?: boolean) => openOn(vendor, fake, { bucket, versions })

    it('keeps the versions of what was deleted as long as the bucket does', async () => {
      await fake.stop()
      fake = await vendor.start({ versioning: true, pageSize: 1000 })
      const store = open('docs', true)
      const { version } = await store.put(request, { signal })
      await remove(store)
      const { bytes } = await store.read('a.txt', { version, signal })
      expect(Buffer.from(bytes).toString()).toBe('content')
      expect(await all(store.list('', { signal }))).toEqual([])
      await expect(remove(store, { version: '1' })).resolves.toBe(false)
    })

    it('lists versions with what the list tells of them', async () => {
      await fake.stop()
      fake = await vendor.start({ versioning: true, pageSize: 1000 })
      const store = open('docs', true)
      const stored = [await store.put({ ...request, metadata: { client: 'Müller' } }, { signal })]
      for (const condition of ['any', 'any'] as const)
        stored.unshift(await store.put({ ...request, condition }, { signal }))
      fake.calls.length = 0
      expect(await store.versions?.('a.txt', { signal })).toEqual(stored)
      expect(fake.calls).toEqual(['get', 'list', ...(vendor.tellsVersions ? [] : ['get', 'get'])])
    })

    it('writes only after it has seen that conditions hold, once, and leaves nothing of that', async () => {
      const store = vendor.open(fake, 'docs', { conditions: 'try' })
      await Promise.all(['a', 'b', 'c'].map((path) => store.put({ ...request, path }, { signal })))
      const calls = fake.calls.length
      await store.put({ ...request, path: 'd' }, { signal })
      expect(fake.calls.length - calls).toBeLessThan(4)
      const listed = await all(open().list('', { signal }))
      expect(listed.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd'])
      expect(await open().stat('.chancery/x', { signal })).toBeUndefined()
    })

    it('looks again whether conditions hold, where it could not find out', async () => {
      const store = vendor.open(fake, 'docs', { conditions: 'try', attempts: 1 })
      fake.fail({ call: 'insert', how: 503 })
      await expect(store.put(request, { signal })).rejects.toEqual(problem('provider_unavailable'))
      await store.put(request, { signal })
      await store.check({ signal })
    })
  })
}
