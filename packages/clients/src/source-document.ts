import { ChanceryError, type DocumentType, type VettedDocument } from '@chancery/core'

/** The document of a file source. @throws `unsupported_document` where it is of a type that the source cannot read. */
export function sourceDocument(document: VettedDocument | undefined, types: readonly DocumentType[]): VettedDocument {
  if (document !== undefined && types.includes(document.type)) return document
  throw new ChanceryError('unsupported_document', 'This source cannot read this type of document.', {
    details: { type: document?.type ?? 'none', supported: types },
  })
}
