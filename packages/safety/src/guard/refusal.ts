import { ChanceryError, type DocumentType } from '@chancery/core'

/** The bytes are not a whole, unambiguous document. `reason` names the fault, never content. */
export const corrupt = (reason: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', reason, cause === undefined ? {} : { cause })

export const encrypted = (): ChanceryError =>
  new ChanceryError('document_encrypted', 'The document is encrypted; of encrypted documents only PDFs can be opened.')

export const tooLarge = (what: string, limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', `The document has more ${what} than allowed.`, {
    details: { what, limit, actual },
  })

export const unsupported = (type: DocumentType, supported: readonly DocumentType[]): ChanceryError =>
  new ChanceryError('unsupported_document', `A document of type "${type}" is not supported here.`, {
    details: { type, supported },
  })
