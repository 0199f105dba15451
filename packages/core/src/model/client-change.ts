import type { ClientIdentifier } from './client-identifier.ts'
import type { ClientRecord } from './client-record.ts'

/** That a client is no more. */
export interface RemovedClient {
  readonly id: string
  /** The next one of what is there, as of a change. */
  readonly version: number
  readonly removed: true
  /** Where it was deleted on purpose, when: ISO 8601, UTC. That is remembered; what becomes part of another is not gone. */
  readonly deletedAt?: string
}

/**
 * What is remembered of a client that was deleted: nothing that it said. By the digests of its rows, and by its ids, which an
 * export has, it is known when it comes again.
 */
export interface ClientDeletion {
  readonly client: string
  readonly deletedAt: string
  /** By which it was found: of kind `row` or `id`. */
  readonly by: ClientIdentifier
}

/** What becomes of a client: its next state, or its end. */
export type ClientChange = ClientRecord | RemovedClient

export const isRemoved = (change: ClientChange): change is RemovedClient => 'removed' in change

export const isKept = (change: ClientChange): change is ClientRecord => !isRemoved(change)
