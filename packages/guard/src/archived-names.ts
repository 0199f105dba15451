import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type ArchivedNames, throwIfCancelled } from '@chancery/core'
import { zipRecords } from '@chancery/formats/zip'

const inflated = promisify(inflateRaw)
const { file, directory, end } = zipRecords
const beginningOf = (signature: number): Uint8Array =>
  Uint8Array.of(0x50, 0x4b, (signature >> 16) & 0xff, signature >>> 24)
const recordBeginning = beginningOf(directory.signature)
const endBeginning = beginningOf(end.signature)

/** Names that are read, zips in zips that are opened, how deep they lie, and bytes that are inflated for it. */
const most = { names: 10_000, archives: 100, depth: 4, bytes: 64 * 1024 * 1024 }

interface Search {
  readonly names: Set<string>
  readonly signal: AbortSignal
  isSealed: boolean
  isWhole: boolean
  archives: number
  bytes: number
}

/**
 * The names in a zip and in the zips in it. Every record of a directory counts, wherever it stands (PKWARE APPNOTE 6.3.10,
 * 4.3.12): by which of them a program goes depends on the program. What is inflated is inflated beside this thread.
 */
export async function archivedNames(bytes: Uint8Array, signal: AbortSignal): Promise<ArchivedNames> {
  const search: Search = { names: new Set(), signal, isSealed: false, isWhole: true, archives: 0, bytes: 0 }
  await searchIn(bytes, 1, search)
  return { names: [...search.names], isSealed: search.isSealed, isWhole: search.isWhole }
}

async function searchIn(bytes: Uint8Array, depth: number, search: Search): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const own = ownDirectory(buffer)
  for (let at = buffer.indexOf(recordBeginning); at !== -1; at = buffer.indexOf(recordBeginning, at + 1)) {
    if (at + directory.size > buffer.length) return
    if (search.names.size === most.names) {
      search.isWhole = false
      return
    }
    const nameStart = at + directory.size
    const name = buffer.toString('latin1', nameStart, nameStart + buffer.readUInt16LE(at + 28))
    search.names.add(name)
    const isSealed = (buffer.readUInt16LE(at + 8) & 1) === 1
    search.isSealed ||= isSealed
    // The records of a zip that is stored in this one are found among its own bytes.
    if (!isSealed && at >= own.start && /\.zipx?[\s.]*$/i.test(name))
      await openInner(buffer, at, own.shift, depth, search)
  }
}

/** Where the last directory begins, and what is added to its offsets: bytes may stand before the zip. */
function ownDirectory(buffer: Buffer): { readonly start: number; readonly shift: number } {
  const at = buffer.lastIndexOf(endBeginning)
  if (at === -1 || at + end.size > buffer.length) return { start: 0, shift: 0 }
  const start = at - buffer.readUInt32LE(at + 12)
  const shift = start - buffer.readUInt32LE(at + 16)
  // With 64 bits the numbers stand elsewhere.
  return start >= 0 && shift >= 0 ? { start, shift } : { start: 0, shift: 0 }
}

/** Looks into a zip that is a file of another, by its record in the directory. */
async function openInner(buffer: Buffer, at: number, shift: number, depth: number, search: Search): Promise<void> {
  throwIfCancelled(search.signal)
  const content = depth === most.depth ? undefined : await contentOf(buffer, at, shift, search)
  if (content === undefined) search.isWhole = false
  else await searchIn(content, depth + 1, search)
}

/** The bytes of a file; nothing where they are not to be had, or too many. */
async function contentOf(buffer: Buffer, at: number, shift: number, search: Search): Promise<Uint8Array | undefined> {
  const header = buffer.readUInt32LE(at + 42) + shift
  if (header + file.size > buffer.length || buffer.readUInt32LE(header) !== file.signature) return undefined
  const start = header + file.size + buffer.readUInt16LE(header + 26) + buffer.readUInt16LE(header + 28)
  const data = buffer.subarray(start, start + buffer.readUInt32LE(at + 20))
  const method = buffer.readUInt16LE(at + 10)
  const left = most.bytes - search.bytes
  search.archives += 1
  if (search.archives > most.archives || left <= 0) return undefined
  if (method === 0) return data
  if (method !== 8) return undefined
  try {
    const content = await inflated(data, { maxOutputLength: left })
    search.bytes += content.length
    return content
  } catch {
    // It holds more than is inflated, and counts as if all of it were.
    search.bytes = most.bytes
    return undefined
  }
}
