import { exifOf, type JpegFacts, jpegFacts } from '@chancery/formats/raster'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { type OpenImage, scanResolution } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'
import { decodedByPdfium, type EmbeddedImage } from './pdfium-picture.ts'
import { uprightPicture } from './upright-picture.ts'

/** JPEG, turned as its Exif data says. */
export const jpegImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  async decode() {
    const facts = factsOf(bytes)
    const exif = exifOf(facts.exif)
    const [picture] = await decodedByPdfium([embeddedJpeg(bytes, facts)])
    if (picture === undefined) throw corruptDocument('The JPEG could not be decoded.')
    return {
      picture: uprightPicture(picture, exif.orientation),
      ...scanResolution(facts.density?.x ?? exif.density),
    }
  },
})

export const embeddedJpeg = (bytes: Uint8Array, facts = factsOf(bytes)): EmbeddedImage => ({
  ...checkedSize(facts),
  bitsPerComponent: 8,
  components: facts.components,
  colorSpace: facts.components === 1 ? '/DeviceGray' : facts.components === 4 ? '/DeviceCMYK' : '/DeviceRGB',
  filter: 'DCTDecode',
  inverted: facts.components === 4 && facts.isAdobe,
  data: bytes,
})

function factsOf(bytes: Uint8Array): JpegFacts {
  const facts = jpegFacts(bytes)
  if (facts === undefined) throw corruptDocument('The header of the JPEG is cut off.')
  return facts
}
