import { inflateSync } from 'node:zlib'
import type { ImageReference } from '@chancery/core'
import { utf16Text } from '@chancery/formats/text'
import { bitmapFile } from '@chancery/reading/model/bitmap-file'
import type { Pictures } from '@chancery/reading/pictures'
import { recordsOf, type PptRecord } from './ppt-records.ts'

/** Formats of pictures by the type of their record ([MS-ODRAW] 2.2.23). */
const formats: ReadonlyMap<number, string> = new Map([
  [0xf01a, 'image/emf'],
  [0xf01b, 'image/wmf'],
  [0xf01c, 'image/x-pict'],
  [0xf01d, 'image/jpeg'],
  [0xf01e, 'image/png'],
  [0xf01f, 'image/bmp'],
  [0xf029, 'image/tiff'],
  [0xf02a, 'image/jpeg'],
])
/** Drawings of lines are packed, behind a header that says how. */
const metafiles: ReadonlySet<string> = new Set(['image/emf', 'image/wmf', 'image/x-pict'])
const uidBytes = 16
const metafileHeaderBytes = 34
const isDeflated = 0

const drawingRecords = { store: 0xf001, entry: 0xf007, properties: 0xf00b }
/** What comes before the name of an entry ([MS-ODRAW] 2.2.32), and the picture, where it is kept in it. */
const entryBytes = 36

/** The picture in a record; `undefined` where the record is none. Its bytes are there where they are wanted. */
export function blipImage({ type, instance, body }: PptRecord, pictures: Pictures): ImageReference | undefined {
  const contentType = formats.get(type)
  if (contentType === undefined) return undefined
  // An odd instance says that two numbers stand before the picture.
  const start = uidBytes * (1 + (instance & 1))
  if (!metafiles.has(contentType)) {
    const bytes = body.subarray(start + 1)
    const load = (): Uint8Array => (contentType === 'image/bmp' ? bitmapFile(bytes) : Uint8Array.from(bytes))
    return { contentType, ...pictures.keep(bytes.length, load) }
  }
  if (body.length < start + metafileHeaderBytes) return { contentType }
  const size = body.readUInt32LE(start)
  const packed = body.subarray(start + metafileHeaderBytes)
  const isPacked = body.readUInt8(start + metafileHeaderBytes - 2) === isDeflated
  return { contentType, ...pictures.keep(size, () => (isPacked ? inflated(packed, size) : Uint8Array.from(packed))) }
}

function inflated(packed: Buffer, size: number): Uint8Array | undefined {
  try {
    return Uint8Array.from(inflateSync(packed, { maxOutputLength: size }))
  } catch {
    return undefined
  }
}

/** Formats by the kind that an entry names ([MS-ODRAW] 2.4.1). */
const kinds: ReadonlyMap<number, string> = new Map([
  [2, 'image/emf'],
  [3, 'image/wmf'],
  [4, 'image/x-pict'],
  [5, 'image/jpeg'],
  [6, 'image/png'],
  [7, 'image/bmp'],
  [0x11, 'image/tiff'],
  [0x12, 'image/jpeg'],
])

/** A picture in a stream of its own: at which byte it begins, and what it is. */
export interface BlipPlace {
  readonly place: number
  readonly contentType: string
}

/** Where the pictures of a document stand, in the order in which shapes number them from 1: in a stream of their own, or here. */
export function blipEntries(group: Buffer): (BlipPlace | PptRecord)[] {
  for (const { type, body } of recordsOf(group)) if (type === drawingRecords.store) return entriesIn(body)
  return []
}

/** The same of entries that follow each other, or of pictures without one. */
export function entriesIn(bytes: Buffer): (BlipPlace | PptRecord)[] {
  const entries: (BlipPlace | PptRecord)[] = []
  for (const record of recordsOf(bytes)) {
    const { type, body } = record
    if (formats.has(type)) entries.push(record)
    if (type !== drawingRecords.entry || body.length < entryBytes) continue
    const [inside] = recordsOf(body.subarray(entryBytes + body.readUInt8(33)))
    entries.push(inside ?? { place: body.readUInt32LE(28), contentType: kinds.get(body.readUInt8(0)) ?? 'image/*' })
  }
  return entries
}

/** Of the properties of a shape ([MS-ODRAW] 2.3.23.2, 2.3.4.10): the number of its picture, from 1, and what is said of it. */
export function pictureOfShape(shape: Buffer): { readonly number: number; readonly altText?: string } | undefined {
  for (const { type, instance: count, body } of recordsOf(shape)) {
    if (type !== drawingRecords.properties) continue
    let [number, altText] = [0, '']
    // Behind the properties, the long values of some.
    let at = count * 6
    for (let index = 0; index < count && (index + 1) * 6 <= body.length; index++) {
      const code = body.readUInt16LE(index * 6)
      const value = body.readUInt32LE(index * 6 + 2)
      const isLong = (code & 0x8000) !== 0
      if ((code & 0x3fff) === 0x0104 && !isLong) number = value
      if ((code & 0x3fff) === 0x0381 && isLong) altText = utf16Text(body.subarray(at, at + value)).replaceAll('\0', '')
      if (isLong) at += value
    }
    if (number > 0) return { number, ...(altText.trim() === '' ? {} : { altText: altText.trim() }) }
  }
  return undefined
}
