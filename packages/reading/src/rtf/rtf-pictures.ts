import type { ImageReference } from '@chancery/core'
import type { PictureContent, Pictures } from '../pictures.ts'
import { bytesOfHex } from './rtf-objects.ts'
import type { Described } from './rtf-state.ts'

/** Words of `\pict` that name its format (RTF 1.9.1, "Pictures"). */
const formats = new Map(
  Object.entries({
    pngblip: 'image/png',
    jpegblip: 'image/jpeg',
    emfblip: 'image/emf',
    wmetafile: 'image/wmf',
    dibitmap: 'image/bmp',
    wbitmap: 'image/bmp',
    macpict: 'image/x-pict',
  }),
)
/** Formats whose `\picw` and `\pich` are pixels. */
const rasters = new Set(['image/png', 'image/jpeg', 'image/bmp'])
const maxPixels = 100_000

/** A picture as its words describe it. */
export class RtfPicture {
  private readonly described: Described
  private contentType: string | undefined
  /** Hexadecimal digits, where its bytes are wanted. */
  readonly hex: Uint8Array[] | undefined
  private readonly kept: Pictures
  private width = 0
  private height = 0

  constructor(described: Described, kept: Pictures) {
    this.described = described
    this.kept = kept
    this.hex = kept.isWanted ? [] : undefined
  }

  /** @returns whether the word is one of pictures */
  word(name: string, value: number): boolean {
    const format = formats.get(name)
    if (format !== undefined) this.contentType = format
    else if (name === 'picw') this.width = value
    else if (name === 'pich') this.height = value
    else return false
    return true
  }

  get isKnown(): boolean {
    return this.contentType !== undefined
  }

  private content(contentType: string): PictureContent {
    const digits = this.hex?.reduce((sum, { length }) => sum + length, 0) ?? 0
    return this.kept.keep(digits >> 1, () => {
      const bytes = bytesOfHex(this.hex ?? [])
      return contentType === 'image/bmp' ? bitmapFile(bytes) : bytes
    })
  }

  get image(): ImageReference {
    const contentType = this.contentType ?? 'image/*'
    const isSized = rasters.has(contentType) && isPixels(this.width) && isPixels(this.height)
    const { altText } = this.described
    return {
      contentType,
      ...this.content(contentType),
      ...(altText === undefined ? {} : { altText }),
      ...(isSized ? { width: this.width, height: this.height } : {}),
    }
  }
}

/** What lies before the picture in a file of its own. */
const fileHeaderBytes = 14

/** A bitmap as it lies in memory (BITMAPINFOHEADER), as a file. */
function bitmapFile(bitmap: Uint8Array): Uint8Array {
  if (bitmap.length < 40) return bitmap
  const view = new DataView(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength)
  const [header, bits, packing, colours] = [
    view.getUint32(0, true),
    view.getUint16(14, true),
    view.getUint32(16, true),
    view.getUint32(32, true),
  ]
  const table = bits <= 8 ? (colours === 0 ? 2 ** bits : colours) * 4 : packing === 3 && header === 40 ? 12 : 0
  const file = Buffer.alloc(fileHeaderBytes + bitmap.length)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(Math.min(fileHeaderBytes + header + table, file.length), 10)
  file.set(bitmap, fileHeaderBytes)
  return file
}

const isPixels = (count: number): boolean => count > 0 && count <= maxPixels
