import type { Context } from '../context.ts'
import type { DocumentType } from '../documents/document-type.ts'
import { ChanceryError } from '../errors.ts'
import type { DocumentConverter } from '../ports/document-converter.ts'
import type { Providers } from '../ports/providers.ts'

/** Converts by the default converter. @throws `unsupported_option` where none is configured. */
export async function convertDocument(
  bytes: Uint8Array,
  from: DocumentType,
  to: DocumentType,
  converters: Providers<DocumentConverter>,
  { signal }: Context,
): Promise<Uint8Array> {
  if (converters.names.length === 0) {
    throw new ChanceryError('unsupported_option', `No converter to ${to} is configured.`, {
      violations: [
        {
          pointer: '/format',
          code: 'unsupported_option',
          message: `No converter to ${to} is configured.`,
          hint: 'Ask for docx, or set up a converter.',
        },
      ],
    })
  }
  return converters.get().convert(bytes, { from, to }, { signal })
}
