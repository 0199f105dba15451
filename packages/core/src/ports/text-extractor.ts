import type { DocumentModel } from '../documents/document-model.ts'
import type { DocumentType } from '../documents/document-type.ts'
import type { VettedDocument } from '../documents/vetted-document.ts'

export interface ExtractRequest {
  /** Pages to read, from 1; absent: all. Documents without pages ignore it with a warning. */
  readonly pages?: readonly number[]
  readonly ocr: 'auto' | 'never' | 'always'
  /** BCP 47 tags of the languages to expect. */
  readonly languages: readonly string[]
}

/** Reads documents into the one document model. */
export interface TextExtractor {
  readonly id: string
  /** The types that it reads. */
  readonly types: readonly DocumentType[]
  /**
   * @throws `unsupported_document`, `document_corrupt`, `document_encrypted`, `payload_too_large` (too many pages),
   *   `unsupported_option` (OCR wanted and not available), `provider_*`.
   */
  extract(
    document: VettedDocument,
    request: ExtractRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<DocumentModel>
}
