import { type TiffDirectory, tiffDirectories } from '@chancery/formats/raster'
import { corruptDocument } from './reading-errors.ts'

/**
 * The pages of a TIFF, without the small pictures beside them.
 * @throws `document_corrupt` where there are none, or they run in a circle or lie outside
 */
export function tiffPages(bytes: Uint8Array): readonly TiffDirectory[] {
  let pages: readonly TiffDirectory[]
  try {
    pages = [...tiffDirectories(bytes)].filter(({ isReduced }) => !isReduced)
  } catch (error) {
    if (error instanceof RangeError) throw corruptDocument('The TIFF is cut off, or its pages run in a circle.', error)
    throw error
  }
  if (pages.length === 0) throw corruptDocument('The TIFF has no page.')
  return pages
}
