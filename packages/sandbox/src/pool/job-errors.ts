import { ChanceryError } from '@chancery/core'
import { errorOf, type Outcome } from '../messages/message.ts'
import type { SandboxLimits } from './limits.ts'

/** Why a child is killed by us. */
export type EndReason = 'work' | 'memory' | 'answer' | 'message' | 'cancelled' | 'closed' | 'late'

/** A child ended, and we did not end it: its own crash, or somebody outside. Nothing is known against the job yet. */
export class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd'
  /** Whether it was killed from outside (SIGKILL is how the kernel and people do that). */
  readonly wasKilled: boolean
  constructor(signal: string | null) {
    super(`A child ended by ${signal ?? 'itself'}.`)
    this.wasKilled = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP'
  }
}

/** Signals by which V8 ends a process whose heap is full. */
const heapSignals: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGTRAP'])

/** What a job that lost its child has come to. @param budget ms of work that it had */
export function endError(
  reason: EndReason | undefined,
  signal: string | null,
  budget: number,
  limits: SandboxLimits,
): Error {
  switch (reason) {
    case 'work':
      return tooMuch('The work on it takes longer than a document of its size may, and was stopped.', {
        what: 'ms of work',
        limit: Math.round(budget),
      })
    case 'memory':
      return tooMuchMemory(limits)
    case 'answer':
      return tooMuch('What would be answered is larger than allowed.', {
        what: 'bytes of the answer',
        limit: limits.answerBytes,
      })
    case 'message':
      return unreadable('it said what is no message')
    case 'cancelled':
      return new ChanceryError('cancelled', 'The call was cancelled.')
    case 'closed':
      return shuttingDown()
    case 'late':
    case undefined:
      return heapSignals.has(signal) ? tooMuchMemory(limits) : new UnexpectedEnd(signal)
  }
}

/** What a job that failed in its child has come to. */
export function outcomeError(outcome: Exclude<Outcome, { readonly ok: true }>, limits: SandboxLimits): ChanceryError {
  if ('problem' in outcome) return errorOf(outcome.problem)
  if (outcome.fault === 'memory') return tooMuchMemory(limits)
  if (outcome.fault === 'program')
    return new ChanceryError('internal', 'Something went wrong here.', { cause: outcome.trace })
  return outcome.fault === 'system' ? refusedBySystem(outcome.trace) : unreadable(outcome.trace)
}

/** What a job has come to whose second child ended, too. */
export const endedTwice = ({ wasKilled, message }: UnexpectedEnd): ChanceryError =>
  wasKilled
    ? new ChanceryError('overloaded', 'The processes that do this work were ended from outside.', {
        retryAfterMs: 1000,
        cause: message,
      })
    : unreadable(message)

/** @param trace for the log */
const refusedBySystem = (trace: string): ChanceryError =>
  new ChanceryError('overloaded', 'The machine has too little left for the processes that do this work.', {
    retryAfterMs: 1000,
    cause: trace,
  })

export const shuttingDown = (): ChanceryError => new ChanceryError('overloaded', 'The service is shutting down.')

const tooMuch = (message: string, details: Readonly<Record<string, unknown>>): ChanceryError =>
  new ChanceryError('payload_too_large', message, { details })

const tooMuchMemory = ({ heapBytes }: SandboxLimits): ChanceryError =>
  tooMuch('The work on it needs more memory than it may have.', { what: 'memory', limit: heapBytes })

/** @param trace for the log */
const unreadable = (trace: string): ChanceryError =>
  new ChanceryError('document_corrupt', 'It cannot be read: it brings the program that reads it to fail.', {
    cause: trace,
  })
