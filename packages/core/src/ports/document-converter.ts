import type { DocumentType } from '../documents/document-type.ts'

/** Turns a document into another type: a filled Word document into a PDF. */
export interface DocumentConverter {
  readonly id: string
  /** @throws `unsupported_option` for a pair of types that it cannot do, `provider_*`. */
  convert(
    bytes: Uint8Array,
    types: { readonly from: DocumentType; readonly to: DocumentType },
    options: { readonly signal: AbortSignal },
  ): Promise<Uint8Array>
}
