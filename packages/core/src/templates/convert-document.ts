import type { Context } from '../context.ts'
import type { DocumentType } from '../model/document-type.ts'
import { ChanceryError } from '../errors.ts'
import type { DocumentConverter } from '../ports/document-converter.ts'
import type { Providers } from '../ports/providers.ts'

/** @throws `unsupported_option` where no converter is configured */
export function requireConverter(to: DocumentType, converters: Providers<DocumentConverter>): void {
  if (converters.names.length > 0) return
  const message = `Nothing that converts documents to ${to} is set up here.`
  throw new ChanceryError('unsupported_option', message, {
    violations: [
      {
        pointer: '/format',
        code: 'unsupported_option',
        message,
        hint: 'Ask for docx; or have LibreOffice Writer installed where the service runs, or a Gotenberg configured.',
      },
    ],
  })
}

/** Converts by the default converter. @throws `unsupported_option` where none is configured, and as `convert`. */
export async function convertDocument(
  bytes: Uint8Array,
  from: DocumentType,
  to: DocumentType,
  converters: Providers<DocumentConverter>,
  { signal }: Context,
): Promise<Uint8Array> {
  requireConverter(to, converters)
  return converters.get().convert(bytes, { from, to }, { signal })
}
