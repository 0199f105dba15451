/** Fetches documents from addresses; the only way out of the service for a caller's URL. */
export interface RemoteDocuments {
  /**
   * @throws `url_not_allowed` when the scheme, host or resolved address is not allowed (also after a redirect),
   *   `payload_too_large`, `provider_failed`, `provider_unavailable`, `provider_timeout`.
   */
  fetch(
    url: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<{ readonly bytes: Uint8Array; readonly filename?: string; readonly contentType?: string }>
}
