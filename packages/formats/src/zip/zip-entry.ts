import { crc32, deflateRawSync } from 'node:zlib'

/** One file of a zip archive, as it stands there: a copy of it need not be inflated. */
export interface ZipEntry {
  readonly name: string
  readonly method: 0 | 8
  readonly crc32: number
  /** Bytes, inflated. */
  readonly size: number
  /** Deflated or stored, as `method` says. */
  readonly data: Uint8Array
}

/** zlib's default, 6, takes three times as long for XML and makes it a few percent smaller. */
const level = 3
/** Up to this size a small state packs as well, and takes less time and memory to set up. */
const small = { size: 1 << 14, windowBits: 14, memLevel: 6 }

/** A file to be written, deflated. */
export function deflated(name: string, content: Uint8Array): ZipEntry {
  const { length } = content
  const { windowBits, memLevel } = length <= small.size ? small : { windowBits: 15, memLevel: 8 }
  // XML shrinks to less than a quarter, which is then one piece of output.
  const chunkSize = Math.min(Math.max(length >> 2, 1024), 1 << 20)
  const deflated = deflateRawSync(content, { level, windowBits, memLevel, chunkSize })
  // It may be the beginning of a buffer of `chunkSize`, which would be kept with it.
  const data = 2 * deflated.length < deflated.buffer.byteLength ? Uint8Array.from(deflated) : deflated
  return { name, method: 8, crc32: crc32(content), size: length, data }
}

/** A file to be written as it is: packed already, such as a picture, or too small to be worth it. */
export function stored(name: string, content: Uint8Array): ZipEntry {
  return { name, method: 0, crc32: crc32(content), size: content.length, data: content }
}
