import type { ChanceryError, Logger } from '@chancery/core'

/** What is known of a call while it runs; its one log line is made of it. Ids, codes and sizes, never contents. */
export interface Call {
  readonly requestId: string
  traceId: string
  /** An operation's name, or the page. */
  operation?: string
  keyId?: string
  code?: string
  /** Of the request body. */
  bytes?: number
}

/** One line a request. */
export function logCall(logger: Logger, call: Call, status: number, durationMs: number): void {
  const level = call.operation === 'healthz' || call.operation === 'readyz' ? 'debug' : 'info'
  logger.log(level, 'request', { ...fieldsOf(call), status, durationMs })
}

/** A fault of the service or of a provider: what kind and where in the code; the messages may hold anything, so they stay out. */
export function logFailure(logger: Logger, call: Call, error: ChanceryError): void {
  logger.log(error.kind === 'internal' ? 'error' : 'warning', 'failure', {
    ...fieldsOf(call),
    code: error.code,
    ...originOf(error),
  })
}

const fieldsOf = (call: Call): Record<string, string | number> =>
  Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined))

const maxCauses = 5

/** The name and the stack frames of the innermost cause. */
function originOf(thrown: Error): { error: string; stack: string } {
  let origin = thrown
  for (let depth = 0; depth < maxCauses && origin.cause instanceof Error; depth++) origin = origin.cause
  // The message is in the stack too, and may look like frames: it goes first.
  const frames = (origin.stack ?? '')
    .replace(origin.message, '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
  return { error: origin.name, stack: frames.slice(0, 20).join('\n') }
}
