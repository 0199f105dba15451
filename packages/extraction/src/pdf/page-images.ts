import type { ImageReference } from '@chancery/core'
import { boxOf, type PageGeometry } from './page-geometry.ts'
import type { PdfDocument } from './pdfium.ts'

const imageObject = 3
const maxObjects = 20_000
const maxImages = 200

/** The filter in which an image is kept, where it is a file format of its own. */
const contentTypes: Readonly<Record<string, string>> = { DCTDecode: 'image/jpeg', JPXDecode: 'image/jp2' }

/** The pictures of one page. */
export function pageImages(
  document: PdfDocument,
  page: number,
  number: number,
  geometry: PageGeometry,
): ImageReference[] {
  const { pdfium } = document
  const images: ImageReference[] = []
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), maxObjects)
  for (let index = 0; index < count && images.length < maxImages; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    if (pdfium.FPDFPageObj_GetType(object) !== imageObject) continue
    const [width = 0, height = 0] =
      document.integers(2, (address) => pdfium.FPDFImageObj_GetImagePixelSize(object, address, address + 4)) ?? []
    const [left = NaN, bottom = NaN, right = NaN, top = NaN] =
      document.floats(4, (at) => pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) ?? []
    const filter = document.string((at, size) => pdfium.FPDFImageObj_GetImageFilter(object, 0, at, size), 'utf-8')
    const hasPlace = [left, bottom, right, top].every(Number.isFinite)
    images.push({
      contentType: contentTypes[filter] ?? 'image/*',
      page: number,
      ...(width > 0 && height > 0 ? { width, height } : {}),
      ...(hasPlace ? { box: boxOf(geometry.place(left, bottom, right, top), geometry) } : {}),
    })
  }
  return images
}
