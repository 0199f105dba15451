import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore, StoreSwitches } from './given-store.ts'
import { problem, signal } from './requests.ts'

/** Which paths a document may have. */
export function nameCases(
  given: GivenStore,
  { hierarchical, segmentBytes }: Pick<StoreSwitches, 'hierarchical' | 'segmentBytes'>,
): void {
  const { put, remove, textAt, listed, documentPaths } = given
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
      await expect(given.store.read(path, { signal })).rejects.toEqual(problem('invalid_request'))
      await expect(given.store.stat(path, { signal })).rejects.toEqual(problem('invalid_request'))
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
        expect(await given.store.stat('a.txt/b.txt', { signal })).toBeUndefined()
        await expect(given.store.read('a.txt/b.txt', { signal })).rejects.toEqual(problem('document_not_found'))
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
}
