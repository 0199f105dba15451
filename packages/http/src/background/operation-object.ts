import type { BackgroundCall, Progress } from '@chancery/core'
import type { StoredResponse } from '@chancery/core'

/** A background call as its owner sees it. Done: exactly one of `response` and `error`, as the call itself would have been answered. */
export interface OperationObject {
  readonly id: string
  readonly name: string
  readonly done: boolean
  readonly progress?: Progress
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** When it is forgotten with its answer. */
  readonly expiresAt: string
  readonly response?: unknown
  readonly error?: unknown
}

export const isDone = ({ state }: Pick<BackgroundCall, 'state'>): boolean => state === 'done' || state === 'cancelled'

/** @param answer of a call that has ended */
export const operationObject = (call: BackgroundCall, answer?: StoredResponse): OperationObject => ({
  id: call.id,
  name: call.operation,
  done: isDone(call),
  ...(call.progress === undefined ? {} : { progress: call.progress }),
  createdAt: new Date(call.createdAt).toISOString(),
  expiresAt: new Date(call.expiresAt).toISOString(),
  ...(answer === undefined
    ? {}
    : { [answer.status === 200 ? 'response' : 'error']: JSON.parse(answer.body) as unknown }),
})
