import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type ArchivedNames, ChanceryError, throwIfCancelled } from '@chancery/core'
import { isCompoundFile } from '@chancery/formats/compound-file'
import { zipRecords } from '@chancery/formats/zip'
import { filesOfMail, type MailFile } from './mail-files.ts'
import { filesOfMessage } from './outlook-files.ts'

const inflated = promisify(inflateRaw)
const { file, directory, end } = zipRecords
const beginningOf = (signature: number): Uint8Array =>
  Uint8Array.of(0x50, 0x4b, (signature >> 16) & 0xff, signature >>> 24)
const recordBeginning = beginningOf(directory.signature)
const endBeginning = beginningOf(end.signature)

/** Names that are read, archives and e-mails in others that are opened, how deep they lie, and bytes that are made for it. */
const most = { names: 10_000, archives: 1000, depth: 4, bytes: 64 * 1024 * 1024 }

interface Search {
  readonly names: Set<string>
  readonly signal: AbortSignal
  isSealed: boolean
  isWhole: boolean
  archives: number
  /** Of e-mails, also those of one name. */
  files: number
  bytes: number
}

/**
 * The names in a zip or an e-mail, and in the zips and e-mails in it. Every record of a directory counts, wherever it stands (PKWARE APPNOTE 6.3.10,
 * 4.3.12): by which of them a program goes depends on the program. What is inflated is inflated beside this thread.
 */
export async function archivedNames(bytes: Uint8Array, signal: AbortSignal): Promise<ArchivedNames> {
  const search: Search = { names: new Set(), signal, isSealed: false, isWhole: true, archives: 0, files: 0, bytes: 0 }
  await searchIn(bytes, 1, search)
  return { names: [...search.names], isSealed: search.isSealed, isWhole: search.isWhole }
}

/** What files are looked into, by their names. */
const holdsFiles = /\.(?:zipx?|eml|msg)[\s.]*$/i

async function searchIn(bytes: Uint8Array, depth: number, search: Search): Promise<void> {
  if (isCompoundFile(bytes)) {
    await searchMail(filesOfMessage(bytes), depth, search)
    return
  }
  // Bytes may stand before a zip, and a zip as it is in an e-mail.
  await searchZip(bytes, depth, search)
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) await searchMail(filesOfMail(bytes), depth, search)
}

async function searchMail(files: Iterable<MailFile>, depth: number, search: Search): Promise<void> {
  try {
    for (const { name, isMail, content } of files) {
      throwIfCancelled(search.signal)
      search.files += 1
      if (search.files > most.names) {
        search.isWhole = false
        return
      }
      if (name !== '') search.names.add(name)
      // What Exchange packs attachments into for Outlook alone (MS-OXTNEF) is read by nothing here.
      if (/^winmail\.dat$/i.test(name)) search.isWhole = false
      if (content === undefined || (!isMail && !holdsFiles.test(name))) continue
      const inner = depth === most.depth ? undefined : madeOf(content, search)
      if (inner === undefined) search.isWhole = false
      else await searchIn(inner, depth + 1, search)
    }
  } catch (error) {
    if (!ChanceryError.is(error) || error.code !== 'document_corrupt') throw error
    search.isWhole = false
  }
}

/** The bytes of a file in an e-mail; nothing where they are not to be had, or too many. */
function madeOf(content: NonNullable<MailFile['content']>, search: Search): Uint8Array | undefined {
  search.archives += 1
  if (search.archives > most.archives) return undefined
  const made = content(most.bytes - search.bytes)
  search.bytes += made?.length ?? 0
  return made
}

async function searchZip(bytes: Uint8Array, depth: number, search: Search): Promise<void> {
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
    if (!isSealed && at >= own.start && holdsFiles.test(name)) await openInner(buffer, at, own.shift, depth, search)
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
