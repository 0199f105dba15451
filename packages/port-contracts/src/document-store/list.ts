import { describe, expect, it } from 'vitest'
import { type GivenStore, keyOf, type StoreSwitches } from './given-store.ts'
import { problem, signal } from './requests.ts'

/** The order of a listing, and how it goes on. */
export function listCases(given: GivenStore, { utf8Order }: Pick<StoreSwitches, 'utf8Order'>): void {
  const { put, remove, listed, documentPaths } = given
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

    const ordered = paths.filter((path) => utf8Order || !/[\u{10000}-\u{10ffff}]/u.test(path))

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
      for (const path of ordered) await put(path)
      const keys = (await listed()).map(keyOf)
      expect(keys).toEqual([...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
      expect(keys.filter((key) => !key.endsWith('/'))).toHaveLength(ordered.length)
      const inOrder = ['b/z.txt', 'b/é.txt', 'b/\u{ff5e}.txt', 'b/\u{1d518}.txt']
      expect(keys.filter((key) => key.startsWith('b/') && key !== 'b/')).toEqual(
        inOrder.filter((path) => ordered.includes(path)),
      )
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
      for (const path of ordered) await put(path)
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
      if (given.underTest.makeFolder === undefined) return
      await given.underTest.makeFolder('vacant')
      expect((await listed()).map(({ kind, path }) => ({ kind, path }))).toEqual([{ kind: 'folder', path: 'vacant' }])
      expect(await given.store.stat('vacant', { signal })).toBeUndefined()
      await put('vacant/a')
      expect((await listed()).map(keyOf)).toEqual(['vacant/', 'vacant/a'])
    })

    it('leaves nothing out down to a depth, and need not go deeper', async () => {
      for (const path of ['a/b/c.txt', 'a/d.txt', 'e.txt', 'f/g/h/i.txt']) await put(path)
      const found: string[] = []
      for await (const entry of given.store.list('', { depth: 2, signal })) found.push(entry.path)
      expect(found).toEqual(expect.arrayContaining(['a/d.txt', 'e.txt']))
      const below: string[] = []
      for await (const entry of given.store.list('a', { depth: 1, signal })) below.push(entry.path)
      expect(below).toContain('a/d.txt')
    })

    it.each(['inserts', 'deletes', 'renames'] as const)('goes on right between pages with %s', async (change) => {
      const all = Array.from({ length: 15 }, (_, index) => `p/${String(index + 10)}/doc`)
      for (const path of all) await put(path)
      const seen: string[] = []
      let after: string | undefined
      for (let page = 0; page < 20; page++) {
        const found: string[] = []
        for await (const { kind, path } of given.store.list('p', {
          signal,
          ...(after === undefined ? {} : { after }),
        })) {
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
      for await (const entry of given.store.list('', { signal })) {
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
        for await (const { path } of given.store.list('', { signal: controller.signal })) {
          seen.push(path)
          controller.abort()
        }
      }
      await expect(walk()).rejects.toEqual(problem('cancelled'))
      expect(seen).toHaveLength(1)
      await expect(walk()).rejects.toEqual(problem('cancelled'))
    })
  })
}
