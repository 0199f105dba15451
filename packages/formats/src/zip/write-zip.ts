import { Content } from '@chancery/core'
import type { ZipEntry } from './zip-entry.ts'
import { writeZipFacts, zipRecords } from './zip-headers.ts'

/** Files that do not change from archive to archive, written once. */
export interface ZipBlock {
  /** In pieces that follow one another; large files are views of what was given. */
  readonly files: readonly Uint8Array[]
  /** Bytes of all pieces. */
  readonly size: number
  readonly directory: Uint8Array
  readonly count: number
}

const { file, directory: listing, end: endRecord } = zipRecords
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
    copied += file.size + nameSize + (data.length < minPiece ? data.length : 0)
    listedSize += listing.size + nameSize
  }
  const own = Buffer.allocUnsafeSlow(copied + listedSize + room)
  own.set(before.directory, copied)
  const pieces: Uint8Array[] = []
  let [at, rest, size, listed] = [0, 0, 0, copied + before.directory.length]
  for (const { name, method, crc32, size: inflated, data } of entries) {
    const facts = { method, crc32, packed: data.length, size: inflated }
    const nameSize = own.write(name, at + file.size)
    own.writeUInt32LE(file.signature, at)
    writeZipFacts(own, at + 4, facts, nameSize)
    own.writeUInt32LE(listing.signature, listed)
    own.writeUInt16LE(20, listed + 4)
    writeZipFacts(own, listed + 6, facts, nameSize)
    own.fill(0, listed + 32, listed + 42)
    own.writeUInt32LE(before.size + size, listed + 42)
    own.write(name, listed + listing.size)
    listed += listing.size + nameSize
    at += file.size + nameSize
    size += file.size + nameSize + data.length
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
