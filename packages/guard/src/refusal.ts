import { ChanceryError, type DocumentType } from '@chancery/core'
import type { NamedFormat } from './type/named-format.ts'

/** The bytes are not a whole, unambiguous document. `reason` names the fault, never content. */
export const corrupt = (reason: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', reason, cause === undefined ? {} : { cause })

const reasons = {
  password_missing: 'The document is encrypted, and there is no password.',
  password_wrong: 'The document is encrypted with another password.',
  encryption_unsupported: 'The document is encrypted in a way that is not known here; a password does not help.',
} as const

/** `details.reason` says the same for programs. */
export const encrypted = (reason: keyof typeof reasons): ChanceryError =>
  new ChanceryError('document_encrypted', reasons[reason], { details: { reason } })

export const tooLarge = (what: string, limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', `The document has more ${what} than allowed.`, {
    details: { what, limit, actual },
  })

/** @param format what it is, where that is more than its type says, and what the program that wrote it can save instead */
export const unsupported = (
  type: DocumentType,
  supported: readonly DocumentType[],
  { name, saveAs }: NamedFormat,
): ChanceryError =>
  new ChanceryError(
    'unsupported_document',
    name === undefined
      ? `A document of type "${type}" is not supported here.`
      : `The document is of a kind that is not supported here: ${name}.${saveAs === undefined ? '' : ` Save it as ${saveAs}.`}`,
    { details: { type, supported, ...(name === undefined ? {} : { format: name }) } },
  )
