import type { DocumentModel, DocumentType, ExtractRequest, VettedDocument } from '@chancery/core'

/** What a reader makes of a document; the extractor adds its own id, the content type, and the label-value pairs. */
export type ReadDocument = Omit<DocumentModel, 'extractor' | 'contentType' | 'keyValues'>

/** Bounds that hold for any one document. Going past one is `payload_too_large`. */
export interface ReadingLimits {
  /** Pages that are read of one document. */
  readonly pages: number
  /** Cells of one table, the empty ones too. */
  readonly tableCells: number
  /** UTF-16 code units of text. */
  readonly textLength: number
  /** Bytes of one part of a package, inflated. */
  readonly partBytes: number
  /** Elements of one XML part or HTML page. */
  readonly elements: number
}

export const defaultReadingLimits: ReadingLimits = {
  pages: 500,
  tableCells: 1_000_000,
  textLength: 50_000_000,
  partBytes: 64 * 1024 * 1024,
  elements: 3_000_000,
}

export interface ReadingOptions {
  readonly signal: AbortSignal
  readonly limits: ReadingLimits
}

/** Reads documents of a few types. @throws the errors of `TextExtractor.extract`. */
export interface Reader {
  readonly types: readonly DocumentType[]
  /** Whether `request.pages` means something to it. */
  readonly paged: boolean
  read(document: VettedDocument, request: ExtractRequest, options: ReadingOptions): Promise<ReadDocument>
}
