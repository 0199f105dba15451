import type { ImageReference } from '@chancery/core'
import type { PictureContent, Pictures } from '../pictures.ts'
import { bitmapFile } from '../model/bitmap-file.ts'
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

const isPixels = (count: number): boolean => count > 0 && count <= maxPixels
