/** For checksums of documents, message ids and cursors: the core has no digest of its own. */
export interface Hasher {
  /** SHA-256, lower-case hex; of pieces, of them one after the other. */
  sha256(bytes: Uint8Array | readonly Uint8Array[]): string
  /** Of all pieces, of which one is held at a time; throws what they throw. */
  sha256OfStream(pieces: AsyncIterable<Uint8Array>): Promise<string>
}
