import { createHash } from 'node:crypto'
import { Content, type DeleteCondition, type DocumentStore } from '@chancery/core'
import { documentStoreContract, roundsOfOneThread } from '@chancery/port-contracts/document-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WireFault } from './fake-wire.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'

/** The calls that every object store has, by the names that all stand-ins give them. */
export type ObjectCall = 'insert' | 'get' | 'media' | 'list' | 'delete' | 'part' | 'complete'

export interface PlacedFacts {
  readonly contentType?: string
  /** As the vendor has it: with names of ours, too. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** What the stand-ins of all vendors can do. */
export interface FakeObjects {
  readonly calls: string[]
  fail(fault: WireFault<ObjectCall>): void
  before(call: ObjectCall, nth: number, work: () => void): void
  forgive(): void
  stop(): Promise<void>
  /** Puts an object as another program would. */
  place(bucket: string, name: string, bytes: Buffer, more?: PlacedFacts): void
  remove(bucket: string, name: string): void
  damage(bucket: string, name: string): void
  /** Lets the next second begin; absent: times are in milliseconds. */
  passTime?(): void
}

export interface ObjectStoreVendor<Fake extends FakeObjects> {
  /** As names of tests have it. */
  readonly name: string
  readonly start: (settings: { readonly versioning: boolean; readonly pageSize: number }) => Promise<Fake>
  readonly open: (fake: Fake, bucket: string, settings: ObjectStoreSettings) => DocumentStore
  /** A list of versions tells all of each, so that none has to be looked at. */
  readonly tellsVersions: boolean
  /** Answers to a list that are no list, besides those that are nothing at all. */
  readonly noLists: readonly string[]
  /** Of our own metadata. */
  readonly ownPrefix: string
  /** The call that carries one part of a large document, and the one that makes it be there. */
  readonly partCall: ObjectCall
  readonly lastCall: ObjectCall
  /** What one of these calls is answered when the store has given the upload up, as it does after some days. */
  readonly uploadGone: readonly WireFault<ObjectCall>[]
}

const { signal } = new AbortController()
const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const got: Item[] = []
  for await (const item of items) got.push(item)
  return got
}
const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken for an answer',
    ({ code }: { readonly code: string }) => code,
  )

const request = {
  path: 'a.txt',
  content: new Content([Buffer.from('content')]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'absent',
} as const
const remove = (store: DocumentStore, condition: DeleteCondition = 'any') =>
  store.delete('a.txt', { condition, signal })

/** Calls, and what makes them. */
const works: readonly (readonly [ObjectCall, (store: DocumentStore) => Promise<unknown>])[] = [
  ['insert', (store) => store.put({ ...request, condition: 'any' }, { signal })],
  ['insert', (store) => store.put({ ...request, path: 'new.txt' }, { signal })],
  ['get', (store) => store.stat('a.txt', { signal })],
  ['get', (store) => store.read('a.txt', { signal })],
  ['media', (store) => store.read('a.txt', { signal })],
  ['list', (store) => all(store.list('', { signal }))],
  ['delete', (store) => remove(store)],
  ['get', (store) => remove(store)],
]

/** The contract of a document store, with versions and without, on a vendor's stand-in. */
export function objectStoreContract<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  for (const versions of [false, true]) {
    documentStoreContract(
      `The ${vendor.name} store ${versions ? 'with' : 'without'} versions`,
      async () => {
        const fake = await vendor.start({ versioning: versions, pageSize: 3 })
        return {
          store: vendor.open(fake, 'docs', { prefix: 'firm', versions }),
          async damage(path) {
            fake.damage('docs', `firm/${path}`)
          },
          async makeFolder(path) {
            fake.place('docs', `firm/${path}/`, Buffer.alloc(0))
          },
          ...(fake.passTime === undefined ? {} : { passTime: fake.passTime }),
          close: () => fake.stop(),
        }
      },
      { hierarchical: false, segmentBytes: 900, rounds: roundsOfOneThread },
    )
  }
}

/** What every object store makes of faults: of its own calls, of the network, and of those who answer in its place. */
export function objectStoreFaults<Fake extends FakeObjects>(vendor: ObjectStoreVendor<Fake>): void {
  const openOn = (fake: Fake, bucket = 'docs', versions = false, callMs = 300) =>
    vendor.open(fake, bucket, { versions, backoffMs: 1, callMs, conditions: 'trust' })
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

    const passing = [
      408,
      429,
      500,
      502,
      503,
      504,
      'reset',
      'cut',
      'hang',
      'break-download',
      'stall-download',
      520,
    ] as const
    const cases = passing.flatMap((how) =>
      works.flatMap(([call, work], index) =>
        typeof how === 'string' && how.endsWith('-download') && call !== 'media'
          ? []
          : [false, true].map((overwrote) => ({ call, how, overwrote, work, index })),
      ),
    )
    it.each(cases)('goes on after $call met $how, a store that wrote before: $overwrote ($index)', async (each) => {
      await withFake(false, async (fake) => {
        const open = () => openOn(fake, 'docs', false, patienceFor(each.how))
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
          const store = openOn(fake, 'docs', versions, patienceFor(how))
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

    const open = (bucket?: string, versions?: boolean) => openOn(fake, bucket, versions)

    it('knows its own write again when the answer to it was lost', async () => {
      fake.fail({ how: 503, done: true })
      const stored = await open().put(request, { signal })
      expect(await open().stat('a.txt', { signal })).toEqual(stored)
      await expect(open().put(request, { signal })).rejects.toEqual(problem('document_exists'))
    })

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

    const foreign = ['', '{}', 'null', '[]', '5', '"text"', '<html>Sign in</html>', '{"error":{}}', '{"error":"x"}']
    const answers = works.flatMap(([call, work], index) =>
      [...foreign, ...vendor.noLists].map((body) => ({ call, body, work, index })),
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
        const told = await work(open()).then(
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

    it('reads an object whose own metadata another program made up', async () => {
      fake.place('docs', 'theirs.txt', Buffer.from('x'), {
        metadata: { [`${vendor.ownPrefix}created_at`]: 'yesterday', [`${vendor.ownPrefix}created-at`]: 'yesterday' },
      })
      const { createdAt } = (await open().stat('theirs.txt', { signal })) ?? {}
      expect(Date.parse(createdAt ?? '')).not.toBeNaN()
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

    it.each([1, 2])('keeps a large document, though a connection breaks %i times while it goes up', async (times) => {
      const bytes = new Uint8Array(12 * 1024 * 1024 + 7).map((_, index) => (index * 2_654_435_761) >>> 11)
      const store = vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
      for (const call of ['insert', vendor.partCall] as const)
        for (let count = 0; count < times; count++) fake.fail({ call, how: 'break-upload' })
      const large = { ...request, content: new Content([bytes]), metadata: { client: 'Müller' } }
      const stored = await store.put(large, { signal })
      expect(stored).toMatchObject({ size: bytes.length, metadata: { client: 'Müller' } })
      expect(fake.calls.filter((call) => call === vendor.partCall).length).toBeGreaterThan(times)
      fake.forgive()
      fake.fail({ call: 'media', how: 'break-download' })
      const read = await store.read('a.txt', { signal })
      expect(read.document).toEqual(stored)
      expect(Buffer.compare(read.bytes, bytes)).toBe(0)
      await expect(store.put(large, { signal })).rejects.toEqual(problem('document_exists'))
    })

    it.each(['absent', 'any'] as const)(
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

    it.each([503, 410, 412] as const)('has stored what is written, though a look at it is refused: %i', async (how) => {
      const store = openOn(fake, 'docs', false, 10_000)
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
    })

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

    it('lets one of many who write large documents at once win', async () => {
      const store = vendor.open(fake, 'docs', { conditions: 'trust', backoffMs: 1 })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 4 }, (_, racer) =>
          store.put({ ...request, content: new Content([new Uint8Array(8_400_000).fill(racer)]) }, { signal }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { bytes } = await store.read('a.txt', { signal })
      expect([bytes.length, new Set(bytes).size]).toEqual([8_400_000, 1])
    })
  })
}
