import type { Attachment, DocumentModel, ExtractRequest, VettedDocument } from '@chancery/core'
import type { OcrEngine } from './ocr/ocr-engine.ts'
import type { Pictures } from './pictures.ts'

/** What a reader makes of a document; the extractor adds its own id, the content type, and the label-value pairs. */
export type ReadDocument = Omit<DocumentModel, 'extractor' | 'contentType' | 'keyValues' | 'languages'>

/** Bounds that hold for any one document. Going past one is `payload_too_large`. */
export interface ReadingLimits {
  /** Pages that are read of one document. */
  readonly pages: number
  /** Cells of all tables of one document, the empty ones too. */
  readonly cells: number
  /** UTF-16 code units of text. */
  readonly textLength: number
  /** UTF-16 code units of formulas that a spreadsheet says once for many cells and that are written out; beyond it is a warning. */
  readonly sharedFormulaLength: number
  /** Bytes of one part of a package, inflated. */
  readonly partBytes: number
  /** Elements of one XML part or HTML page. */
  readonly elements: number
  /** Attachments that are read of one document, those inside its attachments too. */
  readonly attachments: number
  /** How deep documents in documents are read; the document itself is at 0. */
  readonly attachmentDepth: number
  /** Pictures of one document whose bytes are kept, those of its attachments too, and their bytes together. */
  readonly figures: number
  readonly figureBytes: number
}

export const defaultReadingLimits: ReadingLimits = {
  pages: 500,
  cells: 1_000_000,
  textLength: 50_000_000,
  sharedFormulaLength: 10_000_000,
  partBytes: 64 * 1024 * 1024,
  elements: 3_000_000,
  attachments: 100,
  attachmentDepth: 3,
  figures: 500,
  figureBytes: 32 * 1024 * 1024,
}

/** A document inside the document, as its reader found it. */
export interface AttachedFile {
  readonly filename: string
  readonly bytes: Uint8Array
  /** As the document says. */
  readonly contentType?: string
  readonly contentId?: string
}

/** One whose bytes are put together when it is read, since most are only listed. */
export interface PackedFile extends Omit<AttachedFile, 'bytes'> {
  readonly bytes: {
    /** Of what is in it. */
    readonly length: number
    /** @throws ChanceryError where it is damaged */
    unpacked(): Uint8Array
  }
}

/** A cell that says something, where it stands on its sheet: rows and columns from 0. */
export interface PlacedCell {
  readonly row: number
  readonly column: number
  /** As it is shown. */
  readonly text: string
  readonly value?: string | number | boolean
}

/** The cells of one sheet, as those that touch each other, by row, then column. */
export interface PlacedSheet {
  readonly hidden: boolean
  readonly islands: readonly (readonly PlacedCell[])[]
}

export interface ReadingOptions {
  readonly signal: AbortSignal
  readonly limits: ReadingLimits
  /** Reads pictures; absent where nothing can. */
  readonly ocr?: OcrEngine
  /** Keeps the bytes of pictures. */
  readonly pictures: Pictures
  /** Lists an attachment, and reads it where the request wants that and its type can be read. Never throws for it. */
  attach(file: AttachedFile | PackedFile): Promise<Attachment>
  /** Told of each page that is done. */
  progress?(done: number, total: number): void
  /** Given the cells of each sheet of a spreadsheet, which then are not in the document itself. */
  sheet?(sheet: PlacedSheet): void
}

/** Reads documents of a few types. @throws the errors of `TextExtractor.extract`. */
export interface Reader {
  /** Whether `request.pages` means something to it. */
  readonly paged: boolean
  read(document: VettedDocument, request: ExtractRequest, options: ReadingOptions): Promise<ReadDocument>
}
