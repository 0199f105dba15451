import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { ChanceryError, Content } from '@chancery/core'

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
  const deflated = deflateRawSync(content, { level, windowBits, memLevel, chunkSize })
  // It may be the beginning of a buffer of `chunkSize`, which would be kept with it.
  const data = 2 * deflated.length < deflated.buffer.byteLength ? Uint8Array.from(deflated) : deflated
  return { name, method: 8, crc32: crc32(content), size: length, data }
}

/** A file to be written as it is: packed already, such as a picture, or too small to be worth it. */
export function stored(name: string, content: Uint8Array): ZipEntry {
  return { name, method: 0, crc32: crc32(content), size: content.length, data: content }
}

/** Files that do not change from archive to archive, written once. */
export interface ZipBlock {
  /** In pieces that follow one another; large files are views of what was given. */
  readonly files: readonly Uint8Array[]
  /** Bytes of all pieces. */
  readonly size: number
  readonly directory: Uint8Array
  readonly count: number
}

/** Sizes of what stands before the name, in front of the file and in the directory. */
const headSizes = { file: 30, directory: 46 }
/** From this many bytes on a file is a piece of its own, and not copied. */
const minPiece = 16 * 1024

const nothing: ZipBlock = { files: [], size: 0, directory: new Uint8Array(), count: 0 }

/** Files as they stand at the beginning of an archive. */
export function zipBlock(entries: readonly ZipEntry[]): ZipBlock {
  const { pieces, own, rest, directory, size } = written(entries, nothing, 0)
  const files = rest === directory ? pieces : [...pieces, own.subarray(rest, directory)]
  return { files, size, directory: own.subarray(directory), count: entries.length }
}

/** An archive of files, one after the other, behind those of a block. The same files give the same bytes. */
export function zipArchive(entries: readonly ZipEntry[], before: ZipBlock = nothing): Content {
  const { pieces, own, rest, directory, size } = written(entries, before, endRecord.size)
  writeEnd(own, own.length - endRecord.size, before.count + entries.length, before.size + size, directory)
  return new Content([...before.files, ...pieces, own.subarray(rest)])
}

interface Written {
  /** Headers and files up to the last large one. */
  readonly pieces: readonly Uint8Array[]
  /** All that is copied: headers and small files, from `directory` on the directory, and the room behind it. */
  readonly own: Buffer<ArrayBuffer>
  /** Where in `own` that begins which is in no piece yet. */
  readonly rest: number
  readonly directory: number
  /** Bytes of headers and files. */
  readonly size: number
}

function written(entries: readonly ZipEntry[], before: ZipBlock, room: number): Written {
  let [copied, listedSize] = [0, before.directory.length]
  for (const { name, data } of entries) {
    const nameSize = Buffer.byteLength(name)
    copied += headSizes.file + nameSize + (data.length < minPiece ? data.length : 0)
    listedSize += headSizes.directory + nameSize
  }
  const own = Buffer.allocUnsafeSlow(copied + listedSize + room)
  own.set(before.directory, copied)
  const pieces: Uint8Array[] = []
  let [at, rest, size, listed] = [0, 0, 0, copied + before.directory.length]
  for (const entry of entries) {
    const { name, data } = entry
    const nameSize = own.write(name, at + headSizes.file)
    own.writeUInt32LE(0x04034b50, at)
    writeHeader(own, at + 4, entry, nameSize)
    own.writeUInt32LE(0x02014b50, listed)
    own.writeUInt16LE(20, listed + 4)
    writeHeader(own, listed + 6, entry, nameSize)
    own.fill(0, listed + 32, listed + 42)
    own.writeUInt32LE(before.size + size, listed + 42)
    own.write(name, listed + headSizes.directory)
    listed += headSizes.directory + nameSize
    at += headSizes.file + nameSize
    size += headSizes.file + nameSize + data.length
    if (data.length < minPiece) {
      own.set(data, at)
      at += data.length
    } else {
      pieces.push(own.subarray(rest, at), data)
      rest = at
    }
  }
  return { pieces, own, rest, directory: copied, size }
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

/**
 * The end of an archive at `at`: how many files, and where their directory begins in the archive. It ends here, and begins
 * in these bytes at `directory`.
 */
function writeEnd(bytes: Buffer, at: number, count: number, directoryStart: number, directory: number): void {
  bytes.writeUInt32LE(endRecord.signature, at)
  bytes.writeUInt32LE(0, at + 4)
  bytes.writeUInt16LE(count, at + 8)
  bytes.writeUInt16LE(count, at + 10)
  bytes.writeUInt32LE(at - directory, at + 12)
  bytes.writeUInt32LE(directoryStart, at + 16)
  bytes.writeUInt16LE(0, at + 20)
}
