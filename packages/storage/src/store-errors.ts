import { ChanceryError, invalidRequest } from '@chancery/core'

/** A condition `absent` was not met. */
export const documentExists = (path: string): ChanceryError =>
  new ChanceryError('document_exists', 'A document is already stored at that path.', { details: { path } })

/** The document is not in the version that the condition names. */
export const writeConflict = (path: string): ChanceryError =>
  new ChanceryError('write_conflict', 'The document was changed since the version that the call names.', {
    details: { path },
  })

/** How often a document is looked at again that others write all the time. */
export const conflictAttempts = 20

/** Others write the document as often as it is looked at. */
export const changedAllTheTime = (path: string): ChanceryError =>
  new ChanceryError('write_conflict', 'The document is being changed all the time.', { details: { path } })

/** Nothing to read at the path, or not in the version that is asked for. */
export function documentNotFound(path: string, version?: string): ChanceryError {
  const code = 'document_not_found'
  if (version === undefined)
    return new ChanceryError(code, 'No document is stored at that path.', { details: { path } })
  const message = 'No document is stored at that path in this version.'
  const hint = '`/list-document-versions` tells which there are.'
  return new ChanceryError(code, message, {
    violations: [{ pointer: '/version', code, message, hint }],
    details: { path, version },
  })
}

/** The path of a document passes through another document. */
export const throughDocument = (): ChanceryError =>
  invalidRequest('/path', 'path_through_document', 'A part of the path is a document, not a folder.')

/** The path of a document is a folder. */
export const isFolder = (): ChanceryError =>
  invalidRequest('/path', 'path_is_folder', 'The path is a folder.', 'Add the name of the document.')

/** The stored bytes are not those that were stored. */
export const corrupt = (path: string): ChanceryError =>
  new ChanceryError('document_corrupt', 'The stored bytes no longer have the checksum that they were stored with.', {
    details: { path },
  })

/** @throws `payload_too_large` with `limit` and `actual`. */
export function checkSize(size: number, maxBytes: number | undefined): void {
  if (maxBytes !== undefined && size > maxBytes) {
    throw new ChanceryError('payload_too_large', 'The stored document is larger than may be read.', {
      details: { limit: maxBytes, actual: size },
    })
  }
}

/** `version` was asked for where there are none. */
export function versionsUnsupported(provider: string): ChanceryError {
  const code = 'unsupported_option'
  const message = 'This store keeps no older versions.'
  return new ChanceryError(code, message, {
    violations: [{ pointer: '/version', code, message, hint: 'Without it, what is there now is read.' }],
    details: { option: 'version', provider },
  })
}
