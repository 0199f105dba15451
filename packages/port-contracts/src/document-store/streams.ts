import { type ByteRange, type PutRequest, type StreamedContent } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore, StoreSwitches } from './given-store.ts'
import { largeDocuments, problem, request, sha256, signal, utf8 } from './requests.ts'

/** A stream of these bytes, in pieces of so many, whose memory is used again. @param reads counts how often it begins */
const streamOf = (bytes: Uint8Array, piece = 70_001, reads: { count: number } = { count: 0 }): StreamedContent => ({
  byteLength: bytes.length,
  async *pieces() {
    reads.count++
    const room = new Uint8Array(piece)
    for (let at = 0; at < bytes.length; at += piece) {
      const part = bytes.subarray(at, at + piece)
      room.set(part)
      yield room.subarray(0, part.length)
    }
  },
})

/** Documents that nobody holds as a whole. */
export function streamCases(given: GivenStore, { inPieces }: Pick<StoreSwitches, 'inPieces'>): void {
  const { large, largest } = largeDocuments(inPieces)
  const { put, textAt } = given
  describe('a stream', () => {
    const putStream = (content: StreamedContent, more: Partial<PutRequest> = {}) =>
      given.store.put({ ...request('a.bin', ''), content, ...more }, { signal })

    it.each([0, 1, 9, 140_003, large.length])('of %i bytes is kept as bytes are', async (size) => {
      const bytes = large.subarray(0, size)
      const whole = await put('whole.bin', bytes)
      const stored = await putStream(streamOf(bytes))
      expect(stored).toMatchObject({ size, sha256: whole.sha256, crc32c: whole.crc32c, contentType: 'text/plain' })
      const read = await given.store.read('a.bin', { signal })
      expect(read.document).toEqual(stored)
      expect(Buffer.compare(read.bytes, bytes)).toBe(0)
    })

    it('that is large is read once where its digests are stated, and its parts can be read', async () => {
      const first = await putStream(streamOf(largest), { metadata: { client: 'Müller' } })
      expect(first).toMatchObject({ size: largest.length, sha256: sha256(largest), metadata: { client: 'Müller' } })
      const reads = { count: 0 }
      const digests = { sha256: first.sha256, crc32c: first.crc32c }
      const again = await putStream(streamOf(largest, 1_000_003, reads), { path: 'b.bin', ...digests })
      expect([again.crc32c, reads.count]).toEqual([first.crc32c, 1])
      const range = { start: largest.length - 613, end: largest.length - 3 }
      const part = await given.store.read('b.bin', { range, maxBytes: 1000, signal })
      expect(part.document).toEqual(again)
      expect(Buffer.compare(part.bytes, largest.subarray(range.start, range.end))).toBe(0)
    })

    it.each([5, 150_000, largest.length])('of %i bytes that is not what was said of it is not stored', async (size) => {
      const bytes = largest.subarray(0, size)
      const longer = { ...streamOf(bytes), byteLength: size - 1 }
      const shorter = { ...streamOf(bytes), byteLength: size + 1 }
      const digests = { sha256: sha256(bytes), crc32c: 'AAAAAA==' }
      const wrong: readonly (readonly [StreamedContent, Partial<PutRequest>])[] = [
        [streamOf(bytes), { sha256: sha256(utf8('other')) }],
        [streamOf(bytes), digests],
        [longer, {}],
        [shorter, {}],
        [longer, digests],
      ]
      // One of a large document tells as much as all of them, and takes long enough.
      for (const [content, stated] of size === largest.length ? wrong.slice(-1) : wrong)
        await expect(putStream(content, stated)).rejects.toEqual(problem('checksum_mismatch'))
      const breaking: StreamedContent = {
        byteLength: size,
        async *pieces(options) {
          yield* streamOf(bytes.subarray(0, size - 1)).pieces(options)
          throw new RangeError('the source broke')
        },
      }
      await expect(putStream(breaking)).rejects.toThrow()
      expect(await given.store.stat('a.bin', { signal })).toBeUndefined()
      expect(await given.listed()).toEqual([])
    })

    it('keeps to conditions', async () => {
      const first = await put('a.bin', 'first')
      const short = streamOf(utf8('short'))
      await expect(putStream(streamOf(largest))).rejects.toEqual(problem('document_exists'))
      await expect(putStream(short, { condition: { version: '7' } })).rejects.toEqual(problem('write_conflict'))
      expect(await textAt('a.bin')).toBe('first')
      const second = await putStream(short, { condition: { version: first.version } })
      expect(second).toMatchObject({ size: 5, createdAt: first.createdAt })
      expect((await putStream(streamOf(utf8('third')), { condition: 'any' })).size).toBe(5)
    })

    it('stops when it is cancelled in the midst', async () => {
      const controller = new AbortController()
      const content: StreamedContent = {
        byteLength: large.length,
        async *pieces(options) {
          for await (const piece of streamOf(large).pieces(options)) {
            yield piece
            controller.abort()
          }
        },
      }
      const putting = given.store.put({ ...request('a.bin', ''), content }, { signal: controller.signal })
      await expect(putting).rejects.toEqual(problem('cancelled'))
      expect(await given.store.stat('a.bin', { signal })).toBeUndefined()
    })
  })

  describe('a range', () => {
    it.each([
      [{ start: 0, end: 10 }, '0123456789'],
      [{ start: 3, end: 5 }, '34'],
      [{ start: 9, end: 100 }, '9'],
      [{ start: 4, end: 4 }, ''],
      [{ start: 10, end: 12 }, ''],
      [{ start: 50, end: Number.MAX_SAFE_INTEGER }, ''],
    ])('%j of ten bytes is %j', async (range, text) => {
      const document = await put('ten', '0123456789')
      const read = await given.store.read('ten', { range, signal })
      expect([Buffer.from(read.bytes).toString(), read.document]).toEqual([text, document])
    })

    it.each([
      { start: -1, end: 2 },
      { start: 3, end: 2 },
      { start: 0.5, end: 2 },
      { start: 0, end: Number.NaN },
      { start: 0, end: Infinity },
    ] as ByteRange[])('that is none is refused: %j', async (range) => {
      await put('ten', '0123456789')
      await expect(given.store.read('ten', { range, signal })).rejects.toMatchObject({
        code: 'invalid_request',
        violations: [{ pointer: '/range', code: 'invalid_range' }],
      })
    })

    it('has the limit for itself, and is one of a version', async () => {
      const first = await put('ten', '0123456789')
      await given.store.put(request('ten', 'abcdefghij', { condition: 'any', keepReplaced: true }), { signal })
      const range = { start: 2, end: 4 }
      const read = await given.store.read('ten', { range, maxBytes: 2, signal })
      expect(Buffer.from(read.bytes).toString()).toBe('cd')
      await expect(given.store.read('ten', { range, maxBytes: 1, signal })).rejects.toMatchObject({
        code: 'payload_too_large',
        details: { limit: 1, actual: 2 },
      })
      await expect(given.store.read('none', { range, signal })).rejects.toEqual(problem('document_not_found'))
      if (!given.store.capabilities.versions) return
      const old = await given.store.read('ten', { version: first.version, range, signal })
      expect([Buffer.from(old.bytes).toString(), old.document]).toEqual(['23', first])
    })
  })
}
