import type { DocumentType } from '../model/document-type.ts'

/** Turns a document into another type: a filled Word document into a PDF. */
export interface DocumentConverter {
  readonly id: string
  /** How many conversions it does at once; more wait. */
  readonly parallel: number
  /**
   * @throws `unsupported_option` for a pair of types that it cannot do, `document_corrupt` for bytes that it cannot read,
   *   `payload_too_large`, `provider_failed`, `provider_unavailable`, `provider_timeout`, `overloaded`.
   */
  convert(
    bytes: Uint8Array,
    types: { readonly from: DocumentType; readonly to: DocumentType },
    options: { readonly signal: AbortSignal },
  ): Promise<Uint8Array>
  /** Resolves when it can be used; throws otherwise, with `details.reason` (`UnreadyReason`) where that is known. */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
