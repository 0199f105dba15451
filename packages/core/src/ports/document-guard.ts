import type { DocumentType } from '../documents/document-type.ts'
import type { VettedDocument } from '../documents/vetted-document.ts'

/** Turns bytes into a `VettedDocument`, or says why not. */
export interface DocumentGuard {
  /** Decides the type from the bytes alone, cheaply and without any parsing; never throws for odd bytes. */
  identify(bytes: Uint8Array): DocumentType
  /**
   * Checks bytes before any parser sees them.
   * @throws `unsupported_document` (a type not in `accept`; `details.supported`), `document_corrupt`,
   *   `document_encrypted`, `payload_too_large` (`details.limit`, `details.actual`).
   */
  vet(
    bytes: Uint8Array,
    options: {
      /** As the caller named it; a contradiction to the bytes is a warning in `findings`. */
      readonly filename?: string
      readonly contentType?: string
      /** The types that the operation can work with; absent: any. */
      readonly accept?: readonly DocumentType[]
      readonly signal: AbortSignal
    },
  ): Promise<VettedDocument>
}
