import type { Auditing, CallDelivery, CallRegister, DocumentStore, Limits, Ports } from '@chancery/core'

/** Bounds of calls that are done in the background. */
export interface BackgroundLimits {
  /** Time for one call, in ms. */
  readonly workMs: number
  /** How long a call and its answer are kept, in ms. */
  readonly keptMs: number
  /** Calls that wait, in all and of one caller. */
  readonly waiting: number
  readonly waitingOfOwner: number
  /** How long a worker that says nothing keeps its call, in ms. */
  readonly leaseMs: number
  /** How often a call is begun that was cut off each time. */
  readonly tries: number
  /** Calls at once, of one worker. */
  readonly slots: number
}

export const defaultBackgroundLimits: BackgroundLimits = {
  workMs: 30 * 60_000,
  keptMs: 24 * 60 * 60_000,
  waiting: 10_000,
  waitingOfOwner: 1000,
  leaseMs: 15_000,
  tries: 5,
  slots: 1,
}

/**
 * Takes a call that a queue pushes over HTTP, and has calls done.
 * @returns `done`: it need not come again; `again`: it is not over yet; `full`: not here, not now; `refused`: it is not from
 *   the queue
 * @throws `provider_unavailable` where it cannot be told whose push it is
 */
export type PushedCall = (push: {
  readonly token: string
  readonly id: string
}) => Promise<'done' | 'again' | 'full' | 'refused'>

/** What taking calls on, telling of them and doing them stands on. */
export interface BackgroundSettings {
  readonly register: CallRegister
  readonly delivery: CallDelivery
  /** Where a queue pushes calls over HTTP. Absent: there is no such address. */
  readonly push?: PushedCall
  /** Where inputs, parts and answers lie. */
  readonly store: DocumentStore
  /** The ports of calls that are done in the background: with bounds of their own. */
  readonly ports: Ports
  readonly limits: BackgroundLimits
  /** What documents are allowed of such calls: as in the settings of `ports`. */
  readonly documentLimits: Limits
  /** Absent: nothing is put on record. */
  readonly auditing?: Auditing | undefined
}
