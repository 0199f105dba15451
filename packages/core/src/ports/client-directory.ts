import type { ClientRecord } from '../clients/client-record.ts'

/** Something by which a client is recognized. E-mails in lower case, phones in E.164. */
export interface ClientIdentifier {
  readonly kind: 'email' | 'phone' | 'external' | 'row'
  /** For `external`: `<source>:<id>`; for `row`: a digest in `rows` of the record. */
  readonly value: string
}

/** Keeps client records. */
export interface ClientDirectory {
  readonly id: string
  /** The client, or `undefined`. */
  get(id: string, options: { readonly signal: AbortSignal }): Promise<ClientRecord | undefined>
  /** Every client that has at least one of the identifiers, ordered by `createdAt`, then `id`. */
  match(
    identifiers: readonly ClientIdentifier[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly ClientRecord[]>
  /**
   * Writes all records or none, durably. A record's `version` is one more than the one that it replaces, 1 when new.
   * @throws `write_conflict` when another call changed one of them, or one id comes twice.
   */
  save(records: readonly ClientRecord[], options: { readonly signal: AbortSignal }): Promise<void>
  /** Resolves when it can be used; throws `provider_unavailable` otherwise. */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
