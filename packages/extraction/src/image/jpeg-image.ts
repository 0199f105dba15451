import { corruptDocument } from '../reading-errors.ts'
import { type ExifFacts, exifFacts } from './exif.ts'
import { type OpenImage, scanResolution } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'
import { decodedByPdfium, type EmbeddedImage } from './pdfium-picture.ts'
import { uprightPicture } from './upright-picture.ts'

interface JpegFacts {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Adobe writes the inks of its CMYK the other way round. */
  readonly adobe: boolean
  readonly density: number | undefined
  readonly exif: ExifFacts
}

/** JPEG, turned as its Exif data says. */
export const jpegImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  async decode() {
    const facts = jpegFacts(bytes)
    const [picture] = await decodedByPdfium([embeddedJpeg(bytes, facts)])
    if (picture === undefined) throw corruptDocument('The JPEG could not be decoded.')
    return {
      picture: uprightPicture(picture, facts.exif.orientation),
      ...scanResolution(facts.density ?? facts.exif.resolution),
    }
  },
})

export const embeddedJpeg = (bytes: Uint8Array, facts = jpegFacts(bytes)): EmbeddedImage => ({
  ...checkedSize(facts),
  bitsPerComponent: 8,
  components: facts.components,
  colorSpace: facts.components === 1 ? '/DeviceGray' : facts.components === 4 ? '/DeviceCMYK' : '/DeviceRGB',
  filter: 'DCTDecode',
  inverted: facts.components === 4 && facts.adobe,
  data: bytes,
})

const latin = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

/** The markers up to the first scan (ITU T.81 annex B). */
function jpegFacts(bytes: Uint8Array): JpegFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [adobe, density, exif]: [boolean, number | undefined, ExifFacts] = [false, undefined, { orientation: 1 }]
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) break
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (marker === 0xe0 && latin(bytes, at + 4, at + 8) === 'JFIF' && at + 14 < bytes.length) {
      const unit = view.getUint8(at + 11)
      if (unit === 1 || unit === 2) density = view.getUint16(at + 12) * (unit === 2 ? 2.54 : 1)
    }
    if (marker === 0xe1 && latin(bytes, at + 4, at + 8) === 'Exif') exif = exifFacts(bytes.subarray(at + 10, end))
    if (marker === 0xee && latin(bytes, at + 4, at + 9) === 'Adobe') adobe = true
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [height, width, components] = [view.getUint16(at + 5), view.getUint16(at + 7), view.getUint8(at + 9)]
      return { width, height, components, adobe, density, exif }
    }
    at = Math.max(end, at + 4)
  }
  throw corruptDocument('The header of the JPEG is cut off.')
}
