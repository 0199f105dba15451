import { corrupt, tooLarge } from '../guard/guard-limits.ts'
import { ChanceryError } from '@chancery/core'

/** One entry as the central directory has it (PKWARE APPNOTE 4.3.12). */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc32: number
  readonly compressedSize: number
  readonly size: number
  /** Where its data lie in the file. */
  readonly start: number
  readonly isFolder: boolean
}

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const zip64Marker = 0xffffffff

/** How far from the end of the file the end record may stand: its own comment, and stray bytes behind. */
const endSearch = 22 + 0xffff

/**
 * Reads the directory of a zip and holds it against the local headers: one end record, the same names in both places,
 * no overlap, no duplicates, no links, no encryption, nothing spread over volumes. Bytes before the archive and behind
 * it are tolerated, since what is handed on is written anew.
 * @throws `document_corrupt`, `document_encrypted`, `payload_too_large`
 */
export function readZipDirectory(bytes: Uint8Array, maxEntries: number): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  const size = view.getUint32(end + 12, true)
  const stated = view.getUint32(end + 16, true)
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0)
    throw corrupt('a zip of several volumes')
  if (stated === zip64Marker || count === 0xffff)
    throw corrupt('a zip64 archive, which no office program writes for a document')
  if (count > maxEntries) throw tooLarge('entries of the package', maxEntries, count)
  const start = end - size
  // What stands before the archive shifts every offset by the same amount.
  const shift = start - stated
  if (start < 0 || shift < 0) throw corrupt('the zip directory is out of place')

  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let at = start
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== centralSignature) throw corrupt('the zip directory is cut off')
    const nameLength = view.getUint16(at + 28, true)
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) throw corrupt('the zip directory is cut off')
    const entry = readEntry(bytes, view, at, nameLength, shift)
    const key = entry.name.toLowerCase()
    if (names.has(key)) throw corrupt('two entries have one name')
    names.add(key)
    entries.push(entry)
    at = next
  }
  if (at !== end) throw corrupt('the zip directory does not fit its end record')
  refuseOverlap(entries, start)
  return entries
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endSearch)
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endSignature) continue
    const end = at + 22 + view.getUint16(at + 20, true)
    // A signature inside a comment or inside data does not have a directory before it.
    if (end <= view.byteLength && view.getUint32(at + 12, true) <= at) return at
  }
  throw corrupt('the end of the zip archive is missing')
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, nameLength: number, shift: number): ZipEntry {
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const compressedSize = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  const local = view.getUint32(at + 42, true) + shift
  const mode = view.getUint32(at + 38, true) >>> 16
  if ((flags & 0x2041) !== 0) throw new ChanceryError('document_encrypted', 'The document is encrypted.')
  if ((mode & 0xf000) === 0xa000) throw corrupt('the zip archive holds a link')
  if (method !== 0 && method !== 8) throw corrupt('an entry is compressed in an unusual way')
  if (compressedSize === zip64Marker || size === zip64Marker) throw corrupt('a zip64 entry')
  const rawName = bytes.subarray(at + 46, at + 46 + nameLength)
  if (local + 30 > bytes.length || view.getUint32(local, true) !== localSignature)
    throw corrupt('an entry is out of place')
  const localNameLength = view.getUint16(local + 26, true)
  const localName = bytes.subarray(local + 30, local + 30 + localNameLength)
  if (!sameBytes(rawName, localName)) throw corrupt('an entry has two different names')
  const start = local + 30 + localNameLength + view.getUint16(local + 28, true)
  if (start + compressedSize > bytes.length) throw corrupt('an entry is cut off')
  const name = entryName(rawName)
  return {
    name,
    method,
    crc32: view.getUint32(at + 16, true),
    compressedSize,
    size,
    start,
    isFolder: name.endsWith('/'),
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** `\` is mended to `/`; names that lead elsewhere are refused. */
function entryName(raw: Uint8Array): string {
  const name = new TextDecoder('utf-8').decode(raw).replaceAll('\\', '/')
  // oxlint-disable-next-line no-control-regex -- these are what is refused.
  const odd = name === '' || name.startsWith('/') || /^[A-Za-z]:|[\u0000-\u001f]/.test(name)
  if (odd || name.split('/').some((segment) => segment === '..')) throw corrupt('an entry has an odd name')
  return name
}

function refuseOverlap(entries: readonly ZipEntry[], directory: number): void {
  const sorted = [...entries].sort((a, b) => a.start - b.start)
  for (const [index, entry] of sorted.entries()) {
    const limit = sorted[index + 1]?.start ?? directory
    if (entry.start + entry.compressedSize > limit) throw corrupt('entries overlap')
  }
}
