import type { ClientRecord } from './client-record.ts'

/** That a client is no more. */
export interface RemovedClient {
  readonly id: string
  /** The next one of what is there, as of a change. */
  readonly version: number
  readonly removed: true
}

/** What becomes of a client: its next state, or its end. */
export type ClientChange = ClientRecord | RemovedClient

export const isRemoved = (change: ClientChange): change is RemovedClient => 'removed' in change

export const isKept = (change: ClientChange): change is ClientRecord => !isRemoved(change)
