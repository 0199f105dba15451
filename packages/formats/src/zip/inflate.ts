import { inflateRawSync } from 'node:zlib'

/** Most files are inflated into one buffer of their size; larger ones piece by piece. */
const mostAtOnce = 1024 ** 2
const leastAtOnce = 64

/**
 * The content of deflated data (RFC 1951), and how many bytes of the data it took: what stands behind is nobody's.
 * Never more than `size` is inflated.
 * @throws as zlib does, for data that is no whole stream or holds more
 */
export function inflate(data: Uint8Array, size: number): { readonly content: Uint8Array; readonly taken: number } {
  const options = {
    maxOutputLength: Math.max(size, 1),
    // One byte more than is needed: a full buffer would have zlib ask for another.
    chunkSize: Math.max(leastAtOnce, Math.min(size + 1, mostAtOnce)),
    info: true,
  }
  // The types of `node:zlib` do not know what `info` changes in the answer.
  const { buffer, engine } = inflateRawSync(data, options) as unknown as Inflated
  return { content: buffer, taken: engine.bytesWritten }
}

interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}
