import { ChanceryError } from '../errors.ts'
import type { DocumentStore, StoredDocument, StreamedContent } from '../ports/document-store.ts'
import { Content } from '../model/content.ts'
import { changedMeanwhile, notStored } from './stored-version.ts'

/** A stored document up to this size is held as a whole, and a larger one read so many bytes at a time. */
const pieceBytes = 8 * 1024 * 1024

/**
 * A stored document and its bytes, to be written again: a short one read and verified, a longer one as a stream that is held to
 * its digests by who writes it.
 * @throws `document_not_found`, `document_corrupt`, `provider_*`
 */
export async function storedContent(
  store: DocumentStore,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly document: StoredDocument; readonly content: Content | StreamedContent }> {
  try {
    const { document, bytes } = await store.read(path, { maxBytes: pieceBytes, signal })
    return { document, content: new Content([bytes]) }
  } catch (error) {
    if (!ChanceryError.is(error) || error.code !== 'payload_too_large') throw error
  }
  const document = await store.stat(path, { signal })
  if (document === undefined) throw notStored(path)
  return { document, content: streamOf(store, document) }
}

/** The bytes of this very version. It throws `write_conflict` where another is there before the last was read. */
const streamOf = (store: DocumentStore, { path, version, size }: StoredDocument): StreamedContent => ({
  byteLength: size,
  async *pieces({ signal }) {
    for (let start = 0; start < size; start += pieceBytes) {
      const { document, bytes } = await store.read(path, { range: { start, end: start + pieceBytes }, signal })
      if (document.version !== version) throw changedMeanwhile(path)
      yield bytes
    }
  },
})
