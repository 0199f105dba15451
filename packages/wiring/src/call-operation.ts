import {
  audited,
  type Auditing,
  calls,
  ChanceryError,
  type Context,
  execute,
  measured,
  type Finding,
  type CallName,
  type CallOf,
  type Ports,
  readSpaceName,
} from '@chancery/core'
import type * as z from 'zod'

const histogram = 'chancery.operation.duration'

/** Of one call without HTTP around it. */
export interface EmbeddedCallOptions {
  /** What makes two calls the same call: with it, an e-mail is sent once. */
  readonly idempotencyKey?: string
  /** Ends the call. */
  readonly signal?: AbortSignal
  /** Where the caller works; absent: the common space. */
  readonly space?: string
  /** The operations that the caller may call; absent: all. */
  readonly operations?: readonly string[]
}

/** What an operation gave, and what was noticed on the way. */
export interface EmbeddedAnswer<Name extends CallName> {
  readonly data: z.output<CallOf<Name>['output']>
  readonly warnings: readonly Finding[]
}

/**
 * Runs an operation over composed ports, without HTTP in between.
 * @param caller whose calls they are: an Idempotency-Key is the caller's; and where they are put on record
 * @throws ChanceryError as the operation does; RangeError for a space of no valid name
 */
export async function callOperation<Name extends CallName>(
  ports: Ports,
  caller: { readonly id: string; readonly deadlineMs: number; readonly auditing?: Auditing | undefined },
  name: Name,
  input: z.input<CallOf<Name>['input']>,
  options: EmbeddedCallOptions = {},
): Promise<EmbeddedAnswer<Name>> {
  const operation = calls.find((each) => each.name === name)
  if (operation === undefined) throw new RangeError(`There is no call ${name}.`)
  const { idempotencyKey, signal } = options
  const principal = { id: caller.id, operations: options.operations ?? '*', ...inSpace(options.space) } as const
  const { deadlineMs } = caller
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tooLate(deadlineMs)), deadlineMs)
  try {
    const requestId = ports.ids.next()
    const context: Context = {
      principal,
      requestId,
      signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      deadline: ports.clock.now() + deadlineMs,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    }
    const about = { name: `operation ${name}`, attributes: { operation: name }, histogram } as const
    const outcome = await ports.logger.within({ requestId }, () =>
      measured(
        ports.telemetry,
        about,
        () => performance.now(),
        () => audited(caller.auditing, name, context, (own) => execute(operation as never, input, ports as never, own)),
      ),
    )
    // The contract's own defaults and types, as a caller over HTTP would get them.
    return { data: operation.output.parse(outcome.data) as never, warnings: outcome.warnings ?? [] }
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (limit: number): ChanceryError =>
  new ChanceryError('deadline_exceeded', `The operation did not finish within ${limit} ms.`, {
    details: { limit, unit: 'ms' },
  })

function inSpace(name: string | undefined): { space?: string } {
  if (name === undefined) return {}
  const read = readSpaceName(name)
  if ('fault' in read) throw new RangeError(read.fault)
  return read
}
