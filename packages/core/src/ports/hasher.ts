export interface Hasher {
  /** SHA-256, lower-case hex; of pieces, of them one after the other. */
  sha256(bytes: Uint8Array | readonly Uint8Array[]): string
}
