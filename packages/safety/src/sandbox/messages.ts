import { ChanceryError, type ErrorOptions, type ProblemCodeName } from '@chancery/core'
import type { PartedArray } from './parted-answer.ts'

/** The file descriptor on which a child and its parent talk. */
export const channelDescriptor = 3

/** What a child is told. It works on one job at a time. */
export type ToChild =
  | { readonly type: 'run'; readonly job: string; readonly payload: unknown }
  | { readonly type: 'cancel' }
  | { readonly type: 'reply'; readonly call: number; readonly outcome: Outcome }

/** What a child tells. */
export type ToParent =
  /** Bytes of memory that the child holds. */
  | { readonly type: 'ready'; readonly resident: number }
  /** The same after a job, where it has grown. */
  | { readonly type: 'grown'; readonly resident: number }
  | { readonly type: 'call'; readonly call: number; readonly service: string; readonly payload: unknown }
  /** The next items of an array that is too long for one message; the answer, which comes last, says where they belong. */
  | { readonly type: 'piece'; readonly items: readonly unknown[] }
  | { readonly type: 'answer'; readonly outcome: Outcome; readonly parted?: readonly PartedArray[] }

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem }
  | { readonly ok: false; readonly fault: 'memory' | 'program' | 'exception'; readonly trace: string }

/** A `ChanceryError` on its way between processes: all that a caller may see, and never a stack or a cause. */
interface Problem extends Omit<ErrorOptions, 'cause'> {
  readonly code: ProblemCodeName
  readonly message: string
}

export function failureOf(error: unknown): Outcome {
  if (ChanceryError.is(error)) {
    const { code, message, violations, details, retryable, retryAfterMs } = error
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    return { ok: false, problem: { code, message, violations, details, retryable, ...wait } }
  }
  return { ok: false, fault: faultOf(error), trace: traceOf(error) }
}

export const errorOf = ({ code, message, ...options }: Problem): ChanceryError =>
  new ChanceryError(code, message, options)

const faultOf = (error: unknown): 'memory' | 'program' | 'exception' => {
  if (!(error instanceof Error)) return 'exception'
  if (isOutOfMemory(error)) return 'memory'
  return isIncomplete(error) ? 'program' : 'exception'
}

const absent = /^(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_PACKAGE_\w+|ENOENT)$/

/** Code that cannot be loaded, or a file beside it that is not there: nothing that a job was given can cause that. */
const isIncomplete = (error: NodeJS.ErrnoException): boolean =>
  absent.test(error.code ?? '') ||
  (error.code === 'ERR_ACCESS_DENIED' && String(error.stack).includes('node:internal/modules/'))

/** An allocation that fails without ending the process: a buffer, or the memory of a WebAssembly module. */
const isOutOfMemory = (error: NodeJS.ErrnoException): boolean =>
  /allocation failed|out of memory/i.test(error.message) || error.code === 'ERR_MEMORY_ALLOCATION_FAILED'

const maxFrames = 12

/** Where an exception came from, for the log: the kind and the places in the code; its message may hold document text. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`
  const frames = String(error.stack).match(/^ {4}at .*$/gm) ?? []
  return [error.constructor.name, ...frames.slice(0, maxFrames)].join('\n')
}
