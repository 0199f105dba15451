import {
  ChanceryError,
  Content,
  type DeleteCondition,
  type DocumentStore,
  type FolderSummary,
  type PutRequest,
  type StoredDocument,
  type StoreEntry,
  type WriteCondition,
} from '@chancery/core'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A store to try, new and empty, and what the test may do behind its back. */
export interface DocumentStoreUnderTest {
  readonly store: DocumentStore
  /** Changes a stored byte as a failing disk would: unnoticed. */
  damage(path: string): Promise<void>
  /** Makes a folder that holds nothing; absent where folders are made of paths alone. */
  makeFolder?(path: string): Promise<void>
  /** Lets the clock of the store go on by what its times are rounded to; absent: they are as exact as those of the system. */
  passTime?(): void
  close?(): Promise<void>
}

export interface DocumentStoreCapabilitySwitches {
  /** A document cannot lie below a document, nor be where a folder is. Default true. */
  readonly hierarchical?: boolean
  /** Longest segment of a path, in bytes of UTF-8. Default 255. */
  readonly segmentBytes?: number
}

const { signal } = new AbortController()
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** Larger than any buffer on the way, and not a multiple of one. */
const large = new Uint8Array(5_000_011).map((_, index) => (index * 2_654_435_761) >>> 13)

const request = (path: string, content: string | Uint8Array, more: Partial<PutRequest> = {}): PutRequest => ({
  path,
  content: new Content([typeof content === 'string' ? utf8(content) : content]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'absent',
  ...more,
})

const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })

/** What every document store must do. `make` gives a new, empty store each time. */
export function documentStoreContract(
  name: string,
  make: () => Promise<DocumentStoreUnderTest>,
  { hierarchical = true, segmentBytes = 255 }: DocumentStoreCapabilitySwitches = {},
): void {
  describe(`${name} keeps the contract of a document store`, () => {
    let underTest: DocumentStoreUnderTest
    let store: DocumentStore
    beforeEach(async () => {
      underTest = await make()
      store = underTest.store
    })
    afterEach(async () => {
      await underTest.close?.()
    })

    /** Long enough that a write afterwards has a later time. */
    const laterTime = async (): Promise<void> => {
      if (underTest.passTime === undefined) await new Promise((resolve) => setTimeout(resolve, 15))
      else underTest.passTime()
    }
    const put = (path: string, content: string | Uint8Array = path, condition: WriteCondition = 'absent') =>
      store.put(request(path, content, { condition }), { signal })
    const remove = (path: string, condition: DeleteCondition = 'any') => store.delete(path, { condition, signal })
    const textAt = async (path: string): Promise<string> =>
      new TextDecoder().decode((await store.read(path, { signal })).bytes)
    const listed = async (folder = '', after?: string): Promise<StoreEntry[]> => {
      const entries: StoreEntry[] = []
      for await (const entry of store.list(folder, { signal, ...(after === undefined ? {} : { after }) })) {
        entries.push(entry)
      }
      return entries
    }
    const keyOf = ({ kind, path }: StoreEntry): string => (kind === 'folder' ? `${path}/` : path)
    const documentPaths = async (folder?: string, after?: string): Promise<string[]> =>
      (await listed(folder, after)).filter(({ kind }) => kind === 'document').map(({ path }) => path)

    describe('put', () => {
      it('answers what is stored, and stat and read say the same', async () => {
        const stored = await store.put(
          request('letters/anna.txt', 'Dear Anna', { metadata: { client: 'Anna Müller', matter: '7' } }),
          { signal },
        )
        expect(stored).toMatchObject({
          path: 'letters/anna.txt',
          provider: store.id,
          size: 9,
          contentType: 'text/plain',
          sha256: sha256(utf8('Dear Anna')),
          metadata: { client: 'Anna Müller', matter: '7' },
        })
        expect(stored.version).not.toBe('')
        expect(new Date(stored.createdAt).toISOString()).toBe(stored.createdAt)
        expect(new Date(stored.updatedAt).toISOString()).toBe(stored.updatedAt)
        expect(await store.stat('letters/anna.txt', { signal })).toEqual(stored)
        const read = await store.read('letters/anna.txt', { signal })
        expect(read.document).toEqual(stored)
        expect(Buffer.from(read.bytes).toString()).toBe('Dear Anna')
      })

      it('states the CRC-32C of the check value of the standard', async () => {
        // RFC 3720 names no text; "123456789" -> e3069283 is the catalogue's check value for CRC-32/ISCSI.
        expect((await put('check', '123456789')).crc32c).toBe(Buffer.from('e3069283', 'hex').toString('base64'))
      })

      it('keeps an empty document', async () => {
        const stored = await put('empty', '')
        expect(stored).toMatchObject({ size: 0, crc32c: 'AAAAAA==', sha256: sha256(new Uint8Array()) })
        expect((await store.read('empty', { signal })).bytes).toHaveLength(0)
      })

      it('keeps five million bytes', async () => {
        const stored = await put('large.bin', large)
        expect(stored).toMatchObject({ size: large.length, sha256: sha256(large) })
        expect(sha256((await store.read('large.bin', { signal })).bytes)).toBe(sha256(large))
      })

      it('keeps a document that comes in pieces', async () => {
        const sizes = [3, 0, 300_000, 1, 70_001]
        const pieces = sizes.map((size, index) => large.subarray(index * 7, index * 7 + size))
        const whole = Buffer.concat(pieces)
        const { bytes, document } = await store
          .put(request('pieces.bin', '', { content: new Content(pieces) }), { signal })
          .then(() => store.read('pieces.bin', { signal }))
        expect(document).toMatchObject({ size: whole.length, sha256: sha256(whole) })
        expect(whole.equals(bytes)).toBe(true)
      })

      it('keeps every byte value, and does not share memory with the caller', async () => {
        const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
        await put('bytes', bytes)
        bytes.fill(0)
        const first = await store.read('bytes', { signal })
        first.bytes.fill(0)
        expect([...(await store.read('bytes', { signal })).bytes]).toEqual([...Array(256).keys()])
      })

      it('takes a view into a larger buffer', async () => {
        const buffer = utf8('before|inside|after')
        await put('view', buffer.subarray(7, 13))
        expect(await textAt('view')).toBe('inside')
      })

      it('refuses a second document at a path that must be absent, and changes nothing', async () => {
        const first = await put('a.txt', 'first')
        await expect(put('a.txt', 'second')).rejects.toEqual(problem('document_exists'))
        expect(await store.stat('a.txt', { signal })).toEqual(first)
        expect(await textAt('a.txt')).toBe('first')
      })

      it('refuses the same bytes too where the path must be absent', async () => {
        await put('a.txt', 'same')
        await expect(put('a.txt', 'same')).rejects.toEqual(problem('document_exists'))
      })

      it('overwrites on the condition `any`: new bytes, type, metadata and version, the old time of creation', async () => {
        const first = await store.put(request('a.txt', 'first', { metadata: { old: 'yes' } }), { signal })
        await laterTime()
        const second = await store.put(
          request('a.txt', 'second', { condition: 'any', contentType: 'text/html', metadata: { new: 'yes' } }),
          { signal },
        )
        expect(second).toMatchObject({ contentType: 'text/html', metadata: { new: 'yes' }, createdAt: first.createdAt })
        expect(second.version).not.toBe(first.version)
        expect(second.updatedAt > first.updatedAt).toBe(true)
        expect(await store.stat('a.txt', { signal })).toEqual(second)
        expect(await textAt('a.txt')).toBe('second')
      })

      it('creates on the condition `any` where nothing is', async () => {
        await put('new.txt', 'x', 'any')
        expect(await textAt('new.txt')).toBe('x')
      })

      it('gives the same bytes a new version when they are written again', async () => {
        const first = await put('a.txt', 'same')
        expect((await put('a.txt', 'same', 'any')).version).not.toBe(first.version)
      })

      it('replaces the version that is named, and only that', async () => {
        const first = await put('a.txt', 'first')
        const second = await put('a.txt', 'second', { version: first.version })
        expect(second.createdAt).toBe(first.createdAt)
        await expect(put('a.txt', 'third', { version: first.version })).rejects.toEqual(problem('write_conflict'))
        expect(await textAt('a.txt')).toBe('second')
      })

      it.each(['1', 'x', '0', '../x', '9'.repeat(40)])('refuses the version %j that never was', async (version) => {
        await put('a.txt', 'first')
        await expect(put('a.txt', 'second', { version })).rejects.toEqual(problem('write_conflict'))
        expect(await textAt('a.txt')).toBe('first')
      })

      it('refuses a version where nothing is', async () => {
        await expect(put('none.txt', 'x', { version: '1' })).rejects.toEqual(problem('write_conflict'))
        expect(await store.stat('none.txt', { signal })).toBeUndefined()
      })

      it('lets one of twenty racing creators win', async () => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, racer) => put('race.txt', `racer ${racer}`)),
        )
        const won = outcomes.flatMap((one, racer) => (one.status === 'fulfilled' ? [racer] : []))
        const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
        expect(won).toHaveLength(1)
        for (const reason of lost) expect(reason).toEqual(problem('document_exists'))
        expect(await textAt('race.txt')).toBe(`racer ${won[0]}`)
      })

      it('lets one of twenty racing replacers of a version win', async () => {
        const { version } = await put('race.txt', 'first')
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, racer) => put('race.txt', `racer ${racer}`, { version })),
        )
        const won = outcomes.flatMap((one, racer) => (one.status === 'fulfilled' ? [racer] : []))
        const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
        expect(won).toHaveLength(1)
        for (const reason of lost) expect(reason).toEqual(problem('write_conflict'))
        expect(await textAt('race.txt')).toBe(`racer ${won[0]}`)
      })

      it('keeps bytes and metadata together when many overwrite at once', async () => {
        await Promise.all(
          Array.from({ length: 30 }, (_, racer) =>
            store.put(request('hot', `racer ${racer}`, { condition: 'any', metadata: { racer: String(racer) } }), {
              signal,
            }),
          ),
        )
        const { document, bytes } = await store.read('hot', { signal })
        expect(Buffer.from(bytes).toString()).toBe(`racer ${document.metadata['racer']}`)
      })

      it('never shows a reader half a write', async () => {
        const content = (round: number): Uint8Array => new Uint8Array(100_000).fill(round)
        await put('busy', content(0))
        const progress = { writing: true }
        const writer = (async () => {
          for (let round = 1; round <= 20; round++) {
            await store.put(request('busy', content(round), { condition: 'any', metadata: { round: `${round}` } }), {
              signal,
            })
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
          progress.writing = false
        })()
        while (progress.writing) {
          const { document, bytes } = await store.read('busy', { signal })
          expect(new Set(bytes).size).toBe(1)
          expect(document.metadata['round'] ?? '0').toBe(String(bytes[0]))
          // A store in memory would never let the writer's pause end.
          await new Promise((resolve) => setImmediate(resolve))
        }
        await writer
      })

      it('does nothing when it is cancelled before', async () => {
        const cancelled = AbortSignal.abort()
        await expect(store.put(request('a.txt', 'x'), { signal: cancelled })).rejects.toEqual(problem('cancelled'))
        expect(await store.stat('a.txt', { signal })).toBeUndefined()
        expect(await listed()).toEqual([])
      })

      it('passes on a reason that is an error of ours', async () => {
        const late = AbortSignal.abort(new ChanceryError('deadline_exceeded', 'Too late.'))
        await expect(store.put(request('a.txt', 'x'), { signal: late })).rejects.toEqual(problem('deadline_exceeded'))
      })
    })

    describe('names', () => {
      it.each([
        ['umlauts and accents', 'Verträge/Übergabe – Café.txt'],
        ['Cyrillic, Greek, Arabic, Hebrew', 'договор/Ελλάδα/عقد/חוזה.txt'],
        ['Chinese, Japanese, Korean', '合同/契約書/계약서.pdf'],
        ['astral letters', 'notes/𝔘𝔫𝔦 👩‍⚖️.txt'],
        ['spaces and marks', "a b/c+d&e=f;g,h(i)'j!#%25?.txt"],
        ['a percent sign and a plus', '100% + 20%.txt'],
        ['names of object prototypes', '__proto__/constructor.txt'],
        ['a leading dot', '.hidden/.env'],
        ['names of databases and temporary files', 'documents.sqlite-wal/x.tmp'],
        ['a long path', `${'folder/'.repeat(100)}end.txt`],
      ])('takes %s', async (_, path) => {
        await put(path)
        expect(await textAt(path)).toBe(path)
        expect(await documentPaths()).toEqual([path])
      })

      it('tells upper from lower case, or says that it is taken', async () => {
        await put('Case.txt', 'upper')
        const second = await put('case.txt', 'lower').then(
          () => 'kept',
          (error: unknown) => (ChanceryError.is(error) ? error.code : error),
        )
        expect(['kept', 'document_exists']).toContain(second)
        expect(await textAt('Case.txt')).toBe('upper')
      })

      it('takes the longest name', async () => {
        const path = `folder/${'é'.repeat(Math.floor(segmentBytes / 2))}${'x'.repeat(segmentBytes % 2)}`
        await put(path, 'first')
        await put(path, 'second', 'any')
        expect(await textAt(path)).toBe('second')
      })

      it.each([
        '',
        '/',
        '/etc/passwd',
        '../outside',
        'a/../../outside',
        'a/..',
        '..',
        '.',
        './a',
        'a/./b',
        'a//b',
        'a/',
        'nul\0byte',
        'line\nbreak',
        'half\ud800',
        'x'.repeat(1025),
        `${'a/'.repeat(600)}b`,
      ])('refuses the path %j everywhere', async (path) => {
        await expect(put(path, 'x')).rejects.toEqual(problem('invalid_request'))
        await expect(put(path, 'x', 'any')).rejects.toEqual(problem('invalid_request'))
        await expect(store.read(path, { signal })).rejects.toEqual(problem('invalid_request'))
        await expect(store.stat(path, { signal })).rejects.toEqual(problem('invalid_request'))
        await expect(remove(path)).rejects.toEqual(problem('invalid_request'))
        if (path !== '') await expect(listed(path)).rejects.toEqual(problem('invalid_request'))
        expect(await listed()).toEqual([])
      })

      it('points at the path in what it refuses', async () => {
        await expect(put('../x')).rejects.toMatchObject({ violations: [{ pointer: '/path' }] })
      })

      if (hierarchical)
        it('refuses a document below a document', async () => {
          await put('a.txt', 'document')
          const refused = { code: 'invalid_request', violations: [{ pointer: '/path' }] }
          await expect(put('a.txt/b.txt', 'x')).rejects.toMatchObject(refused)
          await expect(put('a.txt/b/c.txt', 'x', 'any')).rejects.toMatchObject(refused)
          expect(await store.stat('a.txt/b.txt', { signal })).toBeUndefined()
          await expect(store.read('a.txt/b.txt', { signal })).rejects.toEqual(problem('document_not_found'))
          expect(await listed('a.txt')).toEqual([])
        })

      if (hierarchical)
        it('refuses a document where a folder is', async () => {
          await put('folder/a.txt', 'document')
          const refused = { code: 'invalid_request', violations: [{ pointer: '/path' }] }
          await expect(put('folder', 'x')).rejects.toMatchObject(refused)
          await expect(put('folder', 'x', 'any')).rejects.toMatchObject(refused)
          expect(await textAt('folder/a.txt')).toBe('document')
        })
    })

    describe('read and stat', () => {
      it('says when there is no document', async () => {
        await expect(store.read('none.txt', { signal })).rejects.toEqual(problem('document_not_found'))
        expect(await store.stat('none.txt', { signal })).toBeUndefined()
        expect(await store.stat('no/such/folder.txt', { signal })).toBeUndefined()
      })

      it('does not take a folder for a document', async () => {
        await put('folder/a.txt')
        expect(await store.stat('folder', { signal })).toBeUndefined()
        await expect(store.read('folder', { signal })).rejects.toEqual(problem('document_not_found'))
      })

      it('refuses to read more than the limit, and says both', async () => {
        await put('ten', '0123456789')
        await expect(store.read('ten', { maxBytes: 9, signal })).rejects.toMatchObject({
          code: 'payload_too_large',
          details: { limit: 9, actual: 10 },
        })
        expect((await store.read('ten', { maxBytes: 10, signal })).bytes).toHaveLength(10)
      })

      it('notices damaged bytes', async () => {
        await put('a.txt', 'precious')
        await underTest.damage('a.txt')
        await expect(store.read('a.txt', { signal })).rejects.toEqual(problem('document_corrupt'))
      })

      it('stops when it is cancelled', async () => {
        await put('a.txt')
        const cancelled = { signal: AbortSignal.abort() }
        await expect(store.read('a.txt', cancelled)).rejects.toEqual(problem('cancelled'))
        await expect(store.stat('a.txt', cancelled)).rejects.toEqual(problem('cancelled'))
      })

      it('reads older versions, or says that it cannot', async () => {
        const first = await put('a.txt', 'first')
        const second = await store.put(request('a.txt', 'second', { condition: 'any', keepReplaced: true }), { signal })
        const old = store.read('a.txt', { version: first.version, signal })
        if (store.capabilities.versions) {
          expect(await old).toEqual({ document: first, bytes: expect.anything() })
          expect(Buffer.from((await old).bytes).toString()).toBe('first')
          const current = await store.read('a.txt', { version: second.version, signal })
          expect(Buffer.from(current.bytes).toString()).toBe('second')
          for (const version of ['7', 'none', '../../x']) {
            await expect(store.read('a.txt', { version, signal })).rejects.toEqual(problem('document_not_found'))
          }
        } else {
          await expect(old).rejects.toEqual(problem('unsupported_option'))
        }
      })
    })

    describe('delete', () => {
      it('takes a document away, for everybody', async () => {
        await put('folder/a.txt', 'first')
        await put('folder/b.txt', 'other')
        expect(await remove('folder/a.txt')).toBe(true)
        await expect(store.read('folder/a.txt', { signal })).rejects.toEqual(problem('document_not_found'))
        expect(await store.stat('folder/a.txt', { signal })).toBeUndefined()
        expect(await documentPaths()).toEqual(['folder/b.txt'])
        expect(await documentPaths('folder')).toEqual(['folder/b.txt'])
        expect(await textAt('folder/b.txt')).toBe('other')
      })

      it('says when there was nothing', async () => {
        expect(await remove('none.txt')).toBe(false)
        expect(await remove('no/such/folder.txt', { version: '1' })).toBe(false)
        await put('a.txt')
        expect([await remove('a.txt'), await remove('a.txt')]).toEqual([true, false])
        if (hierarchical) {
          await put('a.txt')
          expect(await remove('a.txt/b')).toBe(false)
          expect(await textAt('a.txt')).toBe('a.txt')
        }
      })

      it('takes away the version that is named, and only that', async () => {
        const first = await put('a.txt', 'first')
        const second = await put('a.txt', 'second', 'any')
        for (const version of [first.version, '1', 'x', '0', '../x', '9'.repeat(40)])
          await expect(remove('a.txt', { version })).rejects.toEqual(problem('write_conflict'))
        expect(await textAt('a.txt')).toBe('second')
        expect(await store.stat('a.txt', { signal })).toEqual(second)
        expect(await remove('a.txt', { version: second.version })).toBe(true)
        expect(await remove('a.txt', { version: second.version })).toBe(false)
        expect(await store.stat('a.txt', { signal })).toBeUndefined()
      })

      it('leaves room for a new document, which knows nothing of the old one', async () => {
        const old = await store.put(request('folder/a.txt', 'same', { metadata: { old: 'yes' } }), { signal })
        await remove('folder/a.txt')
        await laterTime()
        const made = await store.put(request('folder/a.txt', 'same', { contentType: 'text/html' }), { signal })
        expect(made).toMatchObject({ metadata: {}, contentType: 'text/html' })
        expect(made.version).not.toBe(old.version)
        expect(made.createdAt > old.createdAt).toBe(true)
        expect(await store.stat('folder/a.txt', { signal })).toEqual(made)
        await expect(remove('folder/a.txt', { version: old.version })).rejects.toEqual(problem('write_conflict'))
        await expect(put('folder/a.txt', 'x', { version: old.version })).rejects.toEqual(problem('write_conflict'))
        expect(await textAt('folder/a.txt')).toBe('same')
      })

      it('refuses to replace a version that is gone', async () => {
        const { version } = await put('a.txt')
        await remove('a.txt')
        await expect(put('a.txt', 'x', { version })).rejects.toEqual(problem('write_conflict'))
        await put('a.txt', 'new', 'any')
        expect(await textAt('a.txt')).toBe('new')
      })

      it('shows what was deleted by its version, or not at all', async () => {
        const { version } = await put('a.txt', 'deleted')
        await remove('a.txt')
        const found = await store.read('a.txt', { version, signal }).then(
          ({ bytes }) => Buffer.from(bytes).toString(),
          (error: unknown) => (ChanceryError.is(error) ? error.code : error),
        )
        expect(store.capabilities.versions ? ['deleted', 'document_not_found'] : ['unsupported_option']).toContain(
          found,
        )
      })

      it('takes away large, empty and damaged documents', async () => {
        await put('large.bin', large)
        await put('empty', '')
        const { version } = await put('damaged', 'precious')
        await underTest.damage('damaged')
        expect(await remove('large.bin')).toBe(true)
        expect(await remove('empty')).toBe(true)
        expect(await remove('damaged', { version })).toBe(true)
        expect(await listed()).toEqual([])
      })

      it('does not take a folder for a document', async () => {
        await put('folder/deep/a.txt')
        for (const path of ['folder', 'folder/deep']) {
          expect(await remove(path)).toBe(false)
          expect(await remove(path, { version: '1' })).toBe(false)
        }
        expect(await textAt('folder/deep/a.txt')).toBe('folder/deep/a.txt')
        if (underTest.makeFolder === undefined) return
        await underTest.makeFolder('vacant')
        expect(await remove('vacant')).toBe(false)
        expect((await listed()).map(keyOf)).toContain('vacant/')
      })

      it('leaves a place where any document may be', async () => {
        await put('folder/deep/a.txt')
        await remove('folder/deep/a.txt')
        expect(await documentPaths()).toEqual([])
        await put('folder')
        expect(await textAt('folder')).toBe('folder')
        await remove('folder')
        await put('folder/deep/b.txt')
        expect(await documentPaths()).toEqual(['folder/deep/b.txt'])
      })

      it.each([
        ['in case', 'Case.txt', 'case.txt'],
        ['in Unicode form', 'caf\u00e9.txt', 'cafe\u0301.txt'],
      ])('takes away one of two names that differ %s, or the one that both are', async (_, one, other) => {
        await put(one, 'one')
        const areTwo = await put(other, 'other').then(
          () => true,
          () => false,
        )
        expect(await remove(other)).toBe(true)
        expect(await store.stat(other, { signal })).toBeUndefined()
        expect(await documentPaths()).toEqual(areTwo ? [one] : [])
        if (areTwo) expect(await textAt(one)).toBe('one')
      })

      it('takes away names with every sign', async () => {
        const paths = ["a b/c+d&e=f;g,h(i)'j!#%25?.txt", '合同/𝔘𝔫𝔦 👩‍⚖️.txt', '__proto__/constructor.txt', '.hidden/.env']
        for (const path of paths) await put(path)
        for (const path of paths) expect(await remove(path)).toBe(true)
        expect(await documentPaths()).toEqual([])
      })

      it('lets one of twenty racing deletes have been the one', async () => {
        const { version } = await put('race/a.txt')
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, racer) => remove('race/a.txt', racer % 2 === 0 ? 'any' : { version })),
        )
        expect(outcomes.filter((wasThere) => wasThere)).toHaveLength(1)
        expect(await store.stat('race/a.txt', { signal })).toBeUndefined()
      })

      const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
        work.then(
          (value) => (typeof value === 'boolean' ? value : 'put'),
          (error: unknown) => (ChanceryError.is(error) ? error.code : error),
        )
      const racers = { 'delete first': [true, false], 'put first': [false, true] } as const

      it.each(Object.entries(racers))(
        'and a put of any at once come out in one of the two orders: %s',
        async (_, order) => {
          for (let round = 0; round < 25; round++) {
            const path = `race/${round}/a.txt`
            await put(path, 'old')
            const calls = order.map((isDelete) => outcomeOf(isDelete ? remove(path) : put(path, 'new', 'any')))
            const outcomes = await Promise.all(calls)
            // A delete finds the one or the other; it may be the last.
            expect(new Set(outcomes)).toEqual(new Set([true, 'put']))
            const left = await outcomeOf(textAt(path))
            expect(['put', 'document_not_found']).toContain(left)
            if (left === 'put') expect(await textAt(path)).toBe('new')
          }
        },
      )

      it.each(Object.entries(racers))(
        'and a put of a new one at once agree on which was first: %s',
        async (_, order) => {
          for (let round = 0; round < 25; round++) {
            const path = `race/${round}/a.txt`
            await put(path, 'old')
            const calls = order.map((isDelete) => outcomeOf(isDelete ? remove(path) : put(path, 'new')))
            const outcomes = await Promise.all(calls)
            const isPut = outcomes.includes('put')
            expect(new Set(outcomes)).toEqual(new Set([true, isPut ? 'put' : 'document_exists']))
            expect(await outcomeOf(textAt(path))).toBe(isPut ? 'put' : 'document_not_found')
            if (isPut) expect(await textAt(path)).toBe('new')
          }
        },
      )

      it.each(Object.entries(racers))('and a put, both of one version: one of them has it: %s', async (_, order) => {
        for (let round = 0; round < 25; round++) {
          const path = `race/${round}/a.txt`
          const { version } = await put(path, 'old')
          const calls = order.map((isDelete) =>
            outcomeOf(isDelete ? remove(path, { version }) : put(path, 'new', { version })),
          )
          const outcomes = await Promise.all(calls)
          const isPut = outcomes.includes('put')
          expect(new Set(outcomes)).toEqual(new Set(isPut ? ['put', 'write_conflict'] : [true, 'write_conflict']))
          expect(await outcomeOf(textAt(path))).toBe(isPut ? 'put' : 'document_not_found')
        }
      })

      it('never takes a put with it that goes into the folder that it empties', async () => {
        await put('shared/deep/0')
        for (let round = 0; round < 50; round++) {
          const outcomes = await Promise.all([
            remove(`shared/deep/${round}`),
            put(`shared/deep/${round + 1}`, `round ${round}`),
            put(`shared/other/${round}`),
          ])
          expect(outcomes[0]).toBe(true)
          expect(await textAt(`shared/deep/${round + 1}`)).toBe(`round ${round}`)
          await remove(`shared/other/${round}`)
        }
        expect(await documentPaths()).toEqual(['shared/deep/50'])
      })

      it('never shows a reader half a document', async () => {
        const content = new Uint8Array(100_000).fill(7)
        const progress = { working: true }
        const worker = (async () => {
          for (let round = 0; round < 20; round++) {
            await put('busy/a', content)
            await new Promise((resolve) => setTimeout(resolve, 2))
            await remove('busy/a')
            await new Promise((resolve) => setTimeout(resolve, 2))
          }
          progress.working = false
        })()
        const seen = new Set<string>()
        while (progress.working) {
          const found = await store.read('busy/a', { signal }).then(
            ({ bytes }) => sha256(bytes),
            (error: unknown) => (ChanceryError.is(error) ? error.code : error),
          )
          seen.add(String(found))
          await new Promise((resolve) => setImmediate(resolve))
        }
        await worker
        expect([...seen].sort()).toEqual([sha256(content), 'document_not_found'].sort())
      })

      it('between the pages of a listing leaves out what is gone, and nothing else', async () => {
        const all = Array.from({ length: 12 }, (_, index) => `page/${String.fromCharCode(97 + index)}/doc`)
        for (const path of all) await put(path)
        const page = async (after?: string): Promise<string[]> => {
          const found: string[] = []
          for await (const { kind, path } of store.list('', { signal, ...(after === undefined ? {} : { after }) })) {
            if (kind === 'document') found.push(path)
            if (found.length === 4) break
          }
          return found
        }
        const first = await page()
        // The last that was listed, which the next page begins behind, and the first that it would have had.
        for (const path of [all[3], all[4]]) await remove(path as string)
        const second = await page(first.at(-1))
        await remove(second.at(-1) as string)
        const third = await page(second.at(-1))
        expect([...first, ...second, ...third]).toEqual(all.filter((path) => path !== all[4]))
      })

      it('while a listing is under way leaves what was not deleted in it, once', async () => {
        const all = Array.from({ length: 12 }, (_, index) => `walk/${String.fromCharCode(97 + index)}`)
        for (const path of all) await put(path)
        const found: string[] = []
        for await (const { kind, path } of store.list('', { signal })) {
          if (kind === 'folder') continue
          found.push(path)
          // What was just listed, and what lies far ahead.
          await remove(path)
          if (found.length === 2) await remove(all[11] as string)
        }
        expect(found.slice(0, 11)).toEqual(all.slice(0, 11))
        expect(await documentPaths()).toEqual([])
      })

      it('does nothing when it is cancelled before', async () => {
        await put('a.txt')
        const cancelled = AbortSignal.abort()
        await expect(store.delete('a.txt', { condition: 'any', signal: cancelled })).rejects.toEqual(
          problem('cancelled'),
        )
        expect(await textAt('a.txt')).toBe('a.txt')
      })
    })

    describe('list', () => {
      const paths = [
        'a-b',
        'a.txt',
        'a/x',
        'a/y/z',
        'a0',
        'b/\u{ff5e}.txt',
        'b/\u{1d518}.txt',
        'b/é.txt',
        'b/z.txt',
        'ab',
        'A',
      ]

      it('is empty for an empty store and for a folder that is not there', async () => {
        expect(await listed()).toEqual([])
        expect(await listed('no/such/folder')).toEqual([])
      })

      it('tells of a document what stat does', async () => {
        const { size, contentType, updatedAt } = await put('folder/a.txt', 'content')
        expect((await listed('folder'))[0]).toEqual({
          kind: 'document',
          path: 'folder/a.txt',
          size,
          contentType,
          updatedAt,
        })
      })

      it('goes in the order of the UTF-8 bytes of the keys', async () => {
        for (const path of paths) await put(path)
        const keys = (await listed()).map(keyOf)
        expect(keys).toEqual([...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
        expect(keys.filter((key) => !key.endsWith('/'))).toHaveLength(paths.length)
        expect(keys.filter((key) => key.startsWith('b/') && key !== 'b/')).toEqual([
          'b/z.txt',
          'b/é.txt',
          'b/\u{ff5e}.txt',
          'b/\u{1d518}.txt',
        ])
        expect(keys.indexOf('a-b')).toBeLessThan(keys.indexOf('a/x'))
        expect(keys.indexOf('a/y/z')).toBeLessThan(keys.indexOf('a0'))
      })

      it('keeps to its folder', async () => {
        for (const path of paths) await put(path)
        expect(await documentPaths('a')).toEqual(['a/x', 'a/y/z'])
        expect(await documentPaths('a/y')).toEqual(['a/y/z'])
        expect((await listed('a')).map(keyOf)).not.toContain('a/')
      })

      it('goes on after every key just as it would have without a stop', async () => {
        for (const path of paths) await put(path)
        const keys = (await listed()).map(keyOf)
        for (const [index, key] of keys.entries()) {
          expect((await listed('', key)).map(keyOf)).toEqual(keys.slice(index + 1))
        }
        const inside = (await listed('b')).map(keyOf)
        expect((await listed('b', inside[1])).map(keyOf)).toEqual(inside.slice(2))
      })

      it.each([
        ['before all', '!', 11],
        ['between, at a name that is not there', 'a/xx', 7],
        ['in a folder that is not there', 'a/q/r', 8],
        ['behind all', '\u{10ffff}', 0],
      ])('goes on %s', async (_, after, left) => {
        for (const path of paths) await put(path)
        const all = await documentPaths()
        const rest = await documentPaths('', after)
        expect(rest).toEqual(all.slice(all.length - left))
      })

      it('shows a folder that holds nothing, before what is put into it', async () => {
        if (underTest.makeFolder === undefined) return
        await underTest.makeFolder('vacant')
        expect((await listed()).map(({ kind, path }) => ({ kind, path }))).toEqual([{ kind: 'folder', path: 'vacant' }])
        expect(await store.stat('vacant', { signal })).toBeUndefined()
        await put('vacant/a')
        expect((await listed()).map(keyOf)).toEqual(['vacant/', 'vacant/a'])
      })

      it('leaves nothing out down to a depth, and need not go deeper', async () => {
        for (const path of ['a/b/c.txt', 'a/d.txt', 'e.txt', 'f/g/h/i.txt']) await put(path)
        const found: string[] = []
        for await (const entry of store.list('', { depth: 2, signal })) found.push(entry.path)
        expect(found).toEqual(expect.arrayContaining(['a/d.txt', 'e.txt']))
        const below: string[] = []
        for await (const entry of store.list('a', { depth: 1, signal })) below.push(entry.path)
        expect(below).toContain('a/d.txt')
      })

      it.each(['inserts', 'deletes', 'renames'] as const)('goes on right between pages with %s', async (change) => {
        const all = Array.from({ length: 15 }, (_, index) => `p/${String(index + 10)}/doc`)
        for (const path of all) await put(path)
        const seen: string[] = []
        let after: string | undefined
        for (let page = 0; page < 20; page++) {
          const found: string[] = []
          for await (const { kind, path } of store.list('p', { signal, ...(after === undefined ? {} : { after }) })) {
            if (kind === 'document') found.push(path)
            if (found.length === 4) break
          }
          if (found.length === 0) break
          seen.push(...found)
          after = found.at(-1) ?? ''
          // The last that was listed, one long before it, and one right behind it.
          const behind = all[all.indexOf(after) + 1]
          if (change === 'inserts') {
            await put(`${after}-${page}`)
            await put(`p/00${page}/doc`)
          } else {
            for (const path of [after, ...(page === 0 && behind !== undefined ? [behind] : [])]) {
              await remove(path)
              if (change === 'renames') await put(`p/00${page}/${path.replaceAll('/', '-')}`)
            }
          }
        }
        const first = all.filter((path) => change === 'inserts' || path !== all[4])
        expect(seen.filter((path) => all.includes(path))).toEqual(first)
        expect(new Set(seen).size).toBe(seen.length)
      })

      it('can be left half way', async () => {
        for (const path of paths) await put(path)
        for await (const entry of store.list('', { signal })) {
          expect(keyOf(entry)).toBe('A')
          break
        }
        expect(await documentPaths()).toHaveLength(paths.length)
      })

      it('stops when it is cancelled, before and in the middle', async () => {
        for (const path of paths) await put(path)
        const controller = new AbortController()
        const seen: string[] = []
        const walk = async (): Promise<void> => {
          for await (const { path } of store.list('', { signal: controller.signal })) {
            seen.push(path)
            controller.abort()
          }
        }
        await expect(walk()).rejects.toEqual(problem('cancelled'))
        expect(seen).toHaveLength(1)
        await expect(walk()).rejects.toEqual(problem('cancelled'))
      })
    })

    describe('folders', () => {
      const summaries = async (folder = '', options: object = {}): Promise<FolderSummary[] | undefined> => {
        if (store.folders === undefined) return undefined
        const found: FolderSummary[] = []
        for await (const each of store.folders(folder, { signal, ...options })) found.push(each)
        return found
      }
      /** The same, out of a listing. */
      const counted = async (folder = ''): Promise<unknown[]> => {
        const entries = await listed(folder)
        const folders = entries.filter(({ kind }) => kind === 'folder')
        return [{ path: folder }, ...folders].map(({ path }) => {
          const below = entries.filter((entry) => path === folder || entry.path.startsWith(`${path}/`))
          const documents = below.filter((entry) => entry.kind === 'document')
          return {
            path,
            documents: documents.length,
            folders: below.length - documents.length,
            bytes: documents.reduce((sum, { size }) => sum + size, 0),
            modifiedAt: documents
              .map(({ updatedAt }) => updatedAt)
              .toSorted()
              .at(-1),
          }
        })
      }
      const expectSame = async (folder = ''): Promise<void> => {
        const found = await summaries(folder)
        if (found === undefined) return
        const plain = found.map(({ updatedAt: _updatedAt, ...rest }) => ({ modifiedAt: undefined, ...rest }))
        expect(plain).toEqual(await counted(folder))
      }

      it('are what a listing says, after every change', async () => {
        await expectSame()
        for (const path of ['a.txt', 'a/b/c.txt', 'a/b/d.txt', 'a/e.txt', 'a-x/f.txt', 'g/h/i/j.txt']) {
          await put(path)
          await expectSame()
        }
        await expectSame('a')
        await put('a/b/c.txt', 'longer than before', 'any')
        await expectSame()
        for (const path of ['g/h/i/j.txt', 'a/b/c.txt', 'a/b/d.txt', 'a.txt']) {
          await remove(path)
          await expectSame()
        }
        await expectSame('a')
      })

      it('of a part are known before those of the whole', async () => {
        for (const path of ['a/b/c/d.txt', 'a/b/e.txt', 'a/f.txt']) await put(path)
        for (const folder of ['a/b', 'a/b/c', 'a', '']) await expectSame(folder)
        await put('a/b/c/new/g.txt')
        for (const folder of ['', 'a/b/c', 'a']) await expectSame(folder)
      })

      it('are told from a key on, down to a depth, and none where there is no folder', async () => {
        for (const path of ['a/b/c/d.txt', 'a/e/f.txt', 'g/h.txt', 'i.txt']) await put(path)
        const paths = async (folder: string, options: object) =>
          (await summaries(folder, options))?.map(({ path }) => path)
        if (store.folders === undefined) return
        expect(await paths('', { depth: 0 })).toEqual([''])
        expect(await paths('', { depth: 1 })).toEqual(['', 'a', 'g'])
        expect(await paths('', { depth: 2, after: 'a/b/' })).toEqual(['a/e', 'g'])
        expect(await paths('a', { after: 'a/b/' })).toEqual(['a/b/c', 'a/e'])
        expect(await paths('a/e', {})).toEqual(['a/e'])
        expect(await paths('i.txt', {})).toEqual([])
        expect(await paths('none', {})).toEqual([])
      })

      it('leave the folders of the service itself out of the root', async () => {
        await put('a.txt')
        const putOwn = Promise.all(['.spaces/x/b.txt', '.calls/c'].map((path) => put(path)))
        // A store as callers see it has no such folders.
        const isThere = await putOwn.then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject({ violations: [{ code: 'path_reserved' }] })
            return false
          },
        )
        if (store.folders === undefined) return
        expect((await summaries())?.map(({ path, documents }) => [path, documents])).toEqual([['', 1]])
        expect((await summaries('.spaces/x'))?.map(({ path, documents }) => [path, documents])).toEqual(
          isThere ? [['.spaces/x', 1]] : [],
        )
        expect((await summaries())?.map(({ path, documents }) => [path, documents])).toEqual([['', 1]])
      })

      it('may be as old as they are asked to be', async () => {
        await put('a/b.txt')
        await summaries()
        await put('a/c.txt')
        if (store.folders === undefined) return
        expect((await summaries('', { maxAgeMs: 60_000 }))?.[0]?.documents).toBe(2)
        await put('a/d.txt')
        expect((await summaries('', { maxAgeMs: Infinity }))?.[0]?.documents).toBeLessThanOrEqual(3)
      })
    })

    describe('versions', () => {
      const keep = (path: string, content: string, condition: WriteCondition = 'any') =>
        store.put(request(path, content, { condition, keepReplaced: true }), { signal })
      const listedVersions = async (path: string): Promise<readonly StoredDocument[] | undefined> =>
        store.versions?.(path, { signal })
      const textOf = async (path: string, version: string): Promise<string> =>
        new TextDecoder().decode((await store.read(path, { version, signal })).bytes)

      it('are all kept where they are to be, listed and readable, as they were', async () => {
        if (!store.capabilities.versions) return
        const first = await store.put(request('a.txt', 'one', { metadata: { n: '1' } }), { signal })
        const second = await keep('a.txt', 'two')
        const third = await keep('a.txt', 'three', { version: second.version })
        expect([undefined, [third, second, first]]).toContainEqual(await listedVersions('a.txt'))
        for (const [{ version }, text] of [
          [first, 'one'],
          [second, 'two'],
          [third, 'three'],
        ] as const)
          expect(await textOf('a.txt', version)).toBe(text)
        expect((await store.read('a.txt', { version: first.version, signal })).document).toEqual(first)
        expect(await documentPaths()).toEqual(['a.txt'])
        expect(await store.stat('a.txt', { signal })).toEqual(third)
      })

      it('are of one path alone', async () => {
        if (!store.capabilities.versions) return
        const { version } = await put('a.txt', 'one')
        await keep('a.txt', 'two')
        await put('b.txt', 'b')
        await expect(store.read('b.txt', { version, signal })).rejects.toEqual(problem('document_not_found'))
        expect([undefined, 1]).toContainEqual((await listedVersions('b.txt'))?.length)
        expect([undefined, []]).toContainEqual(await listedVersions('none.txt'))
      })

      it('are kept of whatever is there at the time, by each of many writers', async () => {
        if (!store.capabilities.versions) return
        await put('a.txt', '0')
        const writers = Array.from({ length: 8 }, (_, writer) => keep('a.txt', String(writer + 1)))
        const written = await Promise.all(writers)
        const texts = await Promise.all(written.map(({ version }) => textOf('a.txt', version)))
        expect(texts.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
        expect([undefined, 9]).toContainEqual((await listedVersions('a.txt'))?.length)
      })

      it('leave no trace of a put that was refused', async () => {
        if (!store.capabilities.versions) return
        const first = await put('a.txt', 'one')
        await put('a.txt', 'two', { version: first.version })
        await expect(keep('a.txt', 'three', { version: first.version })).rejects.toEqual(problem('write_conflict'))
        expect(await textAt('a.txt')).toBe('two')
        expect((await listedVersions('a.txt'))?.[0]?.size ?? 3).toBe(3)
      })

      it('of a document that was deleted are not listed for the one that comes after it', async () => {
        if (!store.capabilities.versions) return
        await put('a.txt', 'one')
        await keep('a.txt', 'two')
        await remove('a.txt')
        expect([undefined, []]).toContainEqual(await listedVersions('a.txt'))
      })
    })

    describe('twins', () => {
      const twinsOf = async (path: string): Promise<readonly string[] | undefined> => store.twins?.(path, { signal })
      const areTwo = (one: string, other: string): Promise<boolean> =>
        put(one).then(() =>
          put(other).then(
            () => true,
            () => false,
          ),
        )

      it.each([
        ['letters/Anna.txt', 'letters/anna.TXT'],
        ['\u00c9t\u00e9.txt', '\u00e9t\u00e9.txt'],
        ['A/b.txt', 'a/b.txt'],
      ])('are told, where the store can: %s', async (one, other) => {
        if (!(await areTwo(one, other))) return
        await put('letters/other.txt')
        expect([undefined, [other]]).toContainEqual(await twinsOf(one))
        expect([undefined, [one]]).toContainEqual(await twinsOf(other))
        await remove(other)
        expect([undefined, []]).toContainEqual(await twinsOf(one))
      })

      it('are none where names differ in more than case', async () => {
        for (const path of ['a.txt', 'ab.txt', 'a/a.txt', 'a (2).txt']) await put(path)
        expect([undefined, []]).toContainEqual(await twinsOf('a.txt'))
        expect([undefined, []]).toContainEqual(await twinsOf('none.txt'))
      })
    })

    it('is ready', async () => {
      await store.check({ signal })
      await expect(store.check({ signal: AbortSignal.abort() })).rejects.toEqual(problem('cancelled'))
    })
  })
}
