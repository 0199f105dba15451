import { type DocumentStore } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { all, codeOf, openOn, problem, request, signal, works } from './object-calls.test-support.ts'
import type { ObjectStoreVendor, FakeObjects } from './object-store-vendor.test-support.ts'

const foreign = ['', '<html>Sign in</html>', '{}', 'null', '[]', '5', '"text"', '{"error":{}}', '{"error":"x"}']

/**
 * What a store makes of answers that are not the bucket's: of pages, redirects, refusals, and buckets that are not there.
 * @param isWhole also of those that say nothing in another way
 */
export function foreignAnswers<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>, isWhole: boolean): void {
  describe(`A store in ${vendor.name}`, () => {
    let fake: Fake
    beforeEach(async () => {
      fake = await vendor.start({ versioning: false, pageSize: 1000 })
    })
    afterEach(() => fake.stop())

    const open = (bucket?: string, versions?: boolean) => openOn(vendor, fake, { bucket, versions })

    it('says that it may not', async () => {
      fake.fail({ how: 403 })
      await expect(open().stat('a.txt', { signal })).rejects.toEqual(problem('provider_failed'))
    })

    it('says that the bucket is missing, or nobody is there', async () => {
      await expect(open('missing').put(request, { signal })).rejects.toEqual(problem('provider_failed'))
      await expect(open('missing').check({ signal })).rejects.toEqual(problem('provider_unavailable'))
    })

    it.each([
      ['put', (store) => store.put({ ...request, path: 'b.txt' }, { signal })],
      ['read', (store) => store.read('a.txt', { signal })],
      ['stat', (store) => store.stat('a.txt', { signal })],
      ['delete', (store) => store.delete('a.txt', { condition: 'any', signal })],
      ['list', (store) => all(store.list('', { signal }))],
    ] as readonly (readonly [string, (store: DocumentStore) => Promise<unknown>])[])(
      'says that the bucket is missing, and calls nothing in it absent: %s',
      async (_, work) => {
        await expect(work(open('missing'))).rejects.toMatchObject({ code: 'provider_failed', retryable: false })
      },
    )

    // Lists are read by a way of their own, all others by one.
    const answers = works.flatMap(([call, work], index) =>
      [
        ...foreign.slice(0, isWhole && (index < 3 || call === 'list') ? Infinity : 3),
        ...(call === 'list' ? vendor.noLists : []),
      ].map((body) => ({ call, body, work, index })),
    )

    it.each(answers)(
      'believes $call nothing of what is not the store, and asks again: $body ($index)',
      async (each) => {
        const first = open()
        await first.put(request, { signal })
        const right = await each.work(open('docs'))
        const putBack = (): Promise<unknown> => first.put({ ...request, condition: 'any' }, { signal })
        if (each.index >= 6) await putBack()
        for (let count = 0; count < 2; count++) fake.fail({ call: each.call, how: { body: each.body } })
        if (each.index === 1) fake.remove('docs', 'new.txt')
        const got = await each.work(open())
        if (each.call !== 'insert') expect(got).toEqual(right)
        if (each.index >= 6) await putBack()
        for (let count = 0; count < 4; count++) fake.fail({ call: each.call, how: { body: each.body } })
        if (each.index === 1) fake.remove('docs', 'new.txt')
        const told = await codeOf(each.work(open()))
        // An answer that has the length of nothing is one that was cut off.
        expect(['provider_failed', 'provider_timeout']).toContain(told)
      },
    )

    const page = '<html>There is nothing here</html>'
    it.each([
      ['a page that says that there is nothing', { body: page, status: 404, type: 'text/html' }, {}],
      ['a redirect without an address', { body: '', status: 302 }, {}],
    ] as const)('takes %s for no word of the store', async (_, how, headers) => {
      await open().put(request, { signal })
      for (const [call, work] of works) {
        for (let count = 0; count < 4; count++) fake.fail({ call, how, headers })
        // All is answered: a busy machine may take its time.
        const told = await work(openOn(vendor, fake, { callMs: 10_000 })).then(
          () => 'taken for an answer',
          ({ code }: { readonly code: string }) => code,
        )
        // Bytes that are gone are looked for again, as a document that was changed meanwhile.
        if (call !== 'media') expect(told).toBe('provider_failed')
        fake.forgive()
      }
    })

    it('gives a document to the store alone, and not to where a redirect leads', async () => {
      for (let count = 0; count < 4; count++)
        fake.fail({ call: 'insert', how: { body: '', status: 307 }, headers: { location: '/elsewhere' } })
      await expect(open().put(request, { signal })).rejects.toEqual(problem('provider_failed'))
    })
  })
}
