import { ChanceryError } from '../../errors.ts'
import type { DocumentStore, StoredDocument, StreamedContent } from '../../ports/document-store.ts'
import { changedMeanwhile } from '../stored-version.ts'
import type { UploadedPart } from './uploaded-parts.ts'

/** So much of a part is held at a time. */
const pieceBytes = 8 * 1024 * 1024

/** The parts of an upload behind one another, as they are when they are read. */
export interface JoinedParts extends StreamedContent {
  /** Some of the bytes, from `start` up to `end` and without it. */
  slice(start: number, end: number, signal: AbortSignal): Promise<Uint8Array>
  /** The parts in the version that was read. */
  read(): readonly StoredDocument[]
}

/**
 * Nobody holds them as a whole. Nothing of a part is verified by itself: whoever reads all holds it to the digest of the whole.
 * Where a part is sent again between two reads of it, `write_conflict` is thrown.
 * @param gone what is thrown where a part was taken away meanwhile
 */
export function joinedParts(
  store: DocumentStore,
  parts: readonly UploadedPart[],
  gone: (part: number) => ChanceryError,
): JoinedParts {
  const byteLength = parts.reduce((sum, { size }) => sum + size, 0)
  const seen = new Map<number, StoredDocument>()

  async function readRange({ part, path }: UploadedPart, start: number, end: number, signal: AbortSignal) {
    try {
      const { document, bytes } = await store.read(path, { range: { start, end }, signal })
      const before = seen.get(part)
      if (before !== undefined && before.version !== document.version) throw changedMeanwhile(path)
      seen.set(part, document)
      return bytes
    } catch (error) {
      throw ChanceryError.is(error) && error.code === 'document_not_found' ? gone(part) : error
    }
  }

  async function* piecesWithin(from: number, to: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let offset = 0
    for (const part of parts) {
      const end = Math.min(part.size, to - offset)
      for (let start = Math.max(0, from - offset); start < end; start += pieceBytes)
        yield await readRange(part, start, Math.min(start + pieceBytes, end), signal)
      offset += part.size
    }
  }

  return {
    byteLength,
    pieces: ({ signal }) => piecesWithin(0, byteLength, signal),
    async slice(start, end, signal) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - start))
      let at = 0
      for await (const piece of piecesWithin(start, end, signal)) {
        bytes.set(piece, at)
        at += piece.length
      }
      return bytes.subarray(0, at)
    },
    read: () => [...seen.values()],
  }
}
