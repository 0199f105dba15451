import type { DocumentStore } from '@chancery/core'
import type { DocumentStoreUnderTest } from '@chancery/port-contracts/document-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryDocumentStore } from './memory/memory-document-store.ts'
import { contractInSpace, kinds, request, separateSpaces, signal, storeIn } from './store-in-space.test-support.ts'

// On the least dear; `store-in-space.deep.test.ts` has folders of a disk, and the common space.
contractInSpace('memory', 'a', 'in a space')
separateSpaces(['memory', 'local'])

describe.each(Object.entries(kinds))('%s: a space', (_, make) => {
  let underTest: DocumentStoreUnderTest
  let store: DocumentStore
  beforeEach(async () => {
    underTest = await make('')
    store = underTest.store
  })
  afterEach(() => underTest.close?.())

  const hidden = ['.spaces', '.spaces/a', '.spaces/a/a.txt', '.spaces/none/a.txt', '.SPACES/a/a.txt', '.chancery/x']

  it.each(hidden)('is not there by its path: %s', async (path) => {
    const error = { code: 'document_not_found', message: 'No document is stored at that path.', details: { path } }
    await expect(store.read(path, { signal })).rejects.toMatchObject(error)
    expect(await store.stat(path, { signal })).toBeUndefined()
    expect(await store.delete(path, { condition: 'any', signal })).toBe(false)
    for await (const entry of store.list(path, { signal })) expect.unreachable(entry.path)
    await expect(store.put(request(path, 'x'), { signal })).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/path', code: 'path_reserved' }],
    })
  })

  it('is in no count of folders, where the store knows them', async () => {
    const counted = async (folder: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for await (const { path, documents, folders, bytes } of store.folders?.(folder, { signal }) ?? [])
        found.push([path, documents, folders, bytes])
      return found
    }
    await store.put(request('a/b.txt', 'one'), { signal })
    const whole = [
      ['', 1, 1, 3],
      ['a', 1, 0, 3],
    ]
    expect(await counted('')).toEqual(store.folders === undefined ? [] : whole)
    for (const folder of ['.spaces', '.spaces/a']) expect(await counted(folder)).toEqual([])
  })

  it('is passed over by a listing, wherever that begins, and what sorts beside it is not', async () => {
    const paths = [
      '!first',
      '-x',
      '.hidden/.env',
      '.space',
      '.spaces-2/x',
      '.spaces.txt',
      '.spaces0',
      '.spaces2/y',
      'z',
    ]
    for (const path of paths) await store.put(request(path, path), { signal })
    const listed = async (after?: string): Promise<string[]> => {
      const found: string[] = []
      for await (const entry of store.list('', { signal, ...(after === undefined ? {} : { after }) })) {
        if (entry.kind === 'document') found.push(entry.path)
      }
      return found
    }
    expect(await listed()).toEqual(paths)
    for (const after of ['.spaces', '.spaces/', '.spaces/a', '.spaces/a/x', '.spaces/zz', '.spaces/\u{10ffff}/x']) {
      expect(await listed(after)).toEqual(
        paths.filter((path) => Buffer.compare(Buffer.from(path), Buffer.from(after)) > 0),
      )
    }
  })
})

describe('Beside a space', () => {
  it('a listing of all takes no longer the more it holds', async () => {
    const store = createMemoryDocumentStore()
    for (let n = 0; n < 2000; n++) await store.put(request(`.spaces/a/${n}`, 'x'), { signal })
    for (const path of ['a', 'b']) await store.put(request(path, 'x'), { signal })
    let walked = 0
    const counting: DocumentStore = {
      ...store,
      async *list(folder, options) {
        for await (const entry of store.list(folder, options)) {
          walked++
          yield entry
        }
      },
    }
    const found: string[] = []
    for await (const { path } of storeIn(counting, '').list('', { signal })) found.push(path)
    expect(found).toEqual(['a', 'b'])
    expect(walked).toBe(3)
  })

  it('a name may be as long as there is room for it with the folder, and the bound is told', async () => {
    const store = storeIn(createMemoryDocumentStore(), 'a')
    const longest = `${'folder/'.repeat(144)}${'x'.repeat(1024 - '.spaces/a/'.length - 144 * 7)}`
    expect((await store.put(request(longest, 'x'), { signal })).path).toBe(longest)
    await expect(store.put(request(`${longest}x`, 'x'), { signal })).rejects.toMatchObject({
      violations: [{ pointer: '/path', message: 'The path is longer than 1014 bytes of UTF-8.' }],
    })
  })
})
