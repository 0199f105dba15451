import type { StreamedContent } from '@chancery/core'
import { checkedPieces, type Digests, inPiecesOf } from '../streamed-content.ts'
import type { ObjectBody } from './object-driver.ts'

/** A body that is there as a whole. */
export const wholeBody = (bytes: Uint8Array): ObjectBody => ({
  size: bytes.length,
  whole: async () => bytes,
  async *pieces(size) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  },
})

/** A body that is read when it is written, and held to what was stated of it before its last piece. */
export function streamedBody(content: StreamedContent, digests: Digests, signal: AbortSignal): ObjectBody {
  const { byteLength: size } = content
  return {
    size,
    async whole() {
      const pieces: Uint8Array[] = []
      for await (const piece of checkedPieces(content, digests, signal)) pieces.push(piece.slice())
      return Buffer.concat(pieces)
    },
    pieces: (bytes) => inPiecesOf(bytes, checkedPieces(content, digests, signal)),
  }
}
