import type { ProblemCodeName, Violation } from '@chancery/core'

/** What can go wrong before there is an answer of the service: it was not reached, took too long, or something else answered. */
export type TransportCode = 'unreachable' | 'timed_out' | 'unexpected_answer'

/** A failed call. Decide by `code`; `errors` lists every violation with its JSON pointer. */
export class ChanceryProblem extends Error {
  override readonly name = 'ChanceryProblem'
  readonly code: ProblemCodeName | TransportCode
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  readonly title: string
  readonly requestId: string | undefined
  readonly retryable: boolean
  readonly errors: readonly Violation[]
  /** Seconds to wait before a repetition, where the service says so. */
  readonly retryAfterSeconds: number | undefined
  /** It is the answer of an earlier call with the same Idempotency-Key: a repetition with that key meets it again. */
  readonly replayed: boolean
  /** The whole problem as it came, with its further members: `limit`, `actual`, `supported`, … */
  readonly body: Readonly<Record<string, unknown>>

  constructor(problem: {
    readonly code: ProblemCodeName | TransportCode
    readonly status: number
    readonly title: string
    readonly detail: string
    readonly retryable: boolean
    readonly requestId?: string | undefined
    readonly errors?: readonly Violation[]
    readonly retryAfterSeconds?: number | undefined
    readonly replayed?: boolean
    readonly body?: Readonly<Record<string, unknown>>
    readonly cause?: unknown
  }) {
    super(problem.detail, problem.cause === undefined ? undefined : { cause: problem.cause })
    this.code = problem.code
    this.status = problem.status
    this.title = problem.title
    this.requestId = problem.requestId
    this.retryable = problem.retryable
    this.errors = problem.errors ?? []
    this.retryAfterSeconds = problem.retryAfterSeconds
    this.replayed = problem.replayed ?? false
    this.body = problem.body ?? {}
  }
}

/** What came is not what the service answers: a proxy's page, for example. */
export const unexpectedAnswer = (
  status: number,
  wait: { readonly retryable: boolean; readonly retryAfterSeconds?: number | undefined } = { retryable: false },
): ChanceryProblem =>
  new ChanceryProblem({
    code: 'unexpected_answer',
    status,
    title: 'The answer is not the service’s',
    detail: `Something answered with status ${status}, but not as the service does.`,
    ...wait,
  })
