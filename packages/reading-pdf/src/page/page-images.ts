import { largestOf, leastOf } from '@chancery/core'
import type { ImageReference } from '@chancery/core'
import { boxOf, type PageGeometry, type Rectangle } from '@chancery/reading-layout/page-geometry'
import { type Matrix, transformed } from './page-objects.ts'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { pictureFile, pictureSize } from '@chancery/reading/pdfium/picture-file'
import type { Pictures } from '@chancery/reading/pictures'

const maxImages = 200
const maxFilters = 16

/** The filter in which an image is kept, where it is a file format of its own. */
const contentTypes: Readonly<Record<string, string>> = { DCTDecode: 'image/jpeg', JPXDecode: 'image/jp2' }

/** Gathers the pictures of one page. */
export class PageImages {
  readonly images: ImageReference[] = []
  /** For each image the number of the marked content that it belongs to. */
  private readonly contents: number[] = []
  private readonly document: PdfDocument
  private readonly page: number
  private readonly geometry: PageGeometry
  private readonly pictures: Pictures
  private covered = 0
  /** Of all pictures together, however small they are shown. */
  pixels = 0

  constructor(document: PdfDocument, page: number, geometry: PageGeometry, pictures: Pictures) {
    this.document = document
    this.page = page
    this.geometry = geometry
    this.pictures = pictures
  }

  /** How much of the page they cover, 0 to 1; those over each other count as if side by side. */
  get coverage(): number {
    return Math.min(this.covered / (this.geometry.width * this.geometry.height), 1)
  }

  /** Takes an image object with the matrix from its form's space to that of the page. */
  add(object: number, toPage: Matrix): void {
    const { document, geometry } = this
    const { raw } = document
    const place = this.placeOf(object, toPage)
    if (place !== undefined) {
      const across = Math.min(place.right, geometry.width) - Math.max(place.left, 0)
      const down = Math.min(place.bottom, geometry.height) - Math.max(place.top, 0)
      if (across > 0 && down > 0) this.covered += across * down
    }
    const [width = 0, height = 0] =
      document.integers(2, (address) => document.raw.FPDFImageObj_GetImagePixelSize(object, address, address + 4)) ?? []
    this.pixels += Math.max(0, width) * Math.max(0, height)
    if (this.images.length >= maxImages) return
    const count = Math.min(raw.FPDFImageObj_GetImageFilterCount(object), maxFilters)
    const filters = Array.from({ length: count }, (_, index) =>
      document.string((at, size) => raw.FPDFImageObj_GetImageFilter(object, index, at, size), 'utf-8'),
    )
    this.contents.push(document.raw.FPDFPageObj_GetMarkedContentID(object))
    this.images.push({
      contentType: contentTypes[filters.at(-1) ?? ''] ?? 'image/*',
      ...(this.pictures.isWanted
        ? this.pictures.keep(pictureSize(document, object), () => pictureFile(document, object, filters))
        : {}),
      page: this.page,
      ...(width > 0 && height > 0 ? { width, height } : {}),
      ...(place === undefined ? {} : { box: boxOf(place, geometry) }),
    })
  }

  /** Takes over what the tags say of pictures. */
  describe(altTexts: ReadonlyMap<number, string>): void {
    for (const [index, image] of this.images.entries()) {
      const altText = altTexts.get(this.contents[index] ?? -1)
      if (altText !== undefined) this.images[index] = { ...image, altText }
    }
  }

  private placeOf(object: number, toPage: Matrix): Rectangle | undefined {
    const { raw } = this.document
    const bounds = this.document.floats(4, (at) => raw.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12))
    const [left = NaN, bottom = NaN, right = NaN, top = NaN] = bounds ?? []
    const corners = (
      [
        [left, bottom],
        [left, top],
        [right, bottom],
        [right, top],
      ] as const
    ).map(([x, y]) => this.geometry.point(...transformed(toPage, x, y)))
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const place = { left: leastOf(xs), top: leastOf(ys), right: largestOf(xs), bottom: largestOf(ys) }
    return Object.values(place).every(Number.isFinite) ? place : undefined
  }
}
