import { beyondLimit, corruptDocument } from '@chancery/reading/reading-errors'

const maxPixels = 100_000_000
/** Of one page, decompressed. */
const maxBytes = 400_000_000

interface ImageSize {
  readonly width: number
  readonly height: number
}

/** @param bytes of the samples, decompressed. @throws `document_corrupt`, `payload_too_large` */
export function checkedSize({ width, height }: ImageSize, bytes = 0): ImageSize {
  if (!(width > 0 && height > 0)) throw corruptDocument('The image has no pixels.')
  if (width * height > maxPixels) throw beyondLimit('pixels of an image', maxPixels, width * height)
  if (bytes > maxBytes) throw beyondLimit('bytes of an image, decompressed', maxBytes, bytes)
  return { width, height }
}
