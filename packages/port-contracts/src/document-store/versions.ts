import type { StoredDocument, WriteCondition } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore } from './given-store.ts'
import { problem, request, signal } from './requests.ts'

/** Versions that are kept; nothing to show where a store keeps none. */
export function versionCases(given: GivenStore): void {
  const { put, remove, textAt, documentPaths, laterTime } = given
  describe('versions', () => {
    const keep = (path: string, content: string, condition: WriteCondition = 'any') =>
      given.store.put(request(path, content, { condition, keepReplaced: true }), { signal })
    const listedVersions = async (path: string): Promise<readonly StoredDocument[] | undefined> =>
      given.store.versions?.(path, { signal })
    const textOf = async (path: string, version: string): Promise<string> =>
      new TextDecoder().decode((await given.store.read(path, { version, signal })).bytes)

    it('are all kept where they are to be, listed and readable, as they were', async () => {
      if (!given.store.capabilities.versions) return
      const first = await given.store.put(request('a.txt', 'one', { metadata: { n: '1' } }), { signal })
      const second = await keep('a.txt', 'two')
      const third = await keep('a.txt', 'three', { version: second.version })
      expect(await listedVersions('a.txt')).toEqual([third, second, first])
      for (const [{ version }, text] of [
        [first, 'one'],
        [second, 'two'],
        [third, 'three'],
      ] as const)
        expect(await textOf('a.txt', version)).toBe(text)
      expect((await given.store.read('a.txt', { version: first.version, signal })).document).toEqual(first)
      expect(await documentPaths()).toEqual(['a.txt'])
      expect(await given.store.stat('a.txt', { signal })).toEqual(third)
    })

    it('are of one path alone', async () => {
      if (!given.store.capabilities.versions) return
      const { version } = await put('a.txt', 'one')
      await keep('a.txt', 'two')
      await put('b.txt', 'b')
      await expect(given.store.read('b.txt', { version, signal })).rejects.toMatchObject({
        code: 'document_not_found',
        violations: [{ pointer: '/version', code: 'document_not_found' }],
      })
      expect(await listedVersions('b.txt')).toHaveLength(1)
      expect(await listedVersions('none.txt')).toEqual([])
    })

    it('are kept of whatever is there at the time, by each of many writers', async () => {
      if (!given.store.capabilities.versions) return
      await put('a.txt', '0')
      const writers = Array.from({ length: 8 }, (_, writer) => keep('a.txt', String(writer + 1)))
      const written = await Promise.all(writers)
      const texts = await Promise.all(written.map(({ version }) => textOf('a.txt', version)))
      expect(texts.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
      expect(await listedVersions('a.txt')).toHaveLength(9)
    })

    it('leave no trace of a put that was refused', async () => {
      if (!given.store.capabilities.versions) return
      const first = await put('a.txt', 'one')
      await put('a.txt', 'two', { version: first.version })
      await expect(keep('a.txt', 'three', { version: first.version })).rejects.toEqual(problem('write_conflict'))
      expect(await textAt('a.txt')).toBe('two')
      expect((await listedVersions('a.txt'))?.[0]?.size).toBe(3)
    })

    it('go with a document that is taken away, or stay readable, as the store says', async () => {
      if (!given.store.capabilities.versions) return
      const { version } = await put('a.txt', 'one')
      await keep('a.txt', 'two')
      await remove('a.txt')
      const read = textOf('a.txt', version)
      if (given.store.capabilities.versionsGo !== true) expect(await read).toBe('one')
      else await expect(read).rejects.toEqual(problem('document_not_found'))
    })

    it('of a document that was deleted are not listed for the one that comes after it', async () => {
      if (!given.store.capabilities.versions) return
      await put('a.txt', 'one')
      await keep('a.txt', 'two')
      await remove('a.txt')
      expect(await listedVersions('a.txt')).toEqual([])
      await laterTime()
      const after = await put('a.txt', 'another')
      expect(await listedVersions('a.txt')).toEqual([after])
    })
  })
}
