import type { DocumentType } from '../model/document-type.ts'
import type { VettedDocument } from '../model/vetted-document.ts'

/** What a zip or an e-mail holds, and the zips and e-mails in it, by their names. */
export interface ArchivedNames {
  /** Of all their files, each once, as they stand there: with folders, in latin1. */
  readonly names: readonly string[]
  /** A file is encrypted. */
  readonly isSealed: boolean
  /** Every zip and e-mail in it was looked into, as far as none is encrypted: else it was too deep, too large, or is damaged. */
  readonly isWhole: boolean
}

/** Turns bytes into a `VettedDocument`, or says why not. */
export interface DocumentGuard {
  /** Decides the type from the bytes alone, cheaply and without any parsing; never throws for odd bytes. */
  identify(
    /** The document; with `tail` its beginning alone. */
    bytes: Uint8Array,
    /** The end of one that nobody holds as a whole: what its ends do not say is not known then. */
    tail?: Uint8Array,
  ): DocumentType
  /**
   * What a zip holds, or an e-mail (`eml`, `msg`), however damaged it is: no names where it cannot be read. Bounded in what
   * it inflates and decodes.
   */
  archivedNames(bytes: Uint8Array, options: { readonly signal: AbortSignal }): Promise<ArchivedNames>
  /**
   * Checks bytes before any parser sees them.
   * @throws `unsupported_document` (a type not in `accept`; `details.supported`), `document_corrupt`,
   *   `document_encrypted` (`details.reason`: `password_missing`, `password_wrong`, `encryption_unsupported`), `payload_too_large` (`details.limit`, `details.actual`).
   */
  vet(
    bytes: Uint8Array,
    options: {
      /** As the caller named it; a contradiction to the bytes is a warning in `findings`. */
      readonly filename?: string
      readonly contentType?: string
      /** The types that the operation can work with; absent: any. */
      readonly accept?: readonly DocumentType[]
      /** Opens an encrypted package; a PDF stays as it is, and is opened by who reads it. */
      readonly password?: string
      /**
       * `report`: XML parts of a package that are not well-formed do not refuse it, and are told in `faults`; for checks
       * alone. All else that is wrong is refused as ever. Absent: refused.
       */
      readonly faults?: 'report'
      readonly signal: AbortSignal
    },
  ): Promise<VettedDocument>
}
