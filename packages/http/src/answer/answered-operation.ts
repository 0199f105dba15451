import {
  ChanceryError,
  execute,
  type Context,
  measured,
  present,
  type Operation,
  type Outcome,
  type Ports,
  type StoredResponse,
} from '@chancery/core'
import type { Call } from '../call-log.ts'
import { problemHeaders, problemOf, statusOfKind } from './problem.ts'

/** The body of a success. */
export interface AnsweredOperation {
  readonly data: unknown
  readonly meta: {
    readonly requestId: string
    readonly operation: string
    readonly durationMs: number
    readonly warnings: readonly unknown[]
  }
}

/** What an operation answers, and whether a repetition has something left to do. */
export interface Answered {
  readonly answer: AnsweredOperation
  readonly goesOn?: Outcome<unknown>['goesOn']
}

/** Runs an operation, and says about it what every answer does. @throws as the operation does */
export async function answeredOperation(
  { ports, checkOutputs }: { readonly ports: Ports; readonly checkOutputs: boolean },
  operation: Operation,
  { requestId }: Pick<Call, 'requestId'>,
  input: unknown,
  context: Context,
): Promise<Answered> {
  const started = ports.clock.now()
  // `execute` wants an operation of no ports at all; the catalog's need different ones, and `Ports` has them all.
  const {
    data,
    warnings = [],
    goesOn,
  }: Outcome<unknown> = await measured(
    ports.telemetry,
    {
      name: `operation ${operation.name}`,
      attributes: { operation: operation.name },
      histogram: 'chancery.operation.duration',
    },
    () => performance.now(),
    () => execute(operation as never, input, ports as never, context),
  )
  if (checkOutputs && !operation.output.safeParse(data).success) {
    throw new ChanceryError('internal', `The answer of ${operation.name} does not fit its contract.`)
  }
  const meta = { requestId, operation: operation.name, durationMs: ports.clock.now() - started, warnings }
  return { answer: { data, meta }, ...present({ goesOn }) }
}

export const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** A refusal that the same call would meet again. One of the contract is not kept: nothing was begun, and the caller will correct the body. */
export function finalAnswer(error: ChanceryError, requestId: string): StoredResponse | undefined {
  const status = statusOfKind[error.kind]
  if (status >= 499 || status === 429 || error.retryable || error.code === 'invalid_request') return undefined
  return storedProblem(error, requestId)
}

/** A problem as it is kept. */
export const storedProblem = (error: ChanceryError, requestId: string): StoredResponse => ({
  status: statusOfKind[error.kind],
  headers: problemHeaders,
  body: JSON.stringify(problemOf(error, requestId)),
})
