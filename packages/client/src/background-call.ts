import type { Progress } from '@chancery/core'
import { problemIn, type Answer, type Answered } from './answer.ts'
import type { OperationCallOptions } from './call-options.ts'
import { platform } from './platform.ts'
import { ChanceryProblem, unexpectedAnswer } from './problem.ts'
import { pause, repeated, within } from './repetition.ts'

/** What a call in the background is made with. */
export interface Service {
  /** One try of a call. @param options.longerMs added to the time that an answer may take */
  post(
    operation: string,
    body: string,
    options: {
      readonly headers?: Readonly<Record<string, string>>
      readonly signal: AbortSignal | undefined
      readonly longerMs?: number
    },
  ): Promise<Answered>
  /** How long the service may be away in a row, in ms. */
  readonly awayMs: number
}

/** What is looked at of an operation. */
interface Operation {
  readonly id: string
  readonly done: boolean
  readonly progress?: Progress
  readonly response?: Answer<unknown>
  readonly error?: Readonly<Record<string, unknown>>
}

const longestLookMs = 20_000
const shortestLookMs = 100
/** So long a cancelled call is waited for, to know what there is to cancel and to have cancelled it, in ms. */
const leavingMs = 5000

/**
 * Has a call done in the background, and waits for its end.
 * @throws ChanceryProblem as the call would without the background, or the reason of the signal
 */
export async function callInBackground(
  service: Service,
  operation: string,
  body: string,
  options: OperationCallOptions & { readonly idempotencyKey: string },
): Promise<Answer<unknown>> {
  const { signal, cancelOnAbort = true } = options
  signal?.throwIfAborted()
  const begun = await begin(service, operation, body, options)
  if (!('operation' in begun)) return begun.answer
  try {
    return await ended(service, begun.operation, options)
  } catch (error) {
    if (signal?.aborted === true && cancelOnAbort) await cancel(service, begun.operation.id)
    throw error
  }
}

type Begun = { readonly operation: Operation } | { readonly answer: Answer<unknown> }

async function begin(
  { post, awayMs }: Service,
  operation: string,
  body: string,
  { idempotencyKey, signal, cancelOnAbort = true }: OperationCallOptions & { readonly idempotencyKey: string },
): Promise<Begun> {
  const headers = { prefer: 'respond-async', 'idempotency-key': idempotencyKey }
  // Cut off at once it might be taken on, and nobody would know what to cancel.
  const leaving = cancelOnAbort && signal !== undefined ? lingering(signal, leavingMs) : undefined
  try {
    const { status, answer } = await repeated(
      () => post(operation, body, { headers, signal: leaving?.signal ?? signal }),
      within(awayMs),
      signal,
    )
    if (status === 200) {
      signal?.throwIfAborted()
      return { answer }
    }
    return { operation: operationIn(answer) }
  } finally {
    leaving?.end()
  }
}

/** Looks at an operation until it has ended. */
async function ended(
  { post, awayMs }: Service,
  begun: Operation,
  { signal, onProgress, pollMs = onProgress === undefined ? longestLookMs : 1000 }: OperationCallOptions,
): Promise<Answer<unknown>> {
  const waitMs = Math.round(Math.min(longestLookMs, Math.max(shortestLookMs, pollMs)))
  const body = JSON.stringify({ id: begun.id, waitMs })
  const tell = onceEach(onProgress)
  let operation = begun
  for (;;) {
    if (operation.progress !== undefined) tell(operation.progress)
    signal?.throwIfAborted()
    if (operation.response !== undefined) return operation.response
    if (operation.error !== undefined) throw new ChanceryProblem(problemIn(operation.error))
    const lookedAt = Date.now()
    const { answer } = await repeated(
      () => post('get-operation', body, { signal, longerMs: waitMs }),
      within(awayMs),
      signal,
    )
    operation = operationIn(answer)
    // A service with a short deadline does not wait for as long as it is asked to.
    const earlyMs = Math.min(waitMs, 1000) - (Date.now() - lookedAt)
    if (!operation.done && earlyMs > 0) await pause(earlyMs, signal)
  }
}

/** In order: what a worker goes over again after another one was cut off is no news. */
function onceEach(onProgress: OperationCallOptions['onProgress']): (progress: Progress) => void {
  let last: Progress | undefined
  return ({ done, total }) => {
    if (last !== undefined && last.total === total && last.done >= done) return
    last = { done, total }
    onProgress?.(last)
  }
}

/** Where it cannot be cancelled it is left alone: the caller is gone, and its time ends it. */
async function cancel({ post }: Service, id: string): Promise<void> {
  const body = JSON.stringify({ id })
  const controller = new platform.AbortController()
  const timer = platform.setTimeout(() => controller.abort(), leavingMs)
  const { signal } = controller
  try {
    await repeated(() => post('cancel-operation', body, { signal }), within(leavingMs), signal)
  } catch {
    // Nobody is there to be told.
  } finally {
    platform.clearTimeout(timer)
  }
}

/** A signal that aborts so long after another. */
function lingering(first: AbortSignal, ms: number): { readonly signal: AbortSignal; end(): void } {
  const controller = new platform.AbortController()
  let timer: unknown
  const leave = (): void => {
    timer = platform.setTimeout(() => controller.abort(first.reason), ms)
  }
  if (first.aborted) leave()
  else first.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    end() {
      first.removeEventListener('abort', leave)
      platform.clearTimeout(timer)
    },
  }
}

/** @throws ChanceryProblem where something else answered than the service */
function operationIn({ data }: Answer<unknown>): Operation {
  const operation = (data as { readonly operation?: Operation } | null)?.operation
  if (typeof operation?.id === 'string') return operation
  throw unexpectedAnswer(200)
}
