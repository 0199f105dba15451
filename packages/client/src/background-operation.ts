import type { Progress } from '@chancery/core'
import type { Answer } from './answer.ts'
import type { AnyOperation, OutputOf } from './operation-methods.ts'
import type { CallOptions } from './call-options.ts'

/** A failed call as the service tells it (RFC 9457): a `ChanceryProblem` has the same as fields. */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly requestId: string
  readonly retryable: boolean
  readonly [member: string]: unknown
}

interface Told<Name extends string> {
  readonly id: string
  /** The operation that was called. */
  readonly name: Name
  /** Pages, records, recipients, rows or samples. */
  readonly progress?: Progress
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** When it is forgotten with its answer. ISO 8601, UTC. */
  readonly expiresAt: string
}

interface Unended {
  readonly done: false
  readonly response?: undefined
  readonly error?: undefined
}
/** In lists an ended operation is without its answer. */
interface Ended<Output> {
  readonly done: true
  /** What the call itself would have been answered. */
  readonly response?: Answer<Output>
  readonly error?: ProblemBody
}

/** An operation in the background: `name` says of which operation the answer is. */
export type BackgroundOperation<Operations extends readonly AnyOperation[]> = {
  [Op in Operations[number] as Op['name']]: Told<Op['name']> & (Unended | Ended<OutputOf<Op>>)
}[Operations[number]['name']]

/** The calls about calls. */
export interface CallsAboutCalls<Operations extends readonly AnyOperation[]> {
  /**
   * How far an operation in the background is, and its answer. With `waitMs` (20,000 at the most) it is told as soon as it is
   * done, and after that time at the latest.
   */
  getOperation(
    input: { readonly id: string; readonly waitMs?: number },
    options?: CallOptions,
  ): Promise<Answer<{ readonly operation: BackgroundOperation<Operations> }>>
  /** Cancels it. What it has done already stays done; of one that has ended nothing changes. */
  cancelOperation(
    input: { readonly id: string },
    options?: CallOptions,
  ): Promise<Answer<{ readonly operation: BackgroundOperation<Operations> }>>
  /** Those of this caller, the newest first, without their answers. */
  listOperations(
    input: { readonly cursor?: string },
    options?: CallOptions,
  ): Promise<Answer<{ readonly operations: readonly BackgroundOperation<Operations>[]; readonly nextCursor?: string }>>
}

/** By their wire names. */
export const namesAboutCalls: ReadonlySet<string> = new Set(['get-operation', 'cancel-operation', 'list-operations'])
