import type { Progress } from '@chancery/core'

/** Of one call, its repetitions included. */
export interface CallOptions {
  /**
   * What makes two calls the same call. Absent: a new one each call, which serves its own repetitions; give your own
   * where your program may itself be started anew and call again.
   */
  readonly idempotencyKey?: string
  /** Ends the call, and its repetitions. */
  readonly signal?: AbortSignal
}

/** Of one call of an operation. */
export interface OperationCallOptions extends CallOptions {
  /**
   * Has it done in the background, where it may take minutes, and waits for it: the answer and the failures are those of the
   * call without it. A service that takes nothing on answers at once. Absent: as in the settings of the client.
   */
  readonly background?: boolean
  /** Of a call in the background: told of each change once, in order. What it throws ends the waiting, not the work. */
  readonly onProgress?: (progress: Progress) => void
  /**
   * How often a call in the background is looked at, in ms (100 to 20,000). Its end is told at once all the same. Absent:
   * 1,000 with `onProgress`, else 20,000.
   */
  readonly pollMs?: number
  /**
   * Whether `signal` also cancels a call in the background; else it goes on, and the same call with the same
   * `idempotencyKey` finds it. Absent: true.
   */
  readonly cancelOnAbort?: boolean
}
