import { createHash } from 'node:crypto'
import { ChanceryError, Content, type PutRequest, type StreamedContent, throwIfCancelled } from '@chancery/core'
import { crc32c, crc32cText } from './crc32c.ts'

/** What bytes are known by, as in `StoredDocument`. */
export interface Digests {
  readonly sha256: string
  readonly crc32c: string
}

/** Works out the digests of bytes that come in pieces. */
export class Digesting {
  readonly #hash = createHash('sha256')
  #crc = 0

  add(piece: Uint8Array): void {
    this.#hash.update(piece)
    this.#crc = crc32c(piece, this.#crc)
  }

  /** Once, at the end. */
  end(): Digests {
    return { sha256: this.#hash.digest('hex'), crc32c: crc32cText(this.#crc) }
  }
}

export const isStream = (content: PutRequest['content']): content is StreamedContent => 'pieces' in content

/**
 * The pieces of a stream, which ends only where it had the length and the digests that were stated: whoever writes the last of
 * it after that has written what was meant.
 * @param learned is told its digests then
 * @throws `checksum_mismatch`
 */
export async function* checkedPieces(
  content: StreamedContent,
  stated: Partial<Digests>,
  signal: AbortSignal,
  learned?: (digests: Digests) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { byteLength } = content
  const digesting = new Digesting()
  let length = 0
  for await (const piece of content.pieces({ signal })) {
    throwIfCancelled(signal)
    length += piece.length
    if (length > byteLength) throw differs(`It has more than ${byteLength} bytes.`)
    digesting.add(piece)
    yield piece
  }
  if (length < byteLength) throw differs(`It ended after ${length} of ${byteLength} bytes.`)
  const digests = digesting.end()
  if ((stated.sha256 ?? digests.sha256) !== digests.sha256) throw differs(`Its SHA-256 is ${digests.sha256}.`)
  if ((stated.crc32c ?? digests.crc32c) !== digests.crc32c) throw differs(`Its CRC-32C is ${digests.crc32c}.`)
  learned?.(digests)
}

const differs = (how: string): ChanceryError =>
  new ChanceryError('checksum_mismatch', `The stream is not what was said of it. ${how}`)

/** The digests of a stream, for which it is read once. */
export async function digestsOf(
  content: StreamedContent,
  stated: Partial<Digests>,
  signal: AbortSignal,
): Promise<Digests> {
  let found: Digests = { sha256: '', crc32c: '' }
  const pieces = checkedPieces(content, stated, signal, (digests) => (found = digests))
  // oxlint-disable-next-line no-unused-vars
  for await (const _ of pieces);
  return found
}

/** A stream in memory: for short ones, and for stores that are memory. */
export async function collected(
  content: StreamedContent,
  stated: Partial<Digests>,
  signal: AbortSignal,
): Promise<Content> {
  const whole = new Uint8Array(content.byteLength)
  let at = 0
  for await (const piece of checkedPieces(content, stated, signal)) {
    whole.set(piece, at)
    at += piece.length
  }
  return new Content([whole])
}

/**
 * The same bytes in pieces of one size, of which the last may be shorter. Each is memory of its own, and comes only when there
 * is more, or all was read: behind the last of checked pieces nothing is left to be wrong.
 */
export async function* inPiecesOf(
  size: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let room = new Uint8Array(size)
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      if (filled === size) {
        yield room
        room = new Uint8Array(size)
        filled = 0
      }
      const part = piece.subarray(at, at + size - filled)
      room.set(part, filled)
      filled += part.length
      at += part.length
    }
  }
  if (filled > 0) yield room.subarray(0, filled)
}
