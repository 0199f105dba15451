import { ChanceryError, type ErrorOptions } from '@chancery/core'

const refusals = new WeakSet<ChanceryError>()

/**
 * Says that a call is not taken on. No fault of the code is behind it, so that it has no stack: under overload, that is a
 * tenth of what a refusal costs, and what is spent on refusals is missing for the calls that are taken on.
 */
export function refusal(code: 'overloaded' | 'rate_limited', message: string, options: ErrorOptions): ChanceryError {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    const error = new ChanceryError(code, message, options)
    refusals.add(error)
    return error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Whether a failure is such a refusal, and no fault. */
export const isRefusal = (error: ChanceryError): boolean => refusals.has(error)
