import type { VerifiedPart } from './zip-part.ts'

const encoder = new TextEncoder()
/** 1980-01-01, the first date that the format knows: the same parts give the same bytes. */
const firstDate = 0x21
const utf8Names = 0x0800

/** Writes the plainest zip package (APPNOTE 6.3.10): no extra fields, no descriptors, no comments, no zip64. */
export function writeZip(parts: readonly VerifiedPart[]): Uint8Array {
  const named = parts.map((part) => ({ ...part, rawName: encoder.encode(part.name) }))
  const size = named.reduce((sum, { rawName, data }) => sum + 76 + 2 * rawName.length + data.length, 22)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const offsets: number[] = []
  let at = 0
  const header = (part: (typeof named)[number], position: number): void => {
    view.setUint16(position, 20, true)
    view.setUint16(position + 2, utf8Names, true)
    view.setUint16(position + 4, part.method, true)
    view.setUint16(position + 8, firstDate, true)
    view.setUint32(position + 10, part.crc32, true)
    view.setUint32(position + 14, part.data.length, true)
    view.setUint32(position + 18, part.size, true)
    view.setUint16(position + 22, part.rawName.length, true)
  }
  for (const part of named) {
    offsets.push(at)
    view.setUint32(at, 0x04034b50, true)
    header(part, at + 4)
    bytes.set(part.rawName, at + 30)
    bytes.set(part.data, at + 30 + part.rawName.length)
    at += 30 + part.rawName.length + part.data.length
  }
  const directory = at
  for (const [index, part] of named.entries()) {
    view.setUint32(at, 0x02014b50, true)
    view.setUint16(at + 4, 20, true)
    header(part, at + 6)
    view.setUint32(at + 42, offsets[index] ?? 0, true)
    bytes.set(part.rawName, at + 46)
    at += 46 + part.rawName.length
  }
  view.setUint32(at, 0x06054b50, true)
  view.setUint16(at + 8, parts.length, true)
  view.setUint16(at + 10, parts.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes
}
