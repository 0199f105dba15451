import type { Context } from '../context.ts'
import { ChanceryError, errorAt, invalidRequest, isOfTheRequest } from '../errors.ts'
import type { Ports } from '../ports/index.ts'
import type { AttachmentSource, DocumentSource } from '../model/document-source.ts'
import { base64Size, fromBase64, notBase64 } from '../model/base64.ts'
import { baseName } from '../model/document-path.ts'
import type { DocumentType } from '../model/document-type.ts'
import type { IncomingBytes } from '../model/incoming-bytes.ts'
import type { VettedDocument } from '../model/vetted-document.ts'

export type OpenNeeds = 'stores' | 'guard' | 'remoteDocuments' | 'settings'

const named = (filename: string | undefined, contentType?: string): Omit<IncomingBytes, 'bytes'> => ({
  ...(filename === undefined ? {} : { filename }),
  ...(contentType === undefined ? {} : { contentType }),
})

/** The bytes behind a source, unguarded. `pointer` is where the source stands in the request. */
export async function fetchBytes(
  source: DocumentSource | AttachmentSource,
  pointer: string,
  ports: Pick<Ports, OpenNeeds>,
  context: Context,
): Promise<IncomingBytes> {
  try {
    return await bytesOf(source, ports, context)
  } catch (error) {
    throw errorAt(pointer, error)
  }
}

async function bytesOf(
  source: DocumentSource | AttachmentSource,
  ports: Pick<Ports, OpenNeeds>,
  { signal }: Context,
): Promise<IncomingBytes> {
  const maxBytes = ports.settings.limits.documentBytes
  if (source.content !== undefined) {
    const size = typeof source.content === 'string' ? base64Size(source.content) - 2 : source.content.length
    if (size > maxBytes) throw tooLarge(size, maxBytes)
    const bytes = typeof source.content === 'string' ? fromBase64(source.content) : source.content
    if (bytes === undefined) throw invalidRequest('/content', notBase64.code, notBase64.message, notBase64.hint)
    return { bytes, ...named(source.filename, source.contentType) }
  }
  if (source.path !== undefined) {
    const { document, bytes } = await ports.stores.get(source.provider).read(source.path, {
      ...(source.version === undefined ? {} : { version: source.version }),
      maxBytes,
      signal,
    })
    return { bytes, ...named(source.filename ?? baseName(document.path), document.contentType) }
  }
  const fetched = await ports.remoteDocuments.fetch(source.url ?? '', { maxBytes, signal })
  return {
    bytes: fetched.bytes,
    ...named(source.filename ?? fetched.filename, source.contentType ?? fetched.contentType),
  }
}

/**
 * Opens a source and has it vetted. `more`: what else the guard is told, by those that check or decrypt documents.
 * @throws what the stores, the fetcher and the guard throw.
 */
export async function openDocument(
  source: DocumentSource | AttachmentSource,
  pointer: string,
  accept: readonly DocumentType[] | undefined,
  ports: Pick<Ports, OpenNeeds>,
  context: Context,
  more: { readonly faults?: 'report'; readonly password?: string } = {},
): Promise<VettedDocument> {
  const { bytes, ...rest } = await fetchBytes(source, pointer, ports, context)
  try {
    return await ports.guard.vet(bytes, {
      ...rest,
      ...more,
      ...(accept === undefined ? {} : { accept }),
      signal: context.signal,
    })
  } catch (error) {
    throw errorAt(faultPlace(error, pointer), error)
  }
}

/** Where the request is at fault for a document that cannot be used: at the document, or at a password that is wrong. */
export const faultPlace = (error: unknown, pointer: string): string =>
  ChanceryError.is(error) && error.details['reason'] === 'password_wrong' ? '/password' : pointer

/**
 * Opens what a call brings along, one after the other; what is wrong with each of them is told at once.
 * @throws the first fault, with the violations of all; at once what is no fault of the request's
 */
export async function openEach<Source, Opened>(
  sources: readonly Source[],
  open: (source: Source, index: number) => Promise<Opened>,
): Promise<Opened[]> {
  const opened: Opened[] = []
  const faults: ChanceryError[] = []
  for (const [index, source] of sources.entries()) {
    try {
      opened.push(await open(source, index))
    } catch (error) {
      if (!isOfTheRequest(error)) throw error
      faults.push(error)
    }
  }
  const [first] = faults
  if (first === undefined) return opened
  if (faults.length === 1) throw first
  throw new ChanceryError(first.code, `${faults.length} of the documents cannot be used.`, {
    violations: faults.flatMap(({ violations }) => violations),
    retryable: faults.every(({ retryable }) => retryable),
  })
}

const tooLarge = (actual: number, limit: number): ChanceryError =>
  new ChanceryError('payload_too_large', 'The document is larger than allowed.', {
    details: { what: 'document bytes', limit, actual },
  })
