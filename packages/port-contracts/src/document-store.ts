import {
  ChanceryError,
  Content,
  type DocumentStore,
  type PutRequest,
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

    const put = (path: string, content: string | Uint8Array = path, condition: WriteCondition = 'absent') =>
      store.put(request(path, content, { condition }), { signal })
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
        await new Promise((resolve) => setTimeout(resolve, 15))
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
        const second = await put('a.txt', 'second', 'any')
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

    it('is ready', async () => {
      await store.check({ signal })
      await expect(store.check({ signal: AbortSignal.abort() })).rejects.toEqual(problem('cancelled'))
    })
  })
}
