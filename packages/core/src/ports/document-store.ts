import type { Content } from '../model/content.ts'

/** What a store keeps about a document. */
export interface StoredDocument {
  /** Normalized: NFC, `/` between segments, no leading `/`. */
  readonly path: string
  readonly provider: string
  /** Bytes. */
  readonly size: number
  readonly contentType: string
  /** Lower-case hex. */
  readonly sha256: string
  /** CRC-32C (Castagnoli), base64 of the 4 big-endian bytes, as Google Cloud Storage writes it. */
  readonly crc32c: string
  /** Opaque; changes with every write. */
  readonly version: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly metadata: Readonly<Record<string, string>>
}

/** What must hold at the path for a write to happen; checked and written as one step, never check-then-act. */
export type WriteCondition = 'absent' | 'any' | { readonly version: string }

/** What must hold for a document to be taken away; checked and done as one step. */
export type DeleteCondition = Exclude<WriteCondition, 'absent'>

/** Bytes that nobody holds as a whole. */
export interface StreamedContent {
  /** Bytes in all. */
  readonly byteLength: number
  /** All of them in their order, from the first on each time it is called. A piece is the reader's until it asks for the next. */
  pieces(options: { readonly signal: AbortSignal }): AsyncIterable<Uint8Array>
}

/** Some bytes of a document: from `start` on, 0 is the first, up to `end` and without it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** One write: all of `content`, or nothing. */
export interface PutRequest {
  /** Normalized, as in `StoredDocument`. */
  readonly path: string
  readonly content: Content | StreamedContent
  /**
   * Of `content`, lower-case hex, where the caller has worked it out already. A stream is held to it, and to its length,
   * before the write happens.
   */
  readonly sha256?: string
  /** Of a stream, as in `StoredDocument`. Where one of the two is missing, a store may read the stream twice. */
  readonly crc32c?: string
  /** Media type, kept as it is given. */
  readonly contentType: string
  /** Texts kept beside the document; empty for none. */
  readonly metadata: Readonly<Record<string, string>>
  readonly condition: WriteCondition
  /** What this replaces stays readable by its version. A store with `versions` that keeps all of them need not look. */
  readonly keepReplaced?: boolean
}

/** One entry of a listing. A folder entry is a folder that exists by itself (a directory, a marker object). */
export type StoreEntry =
  | { readonly kind: 'folder'; readonly path: string; readonly updatedAt?: string }
  | {
      readonly kind: 'document'
      readonly path: string
      readonly size: number
      readonly contentType: string
      readonly updatedAt: string
    }

/** A folder, with what lies below it at any depth; of the root, without the service's own folders. */
export interface FolderSummary {
  readonly path: string
  /** Of the folder itself, as in a listing. */
  readonly updatedAt?: string
  readonly documents: number
  readonly folders: number
  /** Of all documents. */
  readonly bytes: number
  /** The latest change of a document. */
  readonly modifiedAt?: string
  /** Nobody waited until this was held to what is stored: there may be more, or less. */
  readonly isOutdated?: true
}

/** Without `versions`, `keep-both-versions` and reading an older version are `unsupported_option`. */
export interface DocumentStoreCapabilities {
  /** Older versions stay readable by `version`. */
  readonly versions: boolean
  /** With a document that is taken away its older versions go; absent: they stay readable as long as the store's rules say. */
  readonly versionsGo?: true
  /** There may be signed addresses; what signs them may still refuse to. */
  readonly addresses: boolean
}

/** What an address is to be good for, and how long. */
export type AddressRequest = {
  readonly path: string
  /** From now on. */
  readonly seconds: number
} & (
  | {
      /** Of the document in this version. The store says `filename` and `contentType` with the bytes. */
      readonly act: 'read'
      readonly version?: string
      readonly filename: string
      readonly contentType: string
    }
  /** Of a document where none is. At most so many bytes, where the store can be told to refuse more. */
  | { readonly act: 'create'; readonly maxBytes: number }
)

/** By this, whoever has it does one thing at the store itself until it expires. A secret: it is written in no log. */
export interface SignedAddress {
  readonly method: 'GET' | 'PUT'
  readonly url: string
  /** To be sent as they are: they are signed too. */
  readonly headers: Readonly<Record<string, string>>
  /** ISO 8601, UTC. */
  readonly expiresAt: string
}

/**
 * Keeps documents under paths. Paths come in normalized and checked (`documentPath` in core); an adapter still refuses
 * what would leave its root. A write or a delete is whole and durable, or has not happened.
 */
export interface DocumentStore {
  readonly id: string
  readonly capabilities: DocumentStoreCapabilities
  /**
   * Writes all bytes, verifies them, and answers what is stored; keeps none of the pieces themselves. Of a stream, no more
   * than some pieces are held at a time, by stores that are no memory.
   * @throws `document_exists` when the condition is `absent` and something is there;
   *   `write_conflict` when the version does not match; `checksum_mismatch` when a stream is not what was stated of it, or
   *   another the second time; what a stream throws; `provider_*` when the store fails.
   */
  put(request: PutRequest, options: { readonly signal: AbortSignal }): Promise<StoredDocument>
  /**
   * The document and its bytes, whose checksum was verified; with `range`, only those bytes, of which nothing can be verified
   * by itself: what lies behind the end of the document is left out.
   * @param options.maxBytes of what is read
   * @throws `document_not_found`; `payload_too_large` with `limit` and `actual`; `invalid_request` for a range that is none; `unsupported_option` for a `version` where there are none; `document_corrupt` when the
   *   stored bytes no longer have their checksum.
   */
  read(
    path: string,
    options: {
      readonly version?: string
      readonly range?: ByteRange
      readonly maxBytes?: number
      readonly signal: AbortSignal
    },
  ): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array }>
  /** What is known of the document, or `undefined` when it is absent. */
  stat(path: string, options: { readonly signal: AbortSignal }): Promise<StoredDocument | undefined>
  /**
   * Takes a document away. Nothing is there: `false`, whatever the condition; so it is for a folder, which a delete
   * leaves as it is. A folder that this leaves empty may go with it. A store with `versions` may keep the older ones
   * readable by their `version`, and nowhere else; a document that is put there afterwards is a new one.
   * @returns whether a document was there
   * @throws `write_conflict` when another version is there than the condition names, and then nothing is taken away;
   *   `provider_*` when the store fails.
   */
  delete(path: string, options: { readonly condition: DeleteCondition; readonly signal: AbortSignal }): Promise<boolean>
  /**
   * Everything below a folder (`''` is the root), depth first, in the order of the UTF-8 bytes of the full path, where
   * a folder sorts as its path with a `/` behind. A folder comes before what it holds. With `after`, only entries whose
   * key is greater. With `depth`, what lies more levels below may be left out. Ends at once when the folder is absent.
   * Never holds the whole listing in memory.
   */
  list(
    folder: string,
    options: { readonly after?: string; readonly depth?: number; readonly signal: AbortSignal },
  ): AsyncIterable<StoreEntry>
  /**
   * A folder, and those below it down to `depth` levels, in the order of a listing; with `after`, only folders below whose key
   * is greater, and not the folder itself. Nothing where the folder is absent. For stores that know this by an index, and
   * list every folder as an entry; absent in others.
   * @param options.maxAgeMs how old what is told may be; 0 or absent: it is held to what is stored now, `Infinity`: as it is
   *   known
   * @param options.patienceMs how long that may take; then what is known is told as `isOutdated`. Absent: as long as it takes
   */
  folders?(
    folder: string,
    options: {
      readonly after?: string
      readonly depth?: number
      readonly maxAgeMs?: number
      readonly patienceMs?: number
      readonly signal: AbortSignal
    },
  ): AsyncIterable<FolderSummary>
  /**
   * What is known of every version of a document that can be read, the newest first, which is the one that is there; none
   * where no document is. Absent where a store has no versions, or cannot list them.
   */
  versions?(path: string, options: { readonly signal: AbortSignal }): Promise<readonly StoredDocument[]>
  /**
   * Paths of other documents that differ from this path in case alone (`foldedPath` of core says when). A store that would have
   * to go through all that it has looks at the folders of the path alone, and at some of the largest. Absent in stores that
   * cannot tell.
   */
  twins?(path: string, options: { readonly signal: AbortSignal }): Promise<readonly string[]>
  /**
   * An address by which a document is read or created at the store itself. It is signed here, and neither document nor path is
   * looked at. What is created so is kept as what another program put there: without metadata, its digests unknown until it is
   * read. Absent in stores that nobody reaches but by this service.
   * @throws `unsupported_option` where there is nothing to sign with; `provider_failed` where the signing is refused
   */
  address?(request: AddressRequest, options: { readonly signal: AbortSignal }): Promise<SignedAddress>
  /** Resolves when the store can be used; throws `provider_unavailable` otherwise, with `details.reason` (`UnreadyReason`) where known. */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
