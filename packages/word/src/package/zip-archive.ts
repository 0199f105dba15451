import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { ChanceryError } from '@chancery/core'

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

const corrupt = (message: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', message, cause === undefined ? {} : { cause })

/** What a directory's end is looked for in: its comment has at most 65,535 bytes. */
const endRecord = { size: 22, signature: 0x06054b50 }
const utf8 = new TextDecoder('utf-8')

/**
 * The files of a zip archive by name, folders left out; of two with one name the last (APPNOTE 6.3.10, sections 4.3 and
 * 4.4). The guard has checked the archive; what it would refuse is refused here too, never misread.
 * @throws `document_corrupt`
 */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    let at = endRecordOf(view)
    const count = view.getUint16(at + 10, true)
    at = view.getUint32(at + 16, true)
    const entries = new Map<string, ZipEntry>()
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw corrupt('The archive has no whole directory.')
      const method = view.getUint16(at + 10, true)
      const nameLength = view.getUint16(at + 28, true)
      const name = utf8.decode(bytes.subarray(at + 46, at + 46 + nameLength))
      if (method !== 0 && method !== 8) throw corrupt('A part of the archive is packed in an unknown way.')
      if (!name.endsWith('/')) {
        entries.set(name, {
          name,
          method,
          crc32: view.getUint32(at + 16, true),
          size: view.getUint32(at + 24, true),
          data: dataOf(bytes, view, view.getUint32(at + 42, true), view.getUint32(at + 20, true)),
        })
      }
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return entries
  } catch (error) {
    throw ChanceryError.is(error) ? error : corrupt('The file is no whole zip archive.', error)
  }
}

function endRecordOf(view: DataView): number {
  const last = view.byteLength - endRecord.size
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) === endRecord.signature) return at
  }
  throw corrupt('The file is no whole zip archive.')
}

function dataOf(bytes: Uint8Array, view: DataView, header: number, length: number): Uint8Array {
  if (view.getUint32(header, true) !== 0x04034b50) throw corrupt('A part of the archive is not where it should be.')
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  if (start + length > bytes.length) throw corrupt('The archive is cut off.')
  return bytes.subarray(start, start + length)
}

/** The bytes of a file. @throws `document_corrupt` */
export function contentOf({ method, data, size }: ZipEntry): Uint8Array {
  if (method === 0) return data
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    throw corrupt('A part of the document cannot be read.', error)
  }
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
  const data = deflateRawSync(content, { level, windowBits, memLevel, chunkSize })
  return { name, method: 8, crc32: crc32(content), size: length, data }
}

/** A file to be written as it is: packed already, such as a picture, or too small to be worth it. */
export function stored(name: string, content: Uint8Array): ZipEntry {
  return { name, method: 0, crc32: crc32(content), size: content.length, data: content }
}

/** Files that do not change from archive to archive, written once. */
export interface ZipBlock {
  readonly files: Uint8Array
  readonly directory: Uint8Array
  readonly count: number
}

/** Sizes of what stands before the name, in front of the file and in the directory. */
const headSizes = { file: 30, directory: 46 }

/** Files as they stand at the beginning of an archive. */
export function zipBlock(entries: readonly ZipEntry[]): ZipBlock {
  const bytes = zipArchive(entries)
  const directoryStart = bytes.readUInt32LE(bytes.length - endRecord.size + 16)
  return {
    files: bytes.subarray(0, directoryStart),
    directory: bytes.subarray(directoryStart, bytes.length - endRecord.size),
    count: entries.length,
  }
}

const nothing: ZipBlock = { files: new Uint8Array(), directory: new Uint8Array(), count: 0 }

/** An archive of files, one after the other, behind those of a block. The same files give the same bytes. */
export function zipArchive(entries: readonly ZipEntry[], before: ZipBlock = nothing): Buffer<ArrayBuffer> {
  let [fileSize, directorySize] = [before.files.length, before.directory.length]
  for (const { name, data } of entries) {
    const nameSize = Buffer.byteLength(name)
    fileSize += headSizes.file + nameSize + data.length
    directorySize += headSizes.directory + nameSize
  }
  const bytes = Buffer.allocUnsafeSlow(fileSize + directorySize + endRecord.size)
  bytes.set(before.files)
  bytes.set(before.directory, fileSize)
  let [at, listed] = [before.files.length, fileSize + before.directory.length]
  for (const entry of entries) {
    const nameSize = bytes.write(entry.name, at + headSizes.file)
    bytes.writeUInt32LE(0x04034b50, at)
    writeHeader(bytes, at + 4, entry, nameSize)
    bytes.writeUInt32LE(0x02014b50, listed)
    bytes.writeUInt16LE(20, listed + 4)
    writeHeader(bytes, listed + 6, entry, nameSize)
    bytes.fill(0, listed + 32, listed + 42)
    bytes.writeUInt32LE(at, listed + 42)
    bytes.write(entry.name, listed + headSizes.directory)
    listed += headSizes.directory + nameSize
    at += headSizes.file + nameSize
    bytes.set(entry.data, at)
    at += entry.data.length
  }
  writeEnd(bytes, listed, before.count + entries.length, fileSize)
  return bytes
}

const utf8Names = 0x0800
/** 1980-01-01, the first day that the format knows: what is written depends on the content alone. */
const firstDay = 0x21

function writeHeader(bytes: Buffer, at: number, { method, crc32: sum, data, size }: ZipEntry, nameSize: number): void {
  bytes.writeUInt16LE(20, at)
  bytes.writeUInt16LE(utf8Names, at + 2)
  bytes.writeUInt16LE(method, at + 4)
  bytes.writeUInt16LE(0, at + 6)
  bytes.writeUInt16LE(firstDay, at + 8)
  bytes.writeUInt32LE(sum, at + 10)
  bytes.writeUInt32LE(data.length, at + 14)
  bytes.writeUInt32LE(size, at + 18)
  bytes.writeUInt32LE(nameSize, at + 22)
}

/** The end of an archive at `at`: how many files, and where their directory begins, which ends here. */
function writeEnd(bytes: Buffer, at: number, count: number, directoryStart: number): void {
  bytes.writeUInt32LE(endRecord.signature, at)
  bytes.writeUInt32LE(0, at + 4)
  bytes.writeUInt16LE(count, at + 8)
  bytes.writeUInt16LE(count, at + 10)
  bytes.writeUInt32LE(at - directoryStart, at + 12)
  bytes.writeUInt32LE(directoryStart, at + 16)
  bytes.writeUInt16LE(0, at + 20)
}
