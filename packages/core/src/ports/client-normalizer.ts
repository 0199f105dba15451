import type { ClientData, ClientField } from '../model/client-record.ts'
import type { Finding } from '../model/finding.ts'
import type { SourceRow } from './client-source.ts'

/** A column that tells of a consent. */
export type ConsentField = `consent.${string}` | `withdrawal.${string}`

/** Where a column goes, and why. */
export interface ColumnMapping {
  readonly column: string
  /**
   * A field of the record, `custom.<name>`, or `ignore`; `consent.<purpose>`: whether, or since when, the client agrees to it;
   * `withdrawal.<purpose>`: whether, or since when, not any more.
   */
  readonly field: ClientField | `custom.${string}` | ConsentField | 'ignore'
  /** 0 to 1; 1 where the caller said so. */
  readonly confidence: number
  readonly reason: 'given' | 'name' | 'content' | 'unknown'
}

/** A row as a client, or why it is none. */
export interface NormalizedRow {
  /** Absent when `errors` has one that makes the row unusable. */
  readonly data?: ClientData
  readonly externalId?: string
  /** Of an export of the directory: the client's own id there, and the ids that it has elsewhere. */
  readonly clientId?: string
  readonly externalIds?: readonly { readonly source: string; readonly id: string }[]
  /** When the source last changed what it says, where it tells: ISO 8601, UTC. */
  readonly updatedAt?: string
  /** `location.column` is not used; `location.field` is the column. */
  readonly errors: readonly Finding[]
  /** What was kept as it is, because it could not be normalized for sure. */
  readonly warnings: readonly Finding[]
}

/** Knows what columns mean and how values are written. */
export interface ClientNormalizer {
  /** Maps every column once: what `given` says first, then by name, then by the content of `sample`. */
  map(
    columns: readonly string[],
    sample: readonly SourceRow[],
    given: Readonly<Record<string, string>>,
  ): Promise<readonly ColumnMapping[]>
  /**
   * One outcome a row, in order.
   * @param options.country ISO 3166-1 alpha-2, for phones without a country code.
   */
  normalize(
    rows: readonly SourceRow[],
    mapping: readonly ColumnMapping[],
    options: { readonly country?: string; readonly locale: string },
  ): Promise<readonly NormalizedRow[]>
}
