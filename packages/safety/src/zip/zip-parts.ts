import { crc32, inflateRawSync } from 'node:zlib'
import { corrupt, type GuardLimits, tooLarge } from '../guard/guard-limits.ts'
import type { ZipEntry } from './zip-directory.ts'

/** An entry with its data, verified. */
export interface ZipPart {
  readonly name: string
  readonly bytes: Uint8Array
  /** As it lay in the file; absent where `bytes` were mended. */
  readonly deflated?: Uint8Array
}

/**
 * Inflates every entry within bounds and verifies sizes and checksums. The stated sizes are checked before anything is
 * inflated, and again by what comes out.
 * @throws `document_corrupt`, `payload_too_large`
 */
export function readZipParts(bytes: Uint8Array, entries: readonly ZipEntry[], limits: GuardLimits): ZipPart[] {
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  const compressed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  for (const { size } of entries)
    if (size > limits.partBytes) throw tooLarge('bytes of one part', limits.partBytes, size)
  if (total > limits.packageBytes) throw tooLarge('bytes of all parts', limits.packageBytes, total)
  if (total > limits.ratioFrom && total > compressed * limits.ratio) {
    throw tooLarge('inflated over compressed bytes', limits.ratio, Math.round(total / Math.max(1, compressed)))
  }
  return entries.filter(({ isFolder }) => !isFolder).map((entry) => readPart(bytes, entry))
}

function readPart(bytes: Uint8Array, entry: ZipEntry): ZipPart {
  const raw = bytes.subarray(entry.start, entry.start + entry.compressedSize)
  const data = entry.method === 0 ? raw : inflate(raw, entry.size)
  if (data.length !== entry.size) throw corrupt('an entry has another size than stated')
  if (crc32(data) !== entry.crc32) throw corrupt('the checksum of an entry does not match')
  return { name: entry.name, bytes: data, ...(entry.method === 8 ? { deflated: raw } : {}) }
}

function inflate(raw: Uint8Array, size: number): Uint8Array {
  try {
    // One byte more than stated: a longer stream is a lie, not a reason to inflate it all.
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, size + 1) })
  } catch (error) {
    throw corrupt('an entry cannot be inflated, or is longer than stated', error)
  }
}
