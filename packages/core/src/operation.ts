import { witnessedPorts } from './audit/witnessed-ports.ts'
import { cancellation, untilAborted } from './cancellation.ts'
import type * as z from 'zod'
import { type Context, spaceOf } from './context.ts'
import type { Contract } from './contract.ts'
import type { DeepReadonly } from './deep-readonly.ts'
import type { AnsweredRange } from './documents/document-range.ts'
import { pathChanges } from './documents/path-changes.ts'
import { ChanceryError, type Violation } from './errors.ts'
import { faultsInLongContainers } from './long-containers.ts'
import type { Ports } from './ports/index.ts'
import type { ProblemCodeName } from './problem-codes.ts'
import type { Finding } from './model/finding.ts'
import { portsInSpace } from './spaces/ports-in-space.ts'
import { faultWords } from './fault-words.ts'
import { maxViolations, violationsOf } from './violations.ts'

/** What an operation answers: its data, and what was noticed on the way. */
export interface Outcome<Data> {
  readonly data: Data
  readonly warnings?: readonly Finding[]
  /**
   * The answer is not the last one under its Idempotency-Key: a repetition does what is left. `retry`: something failed that
   * may succeed later; `settle`: something is in doubt until it is settled. Absent: a repetition gets this answer.
   */
  readonly goesOn?: 'retry' | 'settle'
}

/** One document whose bytes are made while they are read; reading stops what makes them, and their errors are ChanceryErrors. */
export interface DocumentStream {
  readonly filename: string
  readonly contentType: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** How many they are, where that is known before. */
  readonly byteLength?: number
  /** Of a stored document. */
  readonly version?: string
  /** Which bytes these are, where only some were asked for. */
  readonly range?: AnsweredRange
}

/** An operation's other way to answer: many documents as one stream, for which memory does not grow with their number. */
export interface StreamedAnswer<Input extends z.ZodType, Needs extends keyof Ports> {
  readonly contentType: string
  /** The input has `range`, and a call may also say it in the way of its protocol. */
  readonly takesRanges?: true
  /**
   * Whether a call can be answered in this way. @param named the type was asked for by its name, not as some bytes
   */
  suits(input: z.output<Input>, named: boolean): boolean
  open(input: z.output<Input>, ports: Pick<Ports, Needs>, context: Context): Promise<DocumentStream>
}

/** A contract, and the service that keeps it. */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Needs extends keyof Ports = keyof Ports,
> extends Contract<Name, Input, Output, Needs> {
  /** The use case. The input was checked; `execute` is the way in that checks it. */
  run(
    input: z.output<Input>,
    ports: Pick<Ports, Needs>,
    context: Context,
  ): Promise<Outcome<DeepReadonly<z.input<Output>>>>
  /** Of operations without an effect in this form: nothing is stored, so a repetition only makes the same again. */
  readonly stream?: StreamedAnswer<Input, Needs>
}

/** Codes that any operation can answer with. */
export const commonProblems: readonly ProblemCodeName[] = [
  'malformed_json',
  'unsafe_input',
  'api_key_missing',
  'api_key_invalid',
  'api_key_expired',
  'operation_not_allowed',
  'method_not_allowed',
  'not_acceptable',
  'unsupported_media_type',
  'payload_too_large',
  'invalid_request',
  'idempotency_in_flight',
  'idempotency_mismatch',
  'rate_limited',
  'internal',
  'overloaded',
  'deadline_exceeded',
]

/** Puts a contract and its service together. @param stream the other way to answer, where there is one */
export const operation = <
  const Name extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Needs extends keyof Ports,
>(
  contract: Contract<Name, Input, Output, Needs>,
  run: Operation<Name, Input, Output, Needs>['run'],
  stream?: StreamedAnswer<Input, Needs>,
): Operation<Name, Input, Output, Needs> => ({ ...contract, run, ...(stream === undefined ? {} : { stream }) })

/** Keeps the literal types of an operation's contract. */
export function defineOperation<
  const Name extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Needs extends keyof Ports,
>(operation: Operation<Name, Input, Output, Needs>): Operation<Name, Input, Output, Needs> {
  return operation
}

/**
 * Checks an input against a contract.
 * @throws `invalid_request` with all violations (100 at the most) and their JSON pointers.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const found = guarded(() => faultsInLongContainers(schema, input))
  if (found.length >= maxViolations) throw invalid(found)
  const result = guarded(() => schema.safeParse(input, { reportInput: true, error: faultWords }))
  if (result.success) return result.data
  throw invalid(violationsOf(schema, result.error.issues))
}

const invalid = (violations: readonly Violation[]): ChanceryError =>
  new ChanceryError(
    'invalid_request',
    violations.length === 1
      ? 'One field of the request is not valid.'
      : `${violations.length < maxViolations ? '' : 'At least '}${violations.length} fields of the request are not valid.`,
    { violations },
  )

/** Contracts recurse; input that is nested too deep for that is refused, not a crash. */
function guarded<Result>(look: () => Result): Result {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ChanceryError('unsafe_input', 'The input is nested too deep.')
  }
}

/**
 * The way into an operation, for every delivery layer and for library users: checks that the principal may call it and
 * that the input fits, runs it on the ports as seen from the principal's space, within deadline and signal, and maps
 * whatever is thrown to a `ChanceryError`.
 */
export async function execute<Op extends Operation<string, z.ZodType, z.ZodType, never> | Operation>(
  operation: Op,
  input: unknown,
  ports: Parameters<Op['run']>[1],
  context: Context,
): Promise<Outcome<z.output<Op['output']>>> {
  const { signal } = context
  refuseOthers(operation, context)
  const parsed = parseInput(operation.input, input)
  try {
    signal.throwIfAborted()
    const outcome = await untilAborted(operation.run(parsed as never, portsFor(ports, context), context), signal)
    const changes = pathChanges(input, parsed)
    const told = changes.length === 0 ? outcome : { ...outcome, warnings: [...changes, ...(outcome.warnings ?? [])] }
    return told as Outcome<z.output<Op['output']>>
  } catch (error) {
    throw asChanceryError(error, signal)
  }
}

/**
 * As `execute`, for an answer as a stream; `undefined` where the operation has none that suits the call. What fails before
 * the first byte is thrown here, what fails later by the stream.
 * @param named whether the type was asked for by its name
 */
export async function executeStream<Op extends Operation<string, z.ZodType, z.ZodType, never> | Operation>(
  operation: Op,
  input: unknown,
  ports: Parameters<Op['run']>[1],
  context: Context,
  named = true,
): Promise<DocumentStream | undefined> {
  const { signal } = context
  refuseOthers(operation, context)
  if (operation.stream === undefined) return undefined
  const parsed = parseInput(operation.input, input) as never
  if (!operation.stream.suits(parsed, named)) return undefined
  try {
    signal.throwIfAborted()
    const { bytes, ...document } = await untilAborted(
      operation.stream.open(parsed, portsFor(ports, context), context),
      signal,
    )
    const chunks = bytes[Symbol.asyncIterator]()
    const first = await untilAborted(chunks.next(), signal)
    return { ...document, bytes: chunksAfter(first, chunks, signal) }
  } catch (error) {
    throw asChanceryError(error, signal)
  }
}

/** What an operation gets: the ports that were handed in, which its types know, from the caller's space, and watched where that is wanted. */
function portsFor(ports: object, { principal, witness }: Context): never {
  const own = portsInSpace(ports, spaceOf(principal))
  return (witness === undefined ? own : witnessedPorts(own, witness)) as never
}

async function* chunksAfter(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let next = first; next.done !== true; next = await untilAborted(chunks.next(), signal)) yield next.value
  } catch (error) {
    throw asChanceryError(error, signal)
  } finally {
    // Not waited for: what makes the bytes may be held up itself.
    void chunks.return?.().catch(() => undefined)
  }
}

/** What calls are about calls of the caller's own needs no scope. */
function refuseOthers(operation: Pick<Contract, 'name' | 'area'>, { principal }: Context): void {
  if (operation.area === 'service' || principal.operations === '*' || principal.operations.includes(operation.name))
    return
  throw new ChanceryError('operation_not_allowed', 'This key may not call this operation.', {
    details: { operation: operation.name },
  })
}

function asChanceryError(error: unknown, signal: AbortSignal): ChanceryError {
  if (ChanceryError.is(error)) return error
  if (signal.aborted) return cancellation(signal)
  return new ChanceryError('internal', 'Something went wrong here.', { cause: error })
}
