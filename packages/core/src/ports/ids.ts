/** For requests, messages and clients. */
export interface Ids {
  /** A new id that sorts by time and cannot be guessed, of `[a-z0-9]`. */
  next(): string
}
