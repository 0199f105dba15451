import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOn, remove, request, signal } from './object-calls.test-support.ts'
import type { ObjectStoreVendor, FakeObjects } from './object-store-vendor.test-support.ts'

/** What a store makes of objects that other programs put, changed or took away. */
export function otherPrograms<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  describe(`A store in ${vendor.name}`, () => {
    let fake: Fake
    beforeEach(async () => {
      fake = await vendor.start({ versioning: false, pageSize: 1000 })
    })
    afterEach(() => fake.stop())

    const open = (bucket?: string, versions?: boolean) => openOn(vendor, fake, { bucket, versions })

    it('reads what other programs put there, and lists no name that it cannot read', async () => {
      fake.place('docs', 'theirs.pdf', Buffer.from('123456789'), { contentType: 'application/pdf' })
      fake.place('docs', 'a//b', Buffer.from('x'))
      fake.place('docs', '../c', Buffer.from('x'))
      const document = await open().stat('theirs.pdf', { signal })
      expect(document).toMatchObject({ contentType: 'application/pdf', crc32c: '4waSgw==', metadata: {} })
      expect(document?.sha256).toMatch(/^15e2b0d3/)
      const listed: string[] = []
      for await (const { path } of open().list('', { signal })) listed.push(path)
      expect(listed).toEqual(['theirs.pdf'])
    })

    it('reads a large one of another program piece by piece for its digests, and notices that it is another one then', async () => {
      const large = Buffer.alloc(17 * 1024 * 1024, 'x')
      fake.place('docs', 'large.bin', large)
      const document = await open().stat('large.bin', { signal })
      expect(document).toMatchObject({ size: large.length, sha256: createHash('sha256').update(large).digest('hex') })
      const reads = fake.calls.filter((call) => call === 'media')
      expect(reads.length).toBeGreaterThan(2)
      fake.before('media', 2, () => fake.place('docs', 'large.bin', Buffer.from('newer')))
      expect(await open().stat('large.bin', { signal })).toMatchObject({ size: 5 })
    })

    it('reads an object whose own metadata another program made up', async () => {
      fake.place('docs', 'theirs.txt', Buffer.from('x'), {
        metadata: { [`${vendor.ownPrefix}created_at`]: 'yesterday', [`${vendor.ownPrefix}created-at`]: 'yesterday' },
      })
      const { createdAt } = (await open().stat('theirs.txt', { signal })) ?? {}
      expect(Date.parse(createdAt ?? '')).not.toBeNaN()
    })

    it('takes nothing away that came after a delete whose answer was lost', async () => {
      const store = open()
      for (const isNamed of [false, true]) {
        const { version } = await store.put({ ...request, condition: 'any' }, { signal })
        // While the second try is on its way, another program puts a document there.
        fake.fail({ call: 'delete', how: 503, done: true })
        fake.before('delete', 2, () => fake.place('docs', 'a.txt', Buffer.from('theirs')))
        const told = await remove(store, isNamed ? { version } : 'any').catch(({ code }: { code: string }) => code)
        expect(told).toBe(isNamed ? 'write_conflict' : true)
        expect(Buffer.from((await store.read('a.txt', { signal })).bytes).toString()).toBe('theirs')
      }
    })

    it('deletes what is there, where another program was quicker', async () => {
      const store = open()
      await store.put(request, { signal })
      fake.before('delete', 1, () => fake.place('docs', 'a.txt', Buffer.from('theirs')))
      expect(await remove(store)).toBe(true)
      expect(await store.stat('a.txt', { signal })).toBeUndefined()
      const { version } = await store.put(request, { signal })
      fake.before('delete', 1, () => fake.remove('docs', 'a.txt'))
      expect(await remove(store, { version })).toBe(false)
    })
  })
}
