import { crc32 } from 'node:zlib'
import { inflate, type ZipEntry } from '@chancery/formats/zip'
import { corrupt } from '../refusal.ts'

interface InflatedPart {
  readonly content: Uint8Array
  /** As it will stand in the package: without what stood behind its deflated bytes. */
  readonly verified: ZipEntry
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
  if (before !== undefined) {
    kept.delete(entry)
    return before
  }
  let content = entry.data
  let { data } = entry
  if (entry.method === 8) {
    try {
      const inflated = inflate(data, entry.size)
      content = inflated.content
      data = data.subarray(0, inflated.taken)
    } catch (error) {
      throw corrupt('A part of the package cannot be inflated to its stated size.', error)
    }
  }
  if (content.length !== entry.size) throw corrupt('A part of the package is shorter than it states.')
  if (crc32(content) !== entry.crc32) throw corrupt('A part of the package does not match its checksum.')
  return { content, verified: { ...entry, data } }
}
