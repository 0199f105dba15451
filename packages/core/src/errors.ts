import { problemCodes, type ErrorKind, type ProblemCodeName } from './problem-codes.ts'

/** Survives duplicate copies of this package, where `instanceof` does not. */
const marker = Symbol.for('chancery.error')

/** One violation: where, what, and what to do. `pointer` is a JSON pointer (RFC 6901) into the request. */
export interface Violation {
  readonly pointer: string
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** A document's place, where the fault lies inside a document. */
  readonly location?: object
}

/** Absent: no violations, no details, no wait, and `retryable` as `problemCodes` has it for the code. */
export interface ErrorOptions {
  readonly violations?: readonly Violation[]
  /** Extension members of the problem: `limit`, `actual`, `configured`, `supported`, `provider`, `growsWith` (the limit that `limit` goes by). Never document text. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Overrides the code's own `retryable`. */
  readonly retryable?: boolean
  /** How long to wait before a repetition, in ms. */
  readonly retryAfterMs?: number
  readonly cause?: unknown
}

/**
 * The one error that operations and ports throw. `message` is shown to callers: it never holds document text,
 * personal data, keys or paths of the host; `cause` is for the log alone.
 */
export class ChanceryError extends Error {
  readonly [marker] = true
  override readonly name = 'ChanceryError'
  readonly code: ProblemCodeName
  readonly kind: ErrorKind
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly violations: readonly Violation[]
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ProblemCodeName, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.kind = problemCodes[code].kind
    this.retryable = options.retryable ?? problemCodes[code].retryable === true
    this.retryAfterMs = options.retryAfterMs
    this.violations = options.violations ?? []
    this.details = options.details ?? {}
  }

  static is(value: unknown): value is ChanceryError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

/** An `invalid_request` with one violation. */
export const invalidRequest = (pointer: string, code: string, message: string, hint?: string): ChanceryError =>
  new ChanceryError('invalid_request', message, {
    violations: [{ pointer, code, message, ...(hint === undefined ? {} : { hint }) }],
  })

/** Kinds of failure that something in the request is the reason of. */
const ofTheRequest: ReadonlySet<ErrorKind> = new Set([
  'invalid-input',
  'not-found',
  'conflict',
  'too-large',
  'not-satisfiable',
  'unsupported-type',
  'unreadable-document',
])

/** Whether the caller is to mend something. */
export const isOfTheRequest = (error: unknown): error is ChanceryError =>
  ChanceryError.is(error) && ofTheRequest.has(error.kind)

/**
 * The failure as one about a place in the request: its own pointers go below that place, and where it has none, the
 * place itself is named. Failures that are not the request's stay as they are.
 * @param instead a pointer of the failure that means the place itself
 */
export function errorAt(pointer: string, error: unknown, instead = ''): unknown {
  if (!isOfTheRequest(error)) return error
  const { code, message, retryable, retryAfterMs, details, cause, violations } = error
  const moved = violations.map((violation) => ({ ...violation, pointer: placed(violation.pointer, pointer, instead) }))
  return new ChanceryError(code, message, {
    violations: moved.length > 0 ? moved : [{ pointer, code, message }],
    details,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(cause === undefined ? {} : { cause }),
  })
}

function placed(own: string, pointer: string, instead: string): string {
  if (instead === '') return pointer + own
  return own === instead ? pointer : own
}
