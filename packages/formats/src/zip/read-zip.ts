import { ChanceryError } from '@chancery/core'
import { inflate } from './inflate.ts'
import type { ZipEntry } from './zip-entry.ts'
import { zipRecords } from './zip-headers.ts'

const corrupt = (message: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', message, cause === undefined ? {} : { cause })

const longestComment = 0xffff

/**
 * The files of a zip archive by name, folders left out; of two with one name the last (PKWARE APPNOTE 6.3.10, 4.3 and
 * 4.4). For archives that the guard has checked and written anew: none is of several parts, beyond 32 bits or encrypted,
 * and all names are UTF-8.
 * @throws `document_corrupt`
 */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = endOf(buffer)
    const count = buffer.readUInt16LE(end + 10)
    let at = buffer.readUInt32LE(end + 16)
    const entries = new Map<string, ZipEntry>()
    for (let index = 0; index < count; index++) {
      if (buffer.readUInt32LE(at) !== directory.signature) throw corrupt('The archive has no whole directory.')
      const method = buffer.readUInt16LE(at + 10)
      const nameEnd = at + directory.size + buffer.readUInt16LE(at + 28)
      if (nameEnd > buffer.length) throw corrupt('The archive has no whole directory.')
      const name = buffer.toString('utf8', at + directory.size, nameEnd)
      if (method !== 0 && method !== 8) throw corrupt('A part of the archive is packed in an unknown way.')
      if (!name.endsWith('/')) {
        entries.set(name, {
          name,
          method,
          crc32: buffer.readUInt32LE(at + 16),
          size: buffer.readUInt32LE(at + 24),
          data: dataOf(bytes, buffer, buffer.readUInt32LE(at + 42), buffer.readUInt32LE(at + 20)),
        })
      }
      at = nameEnd + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
    }
    return entries
  } catch (error) {
    throw ChanceryError.is(error) ? error : corrupt('The file is no whole zip archive.', error)
  }
}

const { file, directory, end: endRecord } = zipRecords

function endOf(buffer: Buffer): number {
  const last = buffer.length - endRecord.size
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (buffer.readUInt32LE(at) === endRecord.signature) return at
  }
  throw corrupt('The file is no whole zip archive.')
}

function dataOf(bytes: Uint8Array, buffer: Buffer, at: number, length: number): Uint8Array {
  if (buffer.readUInt32LE(at) !== file.signature) throw corrupt('A part of the archive is not where it should be.')
  const start = at + file.size + buffer.readUInt16LE(at + 26) + buffer.readUInt16LE(at + 28)
  if (start + length > bytes.length) throw corrupt('The archive is cut off.')
  return bytes.subarray(start, start + length)
}

/** The bytes of a file, a view of the archive where it is stored. @throws `document_corrupt` */
export function contentOf({ method, data, size }: ZipEntry): Uint8Array {
  if (method === 0) return data
  try {
    return inflate(data, size).content
  } catch (error) {
    throw corrupt('A part of the archive cannot be unpacked.', error)
  }
}
