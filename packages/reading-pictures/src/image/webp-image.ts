import { decodeWebp, webpFacts } from '@chancery/formats/raster'
import { luma } from '@chancery/reading/ocr/gray-picture'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { OpenImage } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'

/** WebP on white paper. */
export const webpImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  async decode() {
    const facts = webpFacts(bytes)
    if (facts === undefined) throw corruptDocument('The WebP states no size.')
    checkedSize(facts)
    const decoded = await decodeWebp(bytes)
    if (decoded === undefined) throw corruptDocument('The WebP could not be decoded.')
    const { width, height, data } = decoded
    const pixels = new Uint8Array(width * height)
    for (let to = 0, at = 0; to < pixels.length; to++, at += 4) {
      pixels[to] = 255 - ((255 - luma(data[at]!, data[at + 1]!, data[at + 2]!)) * data[at + 3]!) / 255
    }
    return { picture: { width, height, pixels } }
  },
})
