import type { LongWork } from '../long-work.ts'
import type { DocumentModel } from '../model/document-model.ts'
import type { DocumentType } from '../model/document-type.ts'
import type { VettedDocument } from '../model/vetted-document.ts'

/**
 * `auto`: pages whose own text is absent or unreadable; `always`: every page, and refused where nothing reads pictures.
 */
export const ocrModes = ['auto', 'never', 'always'] as const
/** See `ExtractRequest.revisions`; `DocumentModel.revisions` lists the changes in each view. */
export const revisionViews = ['accept', 'reject', 'all'] as const

/** How to read one document; `plainReading` is the usual way. */
export interface ExtractRequest {
  /** Pages to read, from 1; absent: all. Documents without pages ignore it with a warning. */
  readonly pages?: readonly number[]
  readonly ocr: (typeof ocrModes)[number]
  /** BCP 47 tags of the languages to expect. */
  readonly languages: readonly string[]
  /** Tracked changes: the text after them, before them, or with what was put in and what was taken out. */
  readonly revisions: (typeof revisionViews)[number]
  /** Whether the model is to hold `words`. */
  readonly words: boolean
  /**
   * Whether anything but the text is asked for. Without it, a reader may leave out what costs time and the text alone
   * does not need: tables (their rows are lines then), labels, links, images, languages of blocks.
   */
  readonly structure: boolean
  /** Whether attachments are read too; otherwise they are only listed. */
  readonly attachments: boolean
  /** Whether the model is to hold the bytes of its pictures. */
  readonly figures: boolean
  /**
   * Whether the model is only searched for facts: what no identifier looks at may be left out, such as blocks, and the cells
   * of a large table, whose text is in `text`.
   */
  readonly searched: boolean
  /** Of an encrypted document. Never logged, never in an answer. */
  readonly password?: string
}

/** What is read where a caller wants the text and its structure and nothing more. */
export const plainReading: ExtractRequest = {
  ocr: 'auto',
  languages: [],
  revisions: 'accept',
  words: false,
  structure: true,
  attachments: false,
  figures: false,
  searched: false,
}

/** Reads documents into the one document model. */
export interface TextExtractor {
  readonly id: string
  /** The types that it reads. */
  readonly types: readonly DocumentType[]
  /**
   * @throws `unsupported_document`, `document_corrupt`, `document_encrypted` (also where the password is wrong),
   *   `payload_too_large` (too many pages), `unsupported_option` (OCR wanted and not available), `deadline_exceeded`,
   *   `overloaded`, `provider_*`.
   */
  extract(
    document: VettedDocument,
    request: ExtractRequest,
    /** `work`: is told of pages that are done, and keeps those that took long. */
    options: { readonly signal: AbortSignal; readonly work?: LongWork },
  ): Promise<DocumentModel>
}
