import { writePng } from '@chancery/formats/raster'
import type { PdfDocument } from './pdfium.ts'

/** More are not made into a file. */
const maxPixels = 40_000_000
/** Filters whose data are files of their own. */
const fileFilters: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode'])
/** Bytes of a pixel by PDFium's bitmap formats: gray, BGR, BGRx, BGRA. */
const pixelBytes: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4 }
const withOpacity = 4

/** How many bytes an image object of a PDF takes up there. */
export const pictureSize = ({ raw }: PdfDocument, object: number): number =>
  raw.FPDFImageObj_GetImageDataRaw(object, 0, 0)

/**
 * An image object as a file: JPEG and JPEG 2000 as they lie in the PDF, all others as PNG, without what masks them.
 * @param filters of its data, outermost first
 * @returns `undefined` where it cannot be decoded, or is too large for that
 */
export function pictureFile(document: PdfDocument, object: number, filters: readonly string[]): Uint8Array | undefined {
  const [filter = ''] = filters
  if (filters.length === 1 && fileFilters.has(filter)) {
    return rawData(document, object)
  }
  const { raw } = document
  const bitmap = raw.FPDFImageObj_GetBitmap(object)
  if (bitmap === 0) return undefined
  try {
    const format = raw.FPDFBitmap_GetFormat(bitmap)
    const step = pixelBytes[format]
    const [width, height] = [raw.FPDFBitmap_GetWidth(bitmap), raw.FPDFBitmap_GetHeight(bitmap)]
    if (step === undefined || width * height === 0 || width * height > maxPixels) return undefined
    const stride = raw.FPDFBitmap_GetStride(bitmap)
    const samples = document.view(raw.FPDFBitmap_GetBuffer(bitmap), stride * height)
    const rgba = new Uint8Array(width * height * 4)
    for (let y = 0, to = 0; y < height; y++) {
      for (let at = y * stride; at < y * stride + width * step; at += step) {
        rgba[to++] = samples[step === 1 ? at : at + 2]!
        rgba[to++] = samples[step === 1 ? at : at + 1]!
        rgba[to++] = samples[at]!
        rgba[to++] = format === withOpacity ? samples[at + 3]! : 255
      }
    }
    return writePng(width, height, rgba)
  } finally {
    raw.FPDFBitmap_Destroy(bitmap)
  }
}

function rawData(document: PdfDocument, object: number): Uint8Array | undefined {
  const { raw } = document
  const size = pictureSize(document, object)
  const address = raw.malloc(size)
  if (address === 0) return undefined
  try {
    return document.bytes(address, Math.min(raw.FPDFImageObj_GetImageDataRaw(object, address, size), size))
  } finally {
    raw.free(address)
  }
}
