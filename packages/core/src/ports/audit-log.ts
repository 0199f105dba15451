/** What a call saw or changed. */
export interface AuditSubject {
  readonly kind: 'document' | 'folder' | 'client' | 'email'
  /** The store, directory or transport. */
  readonly provider: string
  readonly act: 'read' | 'list' | 'write' | 'delete' | 'send'
  /** Path, id of the client or of the message; or a keyed digest of it, where names are not to be kept. */
  readonly id: string
}

/** Who did what to what, and what came of it; never contents. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly at: string
  /** `began`: before the first effect of a call; `ended`: before its answer; `went-on`: what did not fit into one entry. */
  readonly phase: 'began' | 'went-on' | 'ended'
  readonly requestId: string
  /** Public id of the API key. */
  readonly key: string
  /** Of whom the key is, where it follows another. */
  readonly caller?: string
  /** `''` is the common one. */
  readonly space: string
  readonly operation: string
  /** `ok`, `replayed`, or the code of the problem; absent until it is known. */
  readonly outcome?: string
  readonly subjects: readonly AuditSubject[]
}

/**
 * Keeps entries in their order, each with the SHA-256 of the line before it, so that none can be changed or taken out of the
 * midst unnoticed. Nothing can be changed by this port.
 */
export interface AuditLog {
  readonly id: string
  /**
   * Resolves when the entry is kept durably, in the order of the calls.
   * @throws `provider_unavailable` where it cannot be kept; the next one may be
   */
  append(entry: AuditEntry): Promise<void>
  /** Every line that is there, as it was written (`auditLine`), the oldest first. Needs nothing but the right to read. */
  read(options: { readonly signal: AbortSignal }): AsyncIterable<string>
  /** Resolves when entries can be kept; throws otherwise, with `details.reason` (`UnreadyReason`). */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
