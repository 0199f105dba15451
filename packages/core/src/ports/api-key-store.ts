/** What is kept of an API key: never the key. */
export interface ApiKeyRecord {
  /** The public part of the key, 8 characters. */
  readonly id: string
  readonly name: string
  readonly environment: string
  /** HMAC-SHA-256 of the whole key under the service's own secret, lower-case hex. */
  readonly hash: string
  readonly operations: '*' | readonly string[]
  /** Where its callers work; absent: the common space. */
  readonly space?: string
  /** As whom its callers may send e-mails: addresses, and `@` with a domain. Absent: as all may. */
  readonly senders?: readonly string[]
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** Calls a minute; absent: the service's default. */
  readonly ratePerMinute?: number
  /** Who calls with it; a key that follows another has that one's. Absent: its own id. */
  readonly caller?: string
  /** Id of the key that this one follows. */
  readonly rotatedFrom?: string
}

/** Keeps API keys. */
export interface ApiKeyStore {
  find(id: string): Promise<ApiKeyRecord | undefined>
  list(): Promise<readonly ApiKeyRecord[]>
  /** Writes or replaces by `id`, durably. */
  save(record: ApiKeyRecord): Promise<void>
  /** Resolves when keys can be found and saved; throws otherwise, with `details.reason` (`UnreadyReason`). */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
