import { createHash, hash } from 'node:crypto'
import type { Hasher } from '@chancery/core'

/** One piece in one call: for bytes of a few kB, a hash object costs as much as the hash. */
export const nodeHasher: Hasher = {
  sha256(bytes) {
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes
    const [first] = pieces
    if (first !== undefined && pieces.length === 1) return hash('sha256', first, 'hex')
    const digest = createHash('sha256')
    for (const piece of pieces) digest.update(piece)
    return digest.digest('hex')
  },
  async sha256OfStream(pieces) {
    const digest = createHash('sha256')
    for await (const piece of pieces) digest.update(piece)
    return digest.digest('hex')
  },
}
