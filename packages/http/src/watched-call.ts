import type { Clock, Ids, Logger, Telemetry, TraceContext } from '@chancery/core'
import type { MiddlewareHandler } from 'hono'
import { logCall, type Call } from './call-log.ts'
import { requestIdOf } from './call/request-id.ts'
import { callersSpan, continueTrace } from './call/trace-context.ts'

/** What is known of a call wherever it is answered. */
export interface CallEnv {
  Variables: { call: Call; trace: TraceContext }
}

interface Watchers {
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly telemetry: Telemetry
}

/** Gives each call its id and its trace; measures it and writes its line in the log. @param names of the operations */
export function watchedCall(
  names: ReadonlySet<string>,
  { clock, ids, logger, telemetry }: Watchers,
): MiddlewareHandler<CallEnv> {
  /** Paths may hold anything: what is no operation has one name. */
  const nameOf = (path: string): string => (names.has(path.slice(1)) ? `http ${path.slice(1)}` : 'http page')

  return async (c, next) => {
    const started = clock.now()
    const begun = performance.now()
    const caller = callersSpan(c.req.header('traceparent'))
    const call: Call = { requestId: requestIdOf(c.req.header('x-request-id'), ids), traceId: '' }
    c.set('call', call)
    // Whatever is logged until the answer is made has the id of the request, wherever it is logged.
    await logger.within({ requestId: call.requestId }, () =>
      telemetry.span(nameOf(c.req.path), { kind: 'server', ...(caller && { parent: caller }) }, async (span) => {
        const trace = span.context ?? continueTrace(caller)
        call.traceId = trace.traceId
        c.set('trace', trace)
        await next()
        const { operation, code = 'ok', bytes } = call
        span.note({ operation, status: c.res.status, outcome: code, bytes })
      }),
    )
    const { operation = 'none', code = 'ok' } = call
    const seconds = (performance.now() - begun) / 1000
    telemetry.record('http.server.request.duration', seconds, { operation, status: c.res.status })
    if (names.has(operation)) telemetry.count('chancery.calls', { operation, outcome: code })
    logCall(logger, call, c.res.status, clock.now() - started)
  }
}
