import { ChanceryError, type ErrorOptions, type ProblemCodeName } from '@chancery/core'

/** The file descriptor on which a child and its parent talk. */
export const channelDescriptor = 3

/** What a child is sent. It works on one job at a time. */
export type ToChild =
  | { readonly type: 'run'; readonly job: string; readonly payload: unknown }
  | { readonly type: 'cancel' }
  | { readonly type: 'reply'; readonly call: number; readonly outcome: Outcome }

/** What a child sends. `resident`: bytes of memory that it holds; `cpuMs`: time on a processor that the job has used. */
export type ToParent =
  | { readonly type: 'ready'; readonly resident: number }
  | { readonly type: 'call'; readonly call: number; readonly service: string; readonly payload: unknown }
  | { readonly type: 'answer'; readonly outcome: Outcome; readonly resident: number; readonly cpuMs: number }

/** What a job or a service came to. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem }
  | { readonly ok: false; readonly fault: Fault; readonly trace: string }

/** `program`: code that the job needs cannot be loaded; `system`: the system refused what it asked for, such as a descriptor. */
export type Fault = 'memory' | 'program' | 'system' | 'exception'

/** A `ChanceryError` between processes: all that a caller may see, and never a stack or a cause. */
export interface Problem extends Omit<ErrorOptions, 'cause'> {
  readonly code: ProblemCodeName
  readonly message: string
}

export function problemOf(error: ChanceryError): Problem {
  const { code, message, violations, details, retryable, retryAfterMs } = error
  return { code, message, violations, details, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

export const errorOf = ({ code, message, ...options }: Problem): ChanceryError =>
  new ChanceryError(code, message, options)

export const failureOf = (error: unknown): Exclude<Outcome, { readonly ok: true }> =>
  ChanceryError.is(error)
    ? { ok: false, problem: problemOf(error) }
    : { ok: false, fault: faultOf(error), trace: traceOf(error) }

const faultOf = (error: unknown): Fault => {
  if (!(error instanceof Error)) return 'exception'
  if (isOutOfMemory(error)) return 'memory'
  if (isIncomplete(error)) return 'program'
  // A job gets bytes, and opens no files of its own accord: no document makes a call of the system fail.
  return 'syscall' in error ? 'system' : 'exception'
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
