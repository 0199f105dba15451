import { contentTypes, type DocumentType, type VettedDocument } from '@chancery/core'

/** A vetted document for tests of parsers, which may not import the guard: the bytes are the test's own. */
export const vettedForTest = (bytes: Uint8Array | string, type: DocumentType, filename?: string): VettedDocument =>
  ({
    bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    type,
    contentType: contentTypes[type],
    ...(filename === undefined ? {} : { filename }),
    findings: [],
  }) as unknown as VettedDocument
