import { pictureHeader, type PictureKind, tiffDirectories } from '@chancery/formats/raster'
import { corrupt } from '../refusal.ts'

/** Pixels. Of a TIFF with several pages, those of the largest. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * What an image's header says of its size, without decoding it; so a pixel flood is known before it costs memory.
 * @throws `document_corrupt` where the header is not whole.
 */
export function imageSize(bytes: Uint8Array, type: PictureKind): ImageSize {
  const size = type === 'tiff' ? largestPage(bytes) : pictureHeader(bytes, type)
  if (size === undefined) throw corrupt('The header of the image is cut off, or states no size.')
  const { width, height } = size
  return { width, height }
}

/** Of the pages; the small pictures beside them count too. */
function largestPage(bytes: Uint8Array): ImageSize | undefined {
  let largest: ImageSize | undefined
  try {
    for (const page of tiffDirectories(bytes)) {
      const [width, height] = [page.value(256, 0), page.value(257, 0)]
      if (width * height > (largest?.width ?? 0) * (largest?.height ?? 0)) largest = { width, height }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
  return largest
}
