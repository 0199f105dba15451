import { type Finding, nextTurn, throwIfCancelled } from '@chancery/core'
import { pageSelection } from '@chancery/reading/page-selection'
import { type PdfDocument, withPdf } from '@chancery/reading/pdfium/pdfium'
import { beyondLimit, corruptDocument } from '@chancery/reading/reading-errors'

export interface PieceSize {
  readonly pages: number
  readonly bytes: number
}

/** How large the pieces may be that the service takes. */
export interface CutRequest {
  readonly password?: string
  /** From 1; absent: all. */
  readonly pages?: readonly number[]
  /** Pages that may be wanted in all. */
  readonly maxPages: number
  /** Of one piece. */
  readonly piece: PieceSize
  /** Of one piece where more than `above` pages are wanted. */
  readonly longPiece?: PieceSize & { readonly above: number }
}

/** Some pages of a document as a document of their own. */
export interface Piece {
  readonly bytes: Uint8Array
  /** Numbers of its pages in the whole document; absent where they are not known. */
  readonly pages?: readonly number[]
}

/** Pieces are in the order of the pages; `sizes` too. */
export interface CutPdf {
  readonly pieces: readonly Piece[]
  /** Whether they are of the long kind. */
  readonly long: boolean
  /** Points, of the pages that are in the pieces. */
  readonly sizes: readonly { readonly number: number; readonly width: number; readonly height: number }[]
  readonly warnings: readonly Finding[]
}

/** Data in, data out, so that it can be done in another process. */
export type PdfCutter = (
  bytes: Uint8Array,
  request: CutRequest,
  options: { readonly signal: AbortSignal },
) => Promise<CutPdf>

/** What shared fonts and pictures, which each piece repeats, may make of a document. */
const maxTotalBytes = 256 * 1024 * 1024

/**
 * Cuts the wanted pages of a PDF into PDFs that the service takes, decrypted where there is a password. A PDF that is
 * wanted whole and fits stays as it is.
 * @throws `document_encrypted`, `document_corrupt`, `payload_too_large`
 */
export const cutPdf: PdfCutter = (bytes, request, { signal }) =>
  withPdf(bytes, request.password, async (document) => {
    const warnings: Finding[] = []
    const { pageCount } = document
    const wanted = pageSelection(pageCount, request.pages, request.maxPages, warnings)
    const { piece, longPiece } = request
    const long = longPiece !== undefined && wanted.length > longPiece.above
    const limit = long ? longPiece : piece
    const sizes = wanted.map((number) => ({ number, ...sizeOf(document, number) }))
    const isWhole = wanted.length === pageCount && document.pdfium.FPDF_GetSecurityHandlerRevision(document.handle) < 0
    if (isWhole && pageCount <= limit.pages && bytes.length <= limit.bytes) {
      return { pieces: [{ bytes, pages: wanted }], long, sizes, warnings }
    }
    const pieces: Piece[] = []
    let total = 0
    // The next to be cut is the last; what is too large is halved.
    const left = chunksOf(wanted, limit.pages).toReversed()
    for (let pages = left.pop(); pages !== undefined; pages = left.pop()) {
      throwIfCancelled(signal)
      const cut = copyOfPages(document, pages)
      if (cut.length <= limit.bytes) {
        pieces.push({ bytes: cut, pages })
        total += cut.length
        if (total > maxTotalBytes) throw beyondLimit('bytes of the parts of the document', maxTotalBytes)
      } else if (pages.length === 1) throw beyondLimit('bytes of one page', limit.bytes, cut.length)
      else for (const item of chunksOf(pages, Math.ceil(pages.length / 2)).toReversed()) left.push(item)
      await nextTurn(signal)
    }
    return { pieces, long, sizes, warnings }
  })

export const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

function sizeOf(document: PdfDocument, number: number): { readonly width: number; readonly height: number } {
  const [width = 0, height = 0] =
    document.floats(2, (address) => document.raw.FPDF_GetPageSizeByIndexF(document.handle, number - 1, address)) ?? []
  const rounded = (points: number): number => Math.round(points * 100) / 100
  return { width: rounded(width), height: rounded(height) }
}

function copyOfPages(document: PdfDocument, pages: readonly number[]): Uint8Array {
  const { raw, handle } = document
  const copy = raw.FPDF_CreateNewDocument()
  const indices = raw.malloc(pages.length * 4)
  const writer = raw.PDFiumExt_OpenFileWriter()
  try {
    if (copy === 0 || indices === 0 || writer === 0) throw corruptDocument('The PDF needs too much memory.')
    const view = document.view(indices, pages.length * 4)
    new Uint32Array(view.buffer, view.byteOffset, pages.length).set(pages.map((page) => page - 1))
    const done = raw.FPDF_ImportPagesByIndex(copy, handle, indices, pages.length, 0) !== 0
    if (!done || raw.PDFiumExt_SaveAsCopy(copy, writer) === 0) {
      throw corruptDocument('Some pages of the PDF cannot be taken out.')
    }
    const size = raw.PDFiumExt_GetFileWriterSize(writer)
    const target = raw.malloc(size)
    if (target === 0) throw corruptDocument('The PDF needs too much memory.')
    try {
      raw.PDFiumExt_GetFileWriterData(writer, target, size)
      return document.bytes(target, size)
    } finally {
      raw.free(target)
    }
  } finally {
    if (writer !== 0) raw.PDFiumExt_CloseFileWriter(writer)
    if (indices !== 0) raw.free(indices)
    if (copy !== 0) raw.FPDF_CloseDocument(copy)
  }
}
