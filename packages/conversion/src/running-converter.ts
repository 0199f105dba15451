import { ChanceryError, type DocumentConverter, type DocumentType } from '@chancery/core'

/** A converter that holds processes or connections until it is closed. */
export interface RunningConverter extends DocumentConverter {
  close(): Promise<void>
}

const texts: readonly DocumentType[] = ['docx', 'doc', 'odt', 'rtf']

/** @throws `unsupported_option` for types that an office does not turn into each other here */
export function refuseTypes({ from, to }: { readonly from: DocumentType; readonly to: DocumentType }): void {
  if (texts.includes(from) && to === 'pdf') return
  throw new ChanceryError('unsupported_option', `Documents of type ${from} cannot be turned into ${to} here.`, {
    details: { supported: texts.map((type) => `${type} to pdf`) },
  })
}

/** What a converter answered must be what was asked for. */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** A PDF larger than any answer would take. */
export const defaultMaxBytes = 256 * 1024 * 1024

export const tooLarge = (limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', 'The converted document is too large.', {
    details: { what: 'bytes of the converted document', limit, actual },
  })

export const unreadable = (provider: string): ChanceryError =>
  new ChanceryError('document_corrupt', 'The document could not be opened for conversion.', { details: { provider } })
