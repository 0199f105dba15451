import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { receiveMessages, sendMessage } from './message-stream.ts'

const megabyte = 1024 ** 2

/** What is received of a stream that comes in these chunks. */
function received(chunks: Iterable<Buffer>, maxBytes = megabyte): unknown[] {
  const stream = new PassThrough()
  const messages: unknown[] = []
  receiveMessages(stream, maxBytes, {
    message: (message) => messages.push(message),
    tooLong: () => messages.push('too long'),
    unreadable: () => messages.push('unreadable'),
  })
  for (const chunk of chunks) stream.emit('data', chunk)
  return messages
}

function sent(...messages: unknown[]): Buffer {
  const stream = new PassThrough()
  for (const message of messages) sendMessage(stream, message)
  return stream.read() as Buffer
}

/** The same bytes in chunks of this size, each with memory of its own, as a socket hands them on. */
function* inChunksOf(size: number, bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(size, bytes.length - at))
    bytes.copy(chunk, 0, at)
    yield chunk
  }
}

describe('messages over a stream', () => {
  const messages = [{ a: [1, 'two'] }, '', new Uint8Array([1, 2, 3]), { text: 'x'.repeat(1000), more: [null, true] }, 5]

  it('arrive whole and in order, wherever they are cut', () => {
    const bytes = sent(...messages)
    for (const size of [1, 2, 3, 4, 5, 7, 64, 999, bytes.length]) {
      expect(received(inChunksOf(size, bytes)), `chunks of ${size}`).toEqual(messages)
    }
  })

  it('keep their bytes, whatever comes after them', () => {
    const bytes = sent({ document: new Uint8Array(5000).fill(7) }, 'next', 'last')
    for (const size of [100, 5010, bytes.length]) {
      const [first] = received(inChunksOf(size, bytes)) as [{ document: Uint8Array }]
      expect(first.document, `chunks of ${size}`).toEqual(new Uint8Array(5000).fill(7))
    }
  })

  it('come in order, also behind a long one, which is read in turns', async () => {
    const long = { rows: Array.from({ length: 40_000 }, (_, index) => ({ index })) }
    const messages = ['before', long, 'after', long, 'last']
    const bytes = Buffer.concat(messages.map((message) => sent(message)))
    for (const size of [65_536, bytes.length]) {
      const all = received(inChunksOf(size, bytes), 10 * megabyte)
      expect(all, `chunks of ${size}`).toEqual(['before'])
      await vi.waitFor(() => expect(all, `chunks of ${size}`).toHaveLength(5), { timeout: 30_000 })
      expect(all).toEqual(messages)
    }
  })

  it('are not read where they are too long, nor what follows', () => {
    expect(received([sent('short', 'x'.repeat(1000), 'short')], 500)).toEqual(['short', 'too long'])
  })
})
