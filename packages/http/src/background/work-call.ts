import { setTimeout as pause } from 'node:timers/promises'
import {
  audited,
  type BackgroundCall,
  type CallOutcome,
  ChanceryError,
  type Context,
  joinedInTurns,
  type Json,
  type LongWork,
  type NewCall,
  type Operation,
  type Progress,
  type StoredResponse,
  type TakenCall,
} from '@chancery/core'
import { answeredOperation, jsonHeaders, storedProblem } from '../answer/answered-operation.ts'
import { boundAnswer } from '../answer/answer-size.ts'
import { jsonPieces } from '../json/json-pieces.ts'
import { logFailure } from '../call-log.ts'
import { asChanceryError } from '../answer/problem.ts'
import type { BackgroundSettings } from './background-settings.ts'
import { createCallFiles } from './call-files.ts'

/** What a worker needs besides. */
export interface WorkSettings {
  readonly operations: readonly Operation[]
  readonly background: BackgroundSettings
  /** Bytes of an answer. */
  readonly answerBytes: number
  readonly checkOutputs: boolean
}

/** How a taken call was left: ended for good, lost to another, or handed back. */
export type Left = 'ended' | 'lost' | 'released'

/** Pauses between tries of what may succeed later, in ms. */
const pausesMs = [1000, 5000, 20_000] as const

/**
 * Does a call that was taken: as its caller, with what was kept of it, until it is done, cancelled, out of time, or lost.
 * @param stop aborts when the worker is to end: the call is handed back, and another goes on with it
 */
export async function workCall(settings: WorkSettings, taken: TakenCall, stop: AbortSignal): Promise<Left> {
  const { background, operations } = settings
  const { register, limits, ports } = background
  const { call, token } = taken
  const hold = holdCall(background, taken, stop)
  let afterwards: Parameters<LongWork['afterwards']>[0] | undefined
  /** The call has ended for good. */
  const ended = async (): Promise<Left> => {
    try {
      await afterwards?.(AbortSignal.timeout(limits.leaseMs))
    } catch (error) {
      logFailure(ports.logger, loggedAs(call), asChanceryError(error))
    }
    return 'ended'
  }
  const { signal } = hold
  const files = createCallFiles(background.store)
  const end = async (answer: StoredResponse): Promise<Left> => {
    await surely(signal, () => files.keepAnswer(call, token, answer, signal))
    await hold.tellLast()
    const outcome = outcomeOf(call, answer)
    return (await surely(signal, () => register.finish(token, 'done', outcome))) ? await ended() : 'lost'
  }
  try {
    if (call.tries > limits.tries) {
      return await end(storedProblem(cutOff(limits.tries), call.requestId))
    }
    const operation = operations.find(({ name }) => name === call.operation)
    if (operation === undefined) {
      const gone = new ChanceryError('operation_not_found', `There is no operation ${call.operation} any more.`)
      return await end(storedProblem(gone, call.requestId))
    }
    let input: unknown
    try {
      input = await surely(signal, () => files.input(call, signal))
    } catch (error) {
      // It will be no better the next time, and those behind it would wait for as long as it is kept.
      signal.throwIfAborted()
      const fault = asChanceryError(error)
      logFailure(ports.logger, loggedAs(call), fault)
      return await end(storedProblem(fault, call.requestId))
    }
    const work: LongWork = {
      id: `${call.id}-${call.createdAt}`,
      progress: hold.progress,
      kept: (part) => files.part(call, part, signal),
      afterwards: (last) => {
        afterwards = last
      },
      async keep(part, outcome: Json) {
        try {
          await surely(signal, () => files.keepPart(call, part, outcome, signal))
        } catch (error) {
          if (!signal.aborted) logFailure(ports.logger, loggedAs(call), asChanceryError(error))
        }
      },
    }
    return await end(await answerOf(settings, operation, call, input, work, signal))
  } catch (error) {
    const reason = hold.reason()
    if (reason === 'cancelled') return (await register.finish(token, 'cancelled')) ? await ended() : 'lost'
    if (reason === 'lost') return 'lost'
    if (reason === 'late') return (await endLate(settings, taken)) ? await ended() : 'lost'
    await register.release(token)
    if (reason === 'stopped') return 'released'
    logFailure(ports.logger, loggedAs(call), asChanceryError(error))
    throw error
  } finally {
    hold.end()
  }
}

async function answerOf(
  { background: { ports, limits, auditing }, answerBytes, checkOutputs }: WorkSettings,
  operation: Operation,
  call: BackgroundCall,
  input: unknown,
  work: LongWork,
  signal: AbortSignal,
): Promise<StoredResponse> {
  const context: Context = {
    principal: call.principal,
    requestId: call.requestId,
    signal,
    deadline: ports.clock.now() + limits.workMs,
    answerBytes,
    idempotencyKey: call.idempotencyKey ?? call.id,
    work,
  }
  for (let tries = 0; ; tries++) {
    try {
      const { answer, goesOn } = await audited(auditing, operation.name, context, (own) =>
        answeredOperation({ ports, checkOutputs }, operation, loggedAs(call), input, own),
      )
      const wait = goesOn === 'retry' ? pausesMs[tries] : undefined
      if (wait !== undefined) {
        // Of many, some failed that may succeed later. Those that are done are not done again.
        await pause(wait, undefined, { signal })
        continue
      }
      const body =
        (await boundAnswer(operation, answer, answerBytes, operation.effect)) ??
        (await joinedInTurns(jsonPieces(answer)))
      return { status: 200, headers: jsonHeaders, body, ...(goesOn && { goesOn: true }) }
    } catch (error) {
      signal.throwIfAborted()
      const fault = asChanceryError(error)
      const wait = fault.retryable ? pausesMs[tries] : undefined
      if (wait === undefined) {
        if (fault.kind === 'internal') logFailure(ports.logger, loggedAs(call), fault)
        return storedProblem(fault, call.requestId)
      }
      await pause(fault.retryAfterMs ?? wait, undefined, { signal })
    }
  }
}

const loggedAs = ({ requestId, operation, principal }: BackgroundCall) => ({
  requestId,
  traceId: requestId,
  operation,
  keyId: principal.id,
})

const cutOff = (tries: number): ChanceryError =>
  new ChanceryError('work_cut_off', `The work on it was begun ${tries} times, and cut off each time.`, {
    details: { tries },
  })

/** The time of the call is over: that is its answer. @returns false where it was lost */
async function endLate({ background }: WorkSettings, { call, token }: TakenCall): Promise<boolean> {
  const { limits, register, store } = background
  const error = new ChanceryError('deadline_exceeded', `The operation did not finish within ${limits.workMs} ms.`, {
    details: { limit: limits.workMs, unit: 'ms' },
  })
  const signal = AbortSignal.timeout(limits.leaseMs)
  const answer = storedProblem(error, call.requestId)
  await createCallFiles(store).keepAnswer(call, token, answer, signal)
  return await register.finish(token, 'done', outcomeOf(call, answer))
}

/** As others are told of it. */
function outcomeOf(call: NewCall, { status, body }: StoredResponse): CallOutcome {
  if (status < 400) return { call }
  const { code } = JSON.parse(body) as { readonly code: string }
  return { call, code }
}

/** Why work on a call was stopped. */
type Reason = 'cancelled' | 'lost' | 'late' | 'stopped'

/** Holds a call while it is worked on: renews its lease, tells its progress, and hears when it is to end. */
function holdCall({ register, limits }: BackgroundSettings, { token }: TakenCall, stop: AbortSignal) {
  const controller = new AbortController()
  let reason: Reason | undefined
  let progress: Progress | undefined
  const stopFor = (why: Reason): void => {
    reason ??= why
    controller.abort(new ChanceryError('cancelled', `The work was stopped: ${why}.`))
  }
  let told: Progress | undefined
  let renewedAt = performance.now()
  const renew = async (): Promise<void> => {
    try {
      const now = progress
      const state = await register.renew(token, {
        leaseMs: limits.leaseMs,
        ...(now === undefined ? {} : { progress: now }),
      })
      told = now
      renewedAt = performance.now()
      if (state !== 'held') stopFor(state)
    } catch {
      // The register is away for a while. Once another may have the call, this one must not go on.
      if (performance.now() - renewedAt > limits.leaseMs) stopFor('lost')
    }
  }
  const beat = setInterval(() => void renew(), Math.min(limits.leaseMs / 3, 1000))
  const timer = setTimeout(() => stopFor('late'), limits.workMs)
  const leave = (): void => stopFor('stopped')
  if (stop.aborted) leave()
  else stop.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    progress: (now: Progress): void => {
      progress = now
    },
    /** What came since the lease was renewed last: of a call that has ended nothing more is told. */
    tellLast: async (): Promise<void> => {
      if (progress !== told) await renew()
    },
    reason: (): Reason | undefined => reason,
    end: (): void => {
      clearInterval(beat)
      clearTimeout(timer)
      stop.removeEventListener('abort', leave)
    },
  }
}

/** Tries again what fails for a while: a full store, a database that is away. As long as the call is held. */
async function surely<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!asChanceryError(error).retryable) throw error
      const wait = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 1000
      await pause(wait, undefined, { signal })
    }
  }
}
