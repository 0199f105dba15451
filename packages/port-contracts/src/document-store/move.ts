import { ChanceryError, type Context, type DocumentStore, moveStored } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore, StoreSwitches } from './given-store.ts'
import { largeDocuments, problem, request, sha256, signal } from './requests.ts'

/** A put on a condition there, and a delete on one here: what each store's own steps come to together. */
export function moveCases(given: GivenStore, { inPieces }: Pick<StoreSwitches, 'inPieces'>): void {
  const { largest } = largeDocuments(inPieces)
  const { put, remove, textAt, documentPaths } = given
  describe('a move', () => {
    const context: Context = {
      principal: { id: 'caller', operations: '*' },
      requestId: 'r',
      signal,
      deadline: Number.MAX_SAFE_INTEGER,
    }
    type Moving = Partial<Parameters<typeof moveStored>[1]>
    const move = (more: Moving = {}, store: DocumentStore = given.store) =>
      moveStored(
        store,
        { from: 'a.txt', to: 'b/c.txt', onConflict: 'fail', dryRun: false, ...more },
        0,
        context,
        (_, work) => work(),
      )

    it('takes everything along, and leaves nothing', async () => {
      const was = await given.store.put(request('a.txt', 'Dear Anna', { metadata: { client: 'Müller' } }), { signal })
      const { document, created } = await move({ ifVersion: was.version })
      const { sha256: digest, size, contentType, metadata } = was
      expect([document, created]).toMatchObject([
        { path: 'b/c.txt', sha256: digest, size, contentType, metadata },
        true,
      ])
      expect(await given.store.stat('b/c.txt', { signal })).toEqual(document)
      expect(await documentPaths()).toEqual(['b/c.txt'])
    })

    it('moves what nobody holds as a whole', async () => {
      const was = await put('a.txt', largest)
      const { document } = await move()
      expect([document.sha256, document.crc32c]).toEqual([was.sha256, was.crc32c])
      expect(sha256((await given.store.read('b/c.txt', { signal })).bytes)).toBe(was.sha256)
      expect(await documentPaths()).toEqual(['b/c.txt'])
    })

    it('changes nothing where a condition does not hold, here or there', async () => {
      await put('a.txt', 'one')
      await expect(move({ ifVersion: '7' })).rejects.toEqual(problem('write_conflict'))
      await put('b/c.txt', 'another')
      await expect(move()).rejects.toEqual(problem('document_exists'))
      expect([await textAt('a.txt'), await textAt('b/c.txt')]).toEqual(['one', 'another'])
      await expect(move({ from: 'none.txt' })).rejects.toEqual(problem('document_not_found'))
    })

    it('leaves a document where it is that `rename` leads back to', async () => {
      await put('a.txt', 'another')
      await put('a (2).txt', 'one')
      const { document } = await move({ from: 'a (2).txt', to: 'a.txt', onConflict: 'rename' })
      expect(document.path).toBe('a (2).txt')
      expect([await textAt('a.txt'), await textAt('a (2).txt')]).toEqual(['another', 'one'])
    })

    it('loses nothing where the second step fails, and ends when it is made again', async () => {
      await put('a.txt', 'one')
      const failing: DocumentStore = Object.assign(Object.create(given.store) as DocumentStore, {
        delete: () => Promise.reject(new ChanceryError('provider_unavailable', 'Away.')),
      })
      await expect(move({}, failing)).rejects.toEqual(problem('provider_unavailable'))
      expect([await textAt('a.txt'), await textAt('b/c.txt')]).toEqual(['one', 'one'])
      await move()
      expect(await documentPaths()).toEqual(['b/c.txt'])
    })

    it('leaves what others wrote meanwhile, and nothing of the old behind', async () => {
      await put('a.txt', 'one')
      const busy: DocumentStore = Object.assign(Object.create(given.store) as DocumentStore, {
        put: async (...order: Parameters<DocumentStore['put']>) => {
          const stored = await given.store.put(...order)
          await put('a.txt', 'newer', 'any')
          return stored
        },
      })
      await expect(move({}, busy)).rejects.toEqual(problem('write_conflict'))
      expect(await textAt('a.txt')).toBe('newer')
      expect(await documentPaths()).toEqual(['a.txt'])
    })

    it('of several at once to one path lets one win, and loses no document', async () => {
      const paths = ['1.txt', '2.txt', '3.txt', '4.txt']
      for (const path of paths) await put(path, `of ${path}`)
      const outcomes = await Promise.allSettled(paths.map((from) => move({ from })))
      const won = paths[outcomes.findIndex(({ status }) => status === 'fulfilled')]
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await textAt('b/c.txt')).toBe(`of ${won}`)
      expect(await documentPaths()).toEqual([...paths.filter((path) => path !== won), 'b/c.txt'])
      await remove('b/c.txt')
    })
  })
}
