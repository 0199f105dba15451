import type { CardProperty, ClientField } from '../model/client-record.ts'
import type { VettedDocument } from '../model/vetted-document.ts'
import type { Finding } from '../model/finding.ts'
import type { ConsentField } from './client-normalizer.ts'

export interface SourceValue {
  readonly column: string
  readonly value: string
  /** Of an address or a telephone: what the source says of it, in its words (`home`, `Mobile`). */
  readonly labels?: readonly string[]
}

/** One record as the source has it. A column may occur several times (two e-mail addresses of a vCard). */
export interface SourceRow {
  /** Where it stands in the source, from 1, as a person would count: the line's record, the card. */
  readonly row: number
  readonly values: readonly SourceValue[]
  /** Of a vCard: properties whose parameters or way of writing `values` have no room for; `text` is a value of theirs. */
  readonly cardProperties?: readonly CardProperty[]
  /** Id in the source system. */
  readonly externalId?: string
  /** That the source system has it no more: deleted, or made part of another one, by its id. Such a row has no values. */
  readonly gone?: { readonly reason: 'deleted' | 'merged'; readonly into?: string }
  /** Ids of records of the source system that were made part of this one. */
  readonly formerIds?: readonly string[]
  /** Why it cannot be read, where it cannot: an unclosed quote, more cells than columns. */
  readonly faults: readonly Finding[]
  /** Reading continues behind this row with this cursor. */
  readonly cursor: string
}

/** `document` for a source with `fromDocument`; `connection`, `query` and `since` for the others. */
export interface ReadClientsRequest {
  /** For file sources. */
  readonly document?: VettedDocument
  /** For connected sources: the name of a configured connection, and what to ask there. */
  readonly connection?: string
  readonly query?: string
  /** ISO 8601: only what changed since. */
  readonly since?: string
  /** Of a `SourceRow`: continue behind it. */
  readonly cursor?: string
  /** With the cursor: those that were told of the same document, which is not read whole for them again. */
  readonly columns?: readonly string[]
}

/** Gives client records of one kind of file or system. */
export interface ClientSource {
  readonly id: string
  /** It reads a document that comes with the call. */
  readonly fromDocument: boolean
  /**
   * Rows as they come, and the columns in their order. `findings` tell what was assumed: encoding, delimiter, header row; of a
   * connected system there may be more of them when all rows were read.
   * @throws `unsupported_document`, `document_corrupt`, `invalid_request` (a bad cursor), `provider_*`.
   */
  read(
    request: ReadClientsRequest,
    options: {
      readonly signal: AbortSignal
      /** Whose call it is; absent: the common space. */
      readonly space?: string
    },
  ): Promise<ClientRows>
}

/** What a source gives. */
export interface ClientRows {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<SourceRow>
  readonly findings: readonly Finding[]
  /** How many rows there are, where that is known before they are read. */
  readonly total?: number
  /** Of columns whose meaning the source itself knows; the others are known by name and by content. */
  readonly fields?: Readonly<Record<string, ClientField | `custom.${string}` | ConsentField>>
  /** Of a connected system, ISO 8601: what changed later need not be among the rows. */
  readonly asOf?: string
}
