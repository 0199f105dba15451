import type { FolderSummary } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore } from './given-store.ts'
import { signal } from './requests.ts'

/** What is known of folders without a listing; nothing to show where a store does not know it. */
export function folderCases(given: GivenStore): void {
  const { put, remove, listed } = given
  describe('folders', () => {
    const summaries = async (folder = '', options: object = {}): Promise<FolderSummary[] | undefined> => {
      if (given.store.folders === undefined) return undefined
      const found: FolderSummary[] = []
      for await (const each of given.store.folders(folder, { signal, ...options })) found.push(each)
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
      if (given.store.folders === undefined) return
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
      if (given.store.folders === undefined) return
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
      if (given.store.folders === undefined) return
      expect((await summaries('', { maxAgeMs: 60_000 }))?.[0]?.documents).toBe(2)
      await put('a/d.txt')
      expect((await summaries('', { maxAgeMs: Infinity }))?.[0]?.documents).toBeLessThanOrEqual(3)
    })
  })
}
