export interface Hasher {
  /** SHA-256, lower-case hex. */
  sha256(bytes: Uint8Array): string
}
