/** What the header of a JPEG says of it. */
export interface JpegFacts {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** 1 gray, 3 colours, 4 inks. */
  readonly components: number
  /** Adobe writes the inks of its CMYK the other way round. */
  readonly isAdobe: boolean
  /** Dots to the inch, where JFIF states them. */
  readonly density?: { readonly x: number; readonly y: number }
  /** A TIFF without a picture: see `exifOf`. */
  readonly exif?: Uint8Array
  /** Offset of the frame header, which the picture follows. */
  readonly frame: number
}

/**
 * Goes through the segments up to the frame header (ITU T.81 annex B; JFIF 1.02; Exif 2.3, 4.5.4), by their lengths.
 * @returns `undefined` where there is none: what is in its place, or a header that is cut off
 */
export function jpegFacts(bytes: Uint8Array): JpegFacts | undefined {
  try {
    return factsIn(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether a word of Latin letters stands there. A file has as many segments as it likes: nothing is made for each. */
function isAt(bytes: Uint8Array, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[start + index] !== word.charCodeAt(index)) return false
  return true
}

function factsIn(bytes: Uint8Array): JpegFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let isAdobe = false
  let found: Pick<JpegFacts, 'density' | 'exif'> = {}
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xd9 || marker === 0xda) return undefined
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return { width, height, components: view.getUint8(at + 9), isAdobe, frame: at, ...found }
    } else {
      const length = view.getUint16(at + 2)
      if (length < 2) return undefined
      const end = at + 2 + length
      if (marker === 0xe0 && length >= 14 && isAt(bytes, at + 4, 'JFIF')) {
        const scale = [undefined, 1, 2.54][view.getUint8(at + 11)]
        if (scale !== undefined) {
          found = { ...found, density: { x: view.getUint16(at + 12) * scale, y: view.getUint16(at + 14) * scale } }
        }
      }
      if (marker === 0xe1 && isAt(bytes, at + 4, 'Exif')) {
        found = { ...found, exif: bytes.subarray(at + 10, end) }
      }
      if (marker === 0xee && isAt(bytes, at + 4, 'Adobe')) isAdobe = true
      at = end
    }
  }
  return undefined
}
