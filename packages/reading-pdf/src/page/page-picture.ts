import { luma, toGraymap } from '@chancery/reading/ocr/gray-picture'
import type { OcrPicture } from '@chancery/reading/ocr/ocr-engine'
import type { PageGeometry } from '@chancery/reading-layout/page-geometry'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** Dots to the inch; what a page is too large for is drawn coarser. */
const resolution = 300
const maxPixels = 25_000_000
const maxSide = 10_000

/** `FPDFBitmap_BGRx` and `FPDF_ANNOT` of fpdfview.h. */
const bitmapFormat = 3
const withAnnotations = 1

/** Draws a page as it is shown, black on white, to be read by an OCR engine; `undefined` if there is nothing to draw. */
export function pagePicture(document: PdfDocument, page: number, geometry: PageGeometry): OcrPicture | undefined {
  const { pdfium } = document
  const [across, down] = [geometry.width / 72, geometry.height / 72]
  const dots = Math.min(resolution, Math.sqrt(maxPixels / (across * down)), maxSide / Math.max(across, down))
  const [width, height] = [Math.round(across * dots), Math.round(down * dots)]
  if (!(width > 0 && height > 0)) return undefined
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0)
  if (bitmap === 0) return undefined
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const drawn = document.view(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    const pixels = new Uint8Array(width * height)
    let to = 0
    for (let row = 0; row < height; row++) {
      let from = row * stride
      for (let column = 0; column < width; column++, from += 4) {
        pixels[to++] = luma(drawn[from + 2] ?? 0, drawn[from + 1] ?? 0, drawn[from] ?? 0)
      }
    }
    return {
      bytes: toGraymap({ width, height, pixels }),
      contentType: 'image/x-portable-graymap',
      width,
      height,
      resolution: Math.round(dots),
    }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}
