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
    size = readers[type](view)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw corrupt('The header of the image is cut off.')
  }
  if (size === undefined || size.width === 0 || size.height === 0) throw corrupt('The image states no size.')
  return size
}

const readers: Record<RasterType, (view: DataView) => ImageSize | undefined> = {
  png: (view) =>
    view.getUint32(12) === 0x49484452 ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined,
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  bmp: (view) =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
  jpeg: jpegSize,
  webp: webpSize,
  tiff: tiffSize,
}

/** The first frame header (SOF); markers before it are passed over by their lengths (ITU T.81 annex B). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xd9 || marker === 0xda) return undefined
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else {
      const length = view.getUint16(at + 2)
      if (length < 2) return undefined
      at += 2 + length
    }
  }
  return undefined
}

/** RFC 9649: simple lossy, simple lossless, extended. */
function webpSize(view: DataView): ImageSize | undefined {
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858:
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    default:
      return undefined
  }
}

const maxTiffPages = 10_000

/** TIFF 6.0; a chain of directories that comes back to itself is corrupt. BigTIFF is told by the guard as unreadable. */
function tiffSize(view: DataView): ImageSize | undefined {
  const little = view.getUint8(0) === 0x49
  if (view.getUint16(2, little) !== 42) return undefined
  const seen = new Set<number>()
  let largest: ImageSize | undefined
  let at = view.getUint32(4, little)
  while (at !== 0) {
    if (seen.has(at) || seen.size >= maxTiffPages) throw corrupt('The pages of the image run in a circle.')
    seen.add(at)
    const count = view.getUint16(at, little)
    let width = 0
    let height = 0
    // The two wanted tags stand among the first: entries are sorted by tag.
    for (let entry = at + 2; entry < at + 2 + Math.min(count, 8) * 12; entry += 12) {
      const tag = view.getUint16(entry, little)
      if (tag !== 256 && tag !== 257) continue
      const value =
        view.getUint16(entry + 2, little) === 3 ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little)
      if (tag === 256) width = value
      else height = value
    }
    if (width * height >= (largest?.width ?? 0) * (largest?.height ?? 0)) largest = { width, height }
    at = view.getUint32(at + 2 + count * 12, little)
  }
  return largest
}
