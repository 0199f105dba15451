import { inflateRawSync } from 'node:zlib'
import { corruptDocument } from '../reading-errors.ts'

export interface ZipEntry {
  /** As it is written. */
  readonly name: string
  /** Bytes, inflated, as the directory says. */
  readonly size: number
  readonly compressedSize: number
  /** 0: stored, 8: deflated. */
  readonly method: number
  /** Of its local header. */
  readonly offset: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
/** Bytes of the end record, which at most a comment of 65,535 follows. */
const endLength = 22
const maxComment = 0xffff

/** The central directory of a zip file (PKWARE's APPNOTE 4.3.12). @throws `document_corrupt` */
export function readZipDirectory(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = endRecord(view)
  const count = view.getUint16(end + 10, true)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature) throw notOpened()
    const nameLength = view.getUint16(at + 28, true)
    const nameEnd = at + 46 + nameLength
    if (nameEnd > view.byteLength) throw notOpened()
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0
    const name = Buffer.from(zip.buffer, zip.byteOffset + at + 46, nameLength).toString(isUtf8 ? 'utf8' : 'latin1')
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The bytes of one entry, no more of them than the directory says. @throws `document_corrupt` */
export function readZipEntry(zip: Uint8Array, { offset, method, size, compressedSize }: ZipEntry): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== localSignature) throw notOpened()
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + compressedSize > view.byteLength) throw notOpened()
  const packed = zip.subarray(start, start + compressedSize)
  if (method === 0) return packed.slice()
  if (method !== 8) throw notOpened()
  if (size === 0) return new Uint8Array()
  try {
    return inflateRawSync(packed, { maxOutputLength: size, chunkSize: Math.max(size, 64) })
  } catch (error) {
    throw notOpened(error)
  }
}

function endRecord(view: DataView): number {
  const last = view.byteLength - endLength
  for (let at = last; at >= 0 && at >= last - maxComment; at--) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  throw notOpened()
}

const notOpened = (cause?: unknown) => corruptDocument('The package could not be opened.', cause)
