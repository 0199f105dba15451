import { describe, expect, it } from 'vitest'
import { Content } from '../model/content.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import type {
  AddressRequest,
  DocumentStore,
  FolderSummary,
  StoredDocument,
  StoreEntry,
} from '../ports/document-store.ts'
import { faultOf } from '../testing/calls.test-support.ts'
import { bytesOf, textOf } from '../testing/document-texts.test-support.ts'
import { fakeStore, signs } from '../testing/fake-store.test-support.ts'
import { storeInFolder } from './store-in-folder.ts'
import { storeWithoutOwnFolders } from './store-without-own-folders.ts'
import { textsOf } from './texts-of-error.ts'

const { signal } = new AbortController()
const request = (path: string, text = 'a') => ({
  path,
  content: new Content([bytesOf(text)]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'any' as const,
})
const all = async (entries: AsyncIterable<StoreEntry>): Promise<string[]> => {
  const paths: string[] = []
  for await (const { path } of entries) paths.push(path)
  return paths
}

describe('a folder of a store as a store', () => {
  const setUp = async () => {
    const whole = fakeStore()
    for (const path of ['team/a.txt', 'team/b/c.txt', 'team2/d.txt', 'e.txt']) await whole.keep(path, path)
    return { whole, own: storeInFolder(whole, 'team') }
  }

  it('has the paths of its own, in calls and answers', async () => {
    const { whole, own } = await setUp()
    expect((await own.put(request('new.txt'), { signal })).path).toBe('new.txt')
    expect(Object.keys(whole.texts())).toContain('team/new.txt')
    const { document, bytes } = await own.read('b/c.txt', { signal })
    expect([document.path, textOf(bytes)]).toEqual(['b/c.txt', 'team/b/c.txt'])
    expect((await own.stat('a.txt', { signal }))?.path).toBe('a.txt')
    expect(await own.stat('e.txt', { signal })).toBeUndefined()
    expect([own.id, own.capabilities]).toEqual([whole.id, whole.capabilities])
    await expect(own.check({ signal })).resolves.toBeUndefined()
  })

  it('takes away what is in it, and nothing beside it', async () => {
    const { whole, own } = await setUp()
    const any = { condition: 'any', signal } as const
    expect(await own.delete('a.txt', any)).toBe(true)
    for (const path of ['a.txt', 'e.txt', 'team/b/c.txt']) expect(await own.delete(path, any)).toBe(false)
    const other = own.delete('b/c.txt', { condition: { version: 'none' }, signal })
    await expect(other).rejects.toMatchObject({ code: 'write_conflict' })
    expect(Object.keys(whole.texts())).toEqual(['e.txt', 'team/b/c.txt', 'team2/d.txt'])
  })

  it('lists what is in it, from where it is told to', async () => {
    const { own } = await setUp()
    expect(await all(own.list('', { signal }))).toEqual(['a.txt', 'b', 'b/c.txt'])
    expect(await all(own.list('b', { signal }))).toEqual(['b/c.txt'])
    expect(await all(own.list('', { signal, after: 'a.txt' }))).toEqual(['b', 'b/c.txt'])
  })

  it('has paths that are shorter by its own', async () => {
    const { own } = await setUp()
    const path = (bytes: number) => `${'x'.repeat(200)}/`.repeat(6).slice(0, bytes)
    expect((await own.put(request(path(1019)), { signal })).path).toHaveLength(1019)
    for (const call of [
      own.put(request(path(1020)), { signal }),
      own.read(path(1020), { signal }),
      own.stat(path(1020), { signal }),
      own.delete(path(1020), { condition: 'any', signal }),
      all(own.list(path(1020), { signal })),
    ])
      expect(await faultOf(call)).toMatchObject({ violations: [{ pointer: '/path', code: 'path_too_long' }] })
  })

  it('says nothing of the folder in what it fails with', async () => {
    const { whole } = await setUp()
    const details = { path: 'team/a.txt', folder: 'team', note: 'see "team/b" or (team/c), not steam/d', count: 3 }
    const failing = (fault: unknown): DocumentStore => ({
      ...whole,
      read: async () => {
        throw fault
      },
      async *list() {
        yield* []
        throw fault
      },
    })
    const fault = new ChanceryError('document_not_found', 'Nothing is at team/a.txt.', { details })
    const own = storeInFolder(failing(fault), 'team')
    for (const call of [own.read('a.txt', { signal }), all(own.list('', { signal }))])
      expect(await faultOf(call)).toMatchObject({
        code: 'document_not_found',
        message: 'Nothing is at a.txt.',
        details: { path: 'a.txt', folder: '', note: 'see "b" or (c), not steam/d', count: 3 },
      })
    const odd = new TypeError('team/a.txt')
    await expect(storeInFolder(failing(odd), 'team').read('a', { signal })).rejects.toBe(odd)
  })
})

describe('the texts of an error', () => {
  const upper = (text: string): string => text.toUpperCase()

  it('are mapped wherever they stand', () => {
    const violations = [{ pointer: '/a', code: 'x', message: 'm', location: { path: ['p', { q: 'r' }] } }]
    const details = { list: ['a', 1, null], flag: true, inner: { text: 't' } }
    const options = { violations, details, retryable: true, retryAfterMs: 5 }
    const error = new ChanceryError('document_not_found', 'No.', options)
    const mapped = textsOf(error, upper)
    expect(mapped).toMatchObject({
      code: 'document_not_found',
      message: 'NO.',
      retryable: true,
      retryAfterMs: 5,
      cause: error,
      violations: [{ pointer: '/A', code: 'X', message: 'M', location: { path: ['P', { q: 'R' }] } }],
      details: { list: ['A', 1, null], flag: true, inner: { text: 'T' } },
    })
  })

  it('are mapped also where only one of them changes', () => {
    const only = (message: string, details: object) =>
      new ChanceryError('internal', message, { details: { ...details } })
    expect(textsOf(only('no', {}), upper).message).toBe('NO')
    expect(textsOf(only('NO', { a: 'b' }), upper).details).toEqual({ a: 'B' })
    expect(textsOf(only('no', {}), upper).retryAfterMs).toBeUndefined()
  })

  it('that stay as they are leave the error as it is', () => {
    const error = invalidRequest('/A', 'X', 'M')
    expect(textsOf(error, upper)).toBe(error)
  })
})

describe('the folders of the service itself', () => {
  const setUp = async () => {
    const whole = fakeStore()
    for (const path of ['.chancery/index', '.spaces/team/a.txt', '.spacesuit', 'b/.spaces/c.txt', 'd.txt'])
      await whole.keep(path, path)
    return { whole, seen: storeWithoutOwnFolders(whole) }
  }

  it('are not there for callers', async () => {
    const { whole, seen } = await setUp()
    for (const path of ['.chancery/index', '.spaces/team/a.txt', '.SPACES/team/a.txt']) {
      expect(await seen.stat(path, { signal })).toBeUndefined()
      expect(await seen.delete(path, { condition: 'any', signal })).toBe(false)
      expect(await seen.delete(path, { condition: { version: '1' }, signal })).toBe(false)
      expect(await faultOf(seen.read(path, { signal }))).toMatchObject({
        code: 'document_not_found',
        details: { path },
      })
      expect(await faultOf(seen.put(request(path), { signal }))).toMatchObject({
        violations: [{ pointer: '/path', code: 'path_reserved' }],
      })
    }
    expect(await all(seen.list('', { signal }))).toEqual(['.spacesuit', 'b', 'b/.spaces', 'b/.spaces/c.txt', 'd.txt'])
    expect(await all(seen.list('.spaces', { signal }))).toEqual([])
    expect(Object.keys(whole.texts())).toHaveLength(5)
  })

  it('hide nothing else', async () => {
    const { whole, seen } = await setUp()
    expect((await seen.put(request('n.txt', 'new'), { signal })).path).toBe('n.txt')
    expect(textOf((await seen.read('n.txt', { signal })).bytes)).toBe('new')
    expect((await seen.stat('d.txt', { signal }))?.path).toBe('d.txt')
    expect(await all(seen.list('b', { signal }))).toEqual(['b/.spaces', 'b/.spaces/c.txt'])
    expect(await all(seen.list('', { signal, after: 'b/.spaces/c.txt' }))).toEqual(['d.txt', 'n.txt'])
    expect(await seen.delete('n.txt', { condition: 'any', signal })).toBe(true)
    expect(Object.keys(whole.texts())).not.toContain('n.txt')
    expect([seen.id, seen.capabilities]).toEqual([whole.id, whole.capabilities])
    await expect(seen.check({ signal })).resolves.toBeUndefined()
  })

  it('are passed in one step, however many documents they hold', async () => {
    const { whole } = await setUp()
    for (let index = 0; index < 50; index++) await whole.keep(`.spaces/team/${index}.txt`, 'x')
    let listed = 0
    const counted: DocumentStore = {
      ...whole,
      async *list(folder, options) {
        for await (const entry of whole.list(folder, options)) {
          listed++
          yield entry
        }
      },
    }
    expect(await all(storeWithoutOwnFolders(counted).list('', { signal }))).toHaveLength(5)
    expect(listed).toBe(7)
  })

  it('that are documents by name hide nothing', async () => {
    const odd = fakeStore()
    const entries: StoreEntry[] = ['.spaces', '.spaces-a', 'b'].map((path) => ({
      kind: 'document',
      path,
      size: 1,
      contentType: 'text/plain',
      updatedAt: '',
    }))
    const seen = storeWithoutOwnFolders({
      ...odd,
      async *list(_folder, { after }) {
        yield* entries.filter(({ path }) => after === undefined || path > after)
      },
    })
    expect(await all(seen.list('', { signal }))).toEqual(['.spaces-a', 'b'])
  })
})

describe('addresses', () => {
  it('are of the folder, and of no folder of the service’s own', async () => {
    const asked: AddressRequest[] = []
    const signing = { ...fakeStore(), ...signs(asked) }
    const read = { path: 'a.txt', act: 'read', seconds: 60, filename: 'a.txt', contentType: 'text/plain' } as const
    const address = await storeInFolder(signing, 'team').address?.(read, { signal })
    expect([address?.url, asked[0]?.path]).toEqual(['https://store.example/team/a.txt', 'team/a.txt'])
    const seen = storeWithoutOwnFolders(signing)
    expect((await seen.address?.(read, { signal }))?.url).toBe('https://store.example/a.txt')
    const own = seen.address?.({ ...read, path: '.uploads/_/x' }, { signal }) ?? Promise.resolve()
    expect((await faultOf(own)).violations.map(({ code }) => code)).toEqual(['path_reserved'])
    for (const store of [storeInFolder(fakeStore(), 'team'), storeWithoutOwnFolders(fakeStore())])
      expect(store.address).toBeUndefined()
  })
})

describe('what only some stores know', () => {
  /** A store that tells what it was asked for as the path, or the path of its answer. */
  const knowing = (found: readonly FolderSummary[]): { store: DocumentStore; asked: unknown[] } => {
    const asked: unknown[] = []
    const store: DocumentStore = {
      ...fakeStore(),
      versions: async (path) => [{ path, version: '1' } as StoredDocument],
      twins: async (path) => [path.toUpperCase(), '.spaces/team/A.TXT'],
      async *folders(path, { after }) {
        asked.push([path, after])
        yield* found
      },
    }
    return { store, asked }
  }
  const counts = { documents: 1, folders: 0, bytes: 1 }
  const foldersOf = async (store: DocumentStore, ...[path, after]: string[]): Promise<FolderSummary[]> => {
    const found: FolderSummary[] = []
    const options = after === undefined ? { signal } : { signal, after }
    for await (const each of store.folders?.(path ?? '', options) ?? []) found.push(each)
    return found
  }

  it('is of the folder', async () => {
    const { store, asked } = knowing([
      { path: 'team', ...counts },
      { path: 'team/b', ...counts },
    ])
    const own = storeInFolder(store, 'team')
    expect(await own.versions?.('a.txt', { signal })).toEqual([{ path: 'a.txt', version: '1' }])
    expect(await storeInFolder(store, '.spaces').twins?.('a.txt', { signal })).toContain('team/A.TXT')
    const found = ['', 'b'].map((path) => ({ path, ...counts }))
    expect(await foldersOf(own, '', 'a')).toEqual(found)
    expect(await foldersOf(own, 'b')).toEqual(found)
    expect(asked).toEqual([
      ['team', 'team/a'],
      ['team/b', undefined],
    ])
  })

  it('has a root before its first document, and no other folder', async () => {
    const own = storeInFolder(knowing([]).store, 'team')
    expect(await foldersOf(own)).toEqual([{ path: '', documents: 0, folders: 0, bytes: 0 }])
    for (const [path = '', after] of [['b'], ['', 'b']])
      expect(await foldersOf(own, path, ...(after === undefined ? [] : [after]))).toEqual([])
  })

  it('tells nothing of the folders of the service itself', async () => {
    const { store, asked } = knowing(['', '.spaces', '.spaces/team', 'b'].map((path) => ({ path, ...counts })))
    const seen = storeWithoutOwnFolders(store)
    expect((await foldersOf(seen)).map(({ path }) => path)).toEqual(['', 'b'])
    expect(await foldersOf(seen, '.spaces/team')).toEqual([])
    expect(asked).toHaveLength(1)
    expect(await seen.versions?.('.spaces/team/a.txt', { signal })).toEqual([])
    expect(await seen.versions?.('a.txt', { signal })).toHaveLength(1)
    expect(await seen.twins?.('a.txt', { signal })).toEqual(['A.TXT'])
  })

  it('is not known by folders of stores that do not know it', () => {
    for (const { versions, twins, folders } of [
      storeInFolder(fakeStore(), 'team'),
      storeWithoutOwnFolders(fakeStore()),
    ])
      expect([versions, twins, folders]).toEqual([undefined, undefined, undefined])
  })
})
