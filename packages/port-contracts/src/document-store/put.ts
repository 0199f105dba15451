import { ChanceryError, Content } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore, StoreSwitches } from './given-store.ts'
import { largeDocuments, problem, request, sha256, signal, utf8 } from './requests.ts'

/** What a put does, and what it refuses. */
export function putCases(given: GivenStore, { inPieces }: Pick<StoreSwitches, 'inPieces'>): void {
  const { large } = largeDocuments(inPieces)
  const { put, textAt, listed, laterTime } = given
  describe('put', () => {
    it('answers what is stored, and stat and read say the same', async () => {
      const stored = await given.store.put(
        request('letters/anna.txt', 'Dear Anna', { metadata: { client: 'Anna Müller', matter: '7' } }),
        { signal },
      )
      expect(stored).toMatchObject({
        path: 'letters/anna.txt',
        provider: given.store.id,
        size: 9,
        contentType: 'text/plain',
        sha256: sha256(utf8('Dear Anna')),
        metadata: { client: 'Anna Müller', matter: '7' },
      })
      expect(stored.version).not.toBe('')
      expect(new Date(stored.createdAt).toISOString()).toBe(stored.createdAt)
      expect(new Date(stored.updatedAt).toISOString()).toBe(stored.updatedAt)
      expect(await given.store.stat('letters/anna.txt', { signal })).toEqual(stored)
      const read = await given.store.read('letters/anna.txt', { signal })
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
      expect((await given.store.read('empty', { signal })).bytes).toHaveLength(0)
    })

    it('keeps a large document', async () => {
      const stored = await put('large.bin', large)
      expect(stored).toMatchObject({ size: large.length, sha256: sha256(large) })
      expect(sha256((await given.store.read('large.bin', { signal })).bytes)).toBe(sha256(large))
    })

    it('keeps a document that comes in pieces', async () => {
      const sizes = [3, 0, 300_000, 1, 70_001]
      const pieces = sizes.map((size, index) => large.subarray(index * 7, index * 7 + size))
      const whole = Buffer.concat(pieces)
      const { bytes, document } = await given.store
        .put(request('pieces.bin', '', { content: new Content(pieces) }), { signal })
        .then(() => given.store.read('pieces.bin', { signal }))
      expect(document).toMatchObject({ size: whole.length, sha256: sha256(whole) })
      expect(whole.equals(bytes)).toBe(true)
    })

    it('keeps every byte value, and does not share memory with the caller', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      await put('bytes', bytes)
      bytes.fill(0)
      const first = await given.store.read('bytes', { signal })
      first.bytes.fill(0)
      expect([...(await given.store.read('bytes', { signal })).bytes]).toEqual([...Array(256).keys()])
    })

    it('takes a view into a larger buffer', async () => {
      const buffer = utf8('before|inside|after')
      await put('view', buffer.subarray(7, 13))
      expect(await textAt('view')).toBe('inside')
    })

    it('refuses a second document at a path that must be absent, and changes nothing', async () => {
      const first = await put('a.txt', 'first')
      await expect(put('a.txt', 'second')).rejects.toEqual(problem('document_exists'))
      expect(await given.store.stat('a.txt', { signal })).toEqual(first)
      expect(await textAt('a.txt')).toBe('first')
    })

    it('refuses the same bytes too where the path must be absent', async () => {
      await put('a.txt', 'same')
      await expect(put('a.txt', 'same')).rejects.toEqual(problem('document_exists'))
    })

    it('overwrites on the condition `any`: new bytes, type, metadata and version, the old time of creation', async () => {
      const first = await given.store.put(request('a.txt', 'first', { metadata: { old: 'yes' } }), { signal })
      await laterTime()
      const second = await given.store.put(
        request('a.txt', 'second', { condition: 'any', contentType: 'text/html', metadata: { new: 'yes' } }),
        { signal },
      )
      expect(second).toMatchObject({ contentType: 'text/html', metadata: { new: 'yes' }, createdAt: first.createdAt })
      expect(second.version).not.toBe(first.version)
      expect(second.updatedAt > first.updatedAt).toBe(true)
      expect(await given.store.stat('a.txt', { signal })).toEqual(second)
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
      expect(await given.store.stat('none.txt', { signal })).toBeUndefined()
    })

    it('does nothing when it is cancelled before', async () => {
      const cancelled = AbortSignal.abort()
      await expect(given.store.put(request('a.txt', 'x'), { signal: cancelled })).rejects.toEqual(problem('cancelled'))
      expect(await given.store.stat('a.txt', { signal })).toBeUndefined()
      expect(await listed()).toEqual([])
    })

    it('passes on a reason that is an error of ours', async () => {
      const late = AbortSignal.abort(new ChanceryError('deadline_exceeded', 'Too late.'))
      await expect(given.store.put(request('a.txt', 'x'), { signal: late })).rejects.toEqual(
        problem('deadline_exceeded'),
      )
    })
  })
}
