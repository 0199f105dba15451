/** Bytes as they came in, that no guard has looked at yet; the names are the caller's, never trusted. */
export interface IncomingBytes {
  readonly bytes: Uint8Array
  readonly filename?: string
  readonly contentType?: string
}
