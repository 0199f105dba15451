import { luma, type GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { withPdf, type PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { corruptDocument } from '@chancery/reading/reading-errors'

/** An image as PDF embeds them (ISO 32000-1, 8.9.5): PDFium has the decoders, and they are those of a browser. */
export interface EmbeddedImage {
  readonly width: number
  readonly height: number
  readonly bitsPerComponent: number
  /** In PDF's syntax. */
  readonly colorSpace: string
  readonly filter: 'DCTDecode' | 'CCITTFaxDecode' | 'FlateDecode' | 'LZWDecode' | 'RunLengthDecode' | undefined
  /** In PDF's syntax, without brackets. */
  readonly parameters?: string
  /** Samples count from light to dark. */
  readonly inverted?: boolean
  readonly components: number
  readonly data: Uint8Array
}

/** Decodes images one after the other. @throws `document_corrupt` */
export const decodedByPdfium = (images: readonly EmbeddedImage[]): Promise<GrayPicture[]> =>
  withPdf(pdfAround(images), undefined, (document) =>
    Promise.resolve(images.map((_, page) => pictureOn(document, page))),
  )

/** A PDF with one image on each page. */
function pdfAround(images: readonly EmbeddedImage[]): Uint8Array {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  const object = (content: string, stream?: Uint8Array): void => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n`)
    if (stream === undefined) write(content)
    else {
      write(`<<${content}/Length ${stream.length}>>\nstream\n`)
      write(stream)
      write('\nendstream')
    }
    write('\nendobj\n')
  }
  const kids = images.map((_, page) => `${3 + page * 3} 0 R`).join(' ')
  write('%PDF-1.7\n')
  object('<</Type/Catalog/Pages 2 0 R>>')
  object(`<</Type/Pages/Count ${images.length}/Kids[${kids}]>>`)
  for (const [page, image] of images.entries()) {
    const number = 3 + page * 3
    object(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents ${number + 1} 0 R` +
        `/Resources<</XObject<</I ${number + 2} 0 R>>>>>>`,
    )
    object('', Buffer.from('100 0 0 100 0 0 cm /I Do', 'latin1'))
    const { width, height, bitsPerComponent, colorSpace, filter, parameters, inverted, components, data } = image
    object(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${bitsPerComponent}` +
        `/ColorSpace ${colorSpace}` +
        (filter === undefined ? '' : `/Filter/${filter}`) +
        (parameters === undefined ? '' : `/DecodeParms<<${parameters}>>`) +
        (inverted === true ? `/Decode[${'1 0 '.repeat(components)}]` : ''),
      data,
    )
  }
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`)
  write(`trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** Bytes of a pixel by PDFium's bitmap formats: gray, BGR, BGRx, BGRA. */
const pixelBytes: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4 }

function pictureOn({ pdfium, handle }: PdfDocument, index: number): GrayPicture {
  const page = pdfium.FPDF_LoadPage(handle, index)
  if (page === 0) throw corruptDocument('The image could not be decoded.')
  let bitmap = 0
  try {
    const object = pdfium.FPDFPage_GetObject(page, 0)
    bitmap = object === 0 ? 0 : pdfium.FPDFImageObj_GetBitmap(object)
    const step = pixelBytes[bitmap === 0 ? 0 : pdfium.FPDFBitmap_GetFormat(bitmap)]
    if (step === undefined) throw corruptDocument('The image could not be decoded.')
    const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)]
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const { buffer } = (pdfium.pdfium.wasmExports as unknown as { readonly memory: { readonly buffer: ArrayBuffer } })
      .memory
    const samples = new Uint8Array(buffer, pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    const pixels = new Uint8Array(width * height)
    for (let y = 0, to = 0; y < height; y++) {
      for (let at = y * stride; at < y * stride + width * step; at += step) {
        pixels[to++] = step === 1 ? samples[at]! : luma(samples[at + 2]!, samples[at + 1]!, samples[at]!)
      }
    }
    return { width, height, pixels }
  } finally {
    if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDF_ClosePage(page)
  }
}
