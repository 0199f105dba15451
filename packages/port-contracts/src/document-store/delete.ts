import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { type GivenStore, type StoreSwitches, keyOf } from './given-store.ts'
import { largeDocuments, problem, request, signal } from './requests.ts'

/** What a delete takes away, and what it leaves. */
export function deleteCases(
  given: GivenStore,
  { hierarchical, inPieces }: Pick<StoreSwitches, 'hierarchical' | 'inPieces'>,
): void {
  const { large } = largeDocuments(inPieces)
  const { put, remove, textAt, listed, documentPaths, laterTime } = given
  describe('delete', () => {
    it('takes a document away, for everybody', async () => {
      await put('folder/a.txt', 'first')
      await put('folder/b.txt', 'other')
      expect(await remove('folder/a.txt')).toBe(true)
      await expect(given.store.read('folder/a.txt', { signal })).rejects.toEqual(problem('document_not_found'))
      expect(await given.store.stat('folder/a.txt', { signal })).toBeUndefined()
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
      expect(await given.store.stat('a.txt', { signal })).toEqual(second)
      expect(await remove('a.txt', { version: second.version })).toBe(true)
      expect(await remove('a.txt', { version: second.version })).toBe(false)
      expect(await given.store.stat('a.txt', { signal })).toBeUndefined()
    })

    it('leaves room for a new document, which knows nothing of the old one', async () => {
      const old = await given.store.put(request('folder/a.txt', 'same', { metadata: { old: 'yes' } }), { signal })
      await remove('folder/a.txt')
      await laterTime()
      const made = await given.store.put(request('folder/a.txt', 'same', { contentType: 'text/html' }), { signal })
      expect(made).toMatchObject({ metadata: {}, contentType: 'text/html' })
      expect(made.version).not.toBe(old.version)
      expect(made.createdAt > old.createdAt).toBe(true)
      expect(await given.store.stat('folder/a.txt', { signal })).toEqual(made)
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
      const found = await given.store.read('a.txt', { version, signal }).then(
        ({ bytes }) => Buffer.from(bytes).toString(),
        (error: unknown) => (ChanceryError.is(error) ? error.code : error),
      )
      expect(given.store.capabilities.versions ? ['deleted', 'document_not_found'] : ['unsupported_option']).toContain(
        found,
      )
    })

    it('takes away large, empty and damaged documents', async () => {
      await put('large.bin', large)
      await put('empty', '')
      await put('damaged', 'precious')
      await given.underTest.damage('damaged')
      const { version = '' } = (await given.store.stat('damaged', { signal })) ?? {}
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
      if (given.underTest.makeFolder === undefined) return
      await given.underTest.makeFolder('vacant')
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
      expect(await given.store.stat(other, { signal })).toBeUndefined()
      expect(await documentPaths()).toEqual(areTwo ? [one] : [])
      if (areTwo) expect(await textAt(one)).toBe('one')
    })

    it('takes away names with every sign', async () => {
      const paths = ["a b/c+d&e=f;g,h(i)'j!#%25?.txt", '合同/𝔘𝔫𝔦 👩‍⚖️.txt', '__proto__/constructor.txt', '.hidden/.env']
      for (const path of paths) await put(path)
      for (const path of paths) expect(await remove(path)).toBe(true)
      expect(await documentPaths()).toEqual([])
    })

    it('does nothing when it is cancelled before', async () => {
      await put('a.txt')
      const cancelled = AbortSignal.abort()
      await expect(given.store.delete('a.txt', { condition: 'any', signal: cancelled })).rejects.toEqual(
        problem('cancelled'),
      )
      expect(await textAt('a.txt')).toBe('a.txt')
    })
  })
}
