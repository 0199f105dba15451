import type { ImageReference } from '@chancery/core'
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

/** A picture as its words describe it; its bytes are not looked at. */
export class RtfPicture {
  private readonly described: Described
  private contentType: string | undefined
  private width = 0
  private height = 0

  constructor(described: Described) {
    this.described = described
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

  get image(): ImageReference {
    const contentType = this.contentType ?? 'image/*'
    const isSized = rasters.has(contentType) && isPixels(this.width) && isPixels(this.height)
    const { altText } = this.described
    return {
      contentType,
      ...(altText === undefined ? {} : { altText }),
      ...(isSized ? { width: this.width, height: this.height } : {}),
    }
  }
}

const isPixels = (count: number): boolean => count > 0 && count <= maxPixels
