import { jpegFacts, tiffDirectories, webpFacts } from '@chancery/formats/raster'
import { corrupt } from './refusal.ts'

export type RasterType = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'bmp'

/** Pixels. Of a TIFF with several pages, those of the largest. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * What an image's header says of its size, without decoding it; so a pixel flood is known before it costs memory.
 * @throws `document_corrupt` where the header is not whole.
 */
export function imageSize(bytes: Uint8Array, type: RasterType): ImageSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size: ImageSize | undefined
  try {
    size = readers[type](view, bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw corrupt('The header of the image is cut off.')
  }
  if (size === undefined || size.width === 0 || size.height === 0) throw corrupt('The image states no size.')
  const { width, height } = size
  return { width, height }
}

const readers: Record<RasterType, (view: DataView, bytes: Uint8Array) => ImageSize | undefined> = {
  png: (view) =>
    view.getUint32(12) === 0x49484452 ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined,
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  bmp: (view) =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
  jpeg: (_, bytes) => jpegFacts(bytes),
  webp: (_, bytes) => webpFacts(bytes),
  tiff: (_, bytes) => tiffSize(bytes),
}

/** Of the pages; the small pictures beside them count too. */
function tiffSize(bytes: Uint8Array): ImageSize | undefined {
  let largest: ImageSize | undefined
  for (const page of tiffDirectories(bytes)) {
    const [width, height] = [page.value(256, 0), page.value(257, 0)]
    if (width * height >= (largest?.width ?? 0) * (largest?.height ?? 0)) largest = { width, height }
  }
  return largest
}
