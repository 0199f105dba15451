import { crc32, inflateRawSync } from 'node:zlib'
import { corrupt } from './refusal.ts'
import type { ZipEntry } from './zip-directory.ts'

/** A part whose bytes were checked, ready to be written again. */
export interface VerifiedPart {
  readonly name: string
  readonly method: 0 | 8
  readonly crc32: number
  readonly size: number
  /** As it will stand in the package: deflated or stored. */
  readonly data: Uint8Array
}

interface InflatedPart {
  readonly content: Uint8Array
  readonly verified: VerifiedPart
}

const kept = new WeakMap<ZipEntry, InflatedPart>()

/** As `inflatePart`, for a small part that is looked at before the others and again among them. */
export function keptPart(entry: ZipEntry): InflatedPart {
  const part = inflatePart(entry)
  kept.set(entry, part)
  return part
}

/** A part's bytes. Never more than its stated size is inflated. @throws `document_corrupt` */
export function inflatePart(entry: ZipEntry): InflatedPart {
  const before = kept.get(entry)
  if (before !== undefined) return before
  let content = entry.data
  let { data } = entry
  if (entry.method === 8) {
    try {
      const { buffer, engine } = inflated(data, entry.size)
      content = buffer
      // What stands behind the end of the stream is nobody's.
      data = data.subarray(0, engine.bytesWritten)
    } catch (error) {
      throw corrupt('A part of the package cannot be inflated to its stated size.', error)
    }
  }
  if (content.length !== entry.size) throw corrupt('A part of the package is shorter than it states.')
  if (crc32(content) !== entry.crc32) throw corrupt('A part of the package does not match its checksum.')
  const { name, method, size } = entry
  return { content, verified: { name, method, size, crc32: entry.crc32, data } }
}

/** Most parts are inflated into one buffer of their size; larger ones piece by piece. */
const mostAtOnce = 1024 ** 2
const leastAtOnce = 64

/** The types of `node:zlib` do not know what `info` changes in the answer. */
const inflated = (data: Uint8Array, size: number): { buffer: Buffer; engine: { bytesWritten: number } } =>
  inflateRawSync(data, {
    maxOutputLength: Math.max(size, 1),
    // One byte more than is needed: a full buffer would have zlib ask for another.
    chunkSize: Math.max(leastAtOnce, Math.min(size + 1, mostAtOnce)),
    info: true,
  }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }

/** A part with other content than it came with, stored. */
export const storedPart = (name: string, content: Uint8Array): VerifiedPart => ({
  name,
  method: 0,
  crc32: crc32(content),
  size: content.length,
  data: content,
})
