import { describe, expect, it } from 'vitest'
import type { GivenStore } from './given-store.ts'
import { problem, request, signal } from './requests.ts'

/** What is told of a document, and its bytes. */
export function readCases(given: GivenStore): void {
  const { put } = given
  describe('read and stat', () => {
    it('says when there is no document', async () => {
      await expect(given.store.read('none.txt', { signal })).rejects.toEqual(problem('document_not_found'))
      expect(await given.store.stat('none.txt', { signal })).toBeUndefined()
      expect(await given.store.stat('no/such/folder.txt', { signal })).toBeUndefined()
    })

    it('does not take a folder for a document', async () => {
      await put('folder/a.txt')
      expect(await given.store.stat('folder', { signal })).toBeUndefined()
      await expect(given.store.read('folder', { signal })).rejects.toEqual(problem('document_not_found'))
    })

    it('refuses to read more than the limit, and says both', async () => {
      await put('ten', '0123456789')
      await expect(given.store.read('ten', { maxBytes: 9, signal })).rejects.toMatchObject({
        code: 'payload_too_large',
        details: { limit: 9, actual: 10 },
      })
      expect((await given.store.read('ten', { maxBytes: 10, signal })).bytes).toHaveLength(10)
    })

    it('notices damaged bytes', async () => {
      await put('a.txt', 'precious')
      await given.underTest.damage('a.txt')
      await expect(given.store.read('a.txt', { signal })).rejects.toEqual(problem('document_corrupt'))
    })

    it('stops when it is cancelled', async () => {
      await put('a.txt')
      const cancelled = { signal: AbortSignal.abort() }
      await expect(given.store.read('a.txt', cancelled)).rejects.toEqual(problem('cancelled'))
      await expect(given.store.stat('a.txt', cancelled)).rejects.toEqual(problem('cancelled'))
    })

    it('reads older versions, or says that it cannot', async () => {
      const first = await put('a.txt', 'first')
      const second = await given.store.put(request('a.txt', 'second', { condition: 'any', keepReplaced: true }), {
        signal,
      })
      const old = given.store.read('a.txt', { version: first.version, signal })
      if (given.store.capabilities.versions) {
        expect(await old).toEqual({ document: first, bytes: expect.anything() })
        expect(Buffer.from((await old).bytes).toString()).toBe('first')
        const current = await given.store.read('a.txt', { version: second.version, signal })
        expect(Buffer.from(current.bytes).toString()).toBe('second')
        for (const version of ['7', 'none', '../../x']) {
          await expect(given.store.read('a.txt', { version, signal })).rejects.toEqual(problem('document_not_found'))
        }
      } else {
        await expect(old).rejects.toMatchObject({
          code: 'unsupported_option',
          violations: [{ pointer: '/version', code: 'unsupported_option' }],
        })
      }
    })
  })
}
