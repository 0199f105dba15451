import type { ClientChange, ClientDeletion } from '../model/client-change.ts'
import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { ClientRecord } from '../model/client-record.ts'
import type { Json } from '../json.ts'

/** Whose clients, and until when the answer is wanted. */
export interface DirectoryOptions {
  readonly signal: AbortSignal
  /** Clients of different spaces never meet, also with the same id or identifier. Absent: the common space, `''`. */
  readonly space?: string
}

/** What clients are looked for by. */
export interface ClientSearch {
  /** Of small letters, digits and @ alone; no list: every client. */
  readonly beginnings: readonly (readonly string[])[]
  /** The place that the page before ended with. */
  readonly after?: string
  readonly limit: number
}

/** A page of what was found. */
export interface FoundClients {
  readonly clients: readonly ClientRecord[]
  /** Where there are more: the place that they are behind, whatever becomes of the client that stands there. */
  readonly next?: string
}

/**
 * From the clients that have one of the identifiers to the records to write: changed ones with the next `version`, new
 * ones with 1, and clients that are taken away. Pure and synchronous: it may be called again with other matches, and only the last call counts.
 */
export type DecideClients = (matches: readonly ClientRecord[], foundBy?: FoundBy) => readonly ClientChange[]

/** By which of the identifiers each match was found, by its id: what a directory knows anyway need not be worked out again. */
export type FoundBy = ReadonlyMap<string, readonly ClientIdentifier[]>

/** What became of the rows of one batch. */
export interface ImportCounts {
  /** Of all batches of one import. */
  readonly import: string
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly merged: number
  /** Records that a connected system says are deleted there. */
  readonly gone: number
  readonly rejected: number
}

/** A batch of an import, by what came before it. */
export interface BatchPlace {
  /** The import's own, in whichever space: no other call has it. */
  readonly import: string
  /** Rows of the import before the batch. */
  readonly after: number
}

/** What became of a batch, for an import that goes on where it was cut off. It may hold what rows say. */
export interface KeptOutcome extends BatchPlace {
  readonly outcome: Json
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Of one change. */
export interface ChangeOptions extends DirectoryOptions {
  /** Where clients are imported: asked after the last decision, within the transaction, for what is told to others. */
  readonly imported?: () => ImportCounts
  /** Asked after the last decision too: kept in the same transaction as its records. */
  readonly outcome?: () => KeptOutcome
  /** `identifiersOf` of a match, or of a record of the decision, where the caller has worked that out already. */
  readonly identifiersOf?: (record: ClientRecord) => readonly ClientIdentifier[]
}

/** Keeps client records. */
export interface ClientDirectory {
  readonly id: string
  /** The client, or `undefined`. */
  get(id: string, options: DirectoryOptions): Promise<ClientRecord | undefined>
  /**
   * Every client that has at least one of the identifiers, which may come more than once, ordered by `createdAt`, then `id`. Of those that have one of them in common
   * no more than `maxOfKey`, a telephone of a whole firm too: the same ones each time, by their id or in the order in which they came.
   */
  match(identifiers: readonly ClientIdentifier[], options: DirectoryOptions): Promise<readonly ClientRecord[]>
  /**
   * One transaction: finds the matches as `match` does, has them decided on, writes all records of the decision or none,
   * durably, and resolves with them. No other change of the space comes between, by whichever process. An error of
   * `decide` is passed on, and nothing is written.
   * @throws `write_conflict` for a decision that does not follow from what is there: a version that is not the next one,
   *   one id twice, or an external id or row (see `provesAlone`) that another client of the space has; and for an outcome
   *   where there is one already: another process has entered the batch.
   */
  change(
    identifiers: readonly ClientIdentifier[],
    decide: DecideClients,
    options: ChangeOptions,
  ): Promise<readonly ClientChange[]>
  /**
   * A page of the clients that have, for each list of `beginnings`, a term (`searchTermsOf`) that begins with one of the
   * list, in an order of its own that no change alters: the oldest first, as far as it can tell. It costs what it shows and
   * what begins so, not what there is.
   * @throws `invalid_request` for a place that is none of its
   */
  search(search: ClientSearch, options: DirectoryOptions): Promise<FoundClients>
  /** Of the identifiers, of kind `row` or `id`, those by which a client was known that was deleted, in their order. */
  deletions(identifiers: readonly ClientIdentifier[], options: DirectoryOptions): Promise<readonly ClientDeletion[]>
  /** What was kept of a batch of an import of the space, or `undefined`. */
  outcomeOf(place: BatchPlace, options: DirectoryOptions): Promise<Json | undefined>
  /** Forgets what was kept of an import, or before a time, of all spaces. */
  forgetOutcomes(
    which: { readonly import: string } | { readonly before: number },
    options: { readonly signal: AbortSignal },
  ): Promise<void>
  /** Resolves when it can be used; throws `provider_unavailable` otherwise, with `details.reason` (`UnreadyReason`) where known. */
  check(options: { readonly signal: AbortSignal }): Promise<void>
}
