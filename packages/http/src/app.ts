import { ChanceryError, problemCodes, type ProblemCodeName, type TraceContext } from '@chancery/core'
import { createAdmission, watchAdmission } from './admission/index.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type Answer, jsonAnswer, responseOf, withHeaders } from './answer/answer.ts'
import { createAuthenticate } from './access/authenticate.ts'
import { pushedWork, pushPath } from './background/pushed-work.ts'
import { callsAboutCalls } from './background/calls-about-calls.ts'
import { logCall, type Call } from './call-log.ts'
import type { Deadline } from './call/deadline.ts'
import { docsPage, problemPage } from './docs/docs-page.ts'
import { docsStyle } from './docs/docs-style.ts'
import { alive, ready, remembered } from './health.ts'
import type { CallServices } from './call/call-services.ts'
import { callOperation, failureAnswer } from './call/operation-call.ts'
import { oneClick } from './one-click.ts'
import { emailEventsRoute, unsubscribeRoute } from './open-routes.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { asChanceryError } from './answer/problem.ts'
import { passingRates } from './access/passing-rates.ts'
import { createCallCounter } from './access/rate-limit.ts'
import { requestHeader } from './body/raw-body.ts'
import { emailEventsAnswers, emailEventsPath } from './received-email-events.ts'
import { requestIdOf } from './call/request-id.ts'
import { pagePolicy, responseHeaders } from './answer/security-headers.ts'
import { defaultHttpLimits, type HttpSettings } from './settings.ts'
import { callersSpan, continueTrace, traceparentOf } from './call/trace-context.ts'

interface Env {
  Variables: { call: Call; trace: TraceContext }
}

/** The service over HTTP. Its `fetch` is what a server, a function or a test hands requests to. */
export type HttpApp = Hono<Env> & {
  /**
   * Says by `/readyz`, and by `connection: close` in every answer, that calls are to go elsewhere; takes those that come all
   * the same. Before `drain`, so that none is lost that was sent already.
   */
  leave(): void
  /**
   * Shuts down: `/readyz` says so, new calls are refused with `overloaded`, and those that run may end. After `graceMs`
   * the rest is stopped.
   */
  drain(graceMs: number): Promise<void>
}

/**
 * Every operation and service call as `POST /<name>`; besides `/healthz`, `/readyz`, `/openapi.json` and `/docs`.
 * ```ts
 * const app = createHttpApp({ operations: calls, ports, auth: { mode: 'keys', apiKeys, keySecret }, … })
 * const response = await app.request('/store-document', { method: 'POST', headers, body })
 * ```
 */
export function createHttpApp(settings: HttpSettings): HttpApp {
  const { operations, ports, clock, ids, logger, info } = settings
  const limits = { ...defaultHttpLimits, ...settings.limits }
  const { background } = settings
  const aboutCalls = background === undefined ? [] : callsAboutCalls(background)
  const admission = createAdmission(limits, clock)
  const rates = passingRates(settings.rates, logger, clock)
  const running = new Set<Deadline>()
  let leaving = false
  let draining = false

  // Made on the first request that wants them: schemas cost time that a cold start has not.
  const open = [
    ...(settings.emailEvents === undefined ? [] : [emailEventsRoute]),
    ...(settings.unsubscribe === undefined ? [] : [unsubscribeRoute]),
  ]
  const openApi = lazy(() => openApiDocument(operations, info, limits, ports.settings.limits, background, open))

  const services: CallServices = {
    ports,
    authenticate: createAuthenticate(settings.auth, limits, clock, rates),
    countCall: createCallCounter(rates),
    admission,
    idempotency: settings.idempotency,
    limits,
    running,
    draining: () => draining,
    checkOutputs: settings.checkOutputs ?? false,
    ...(background === undefined ? {} : { background }),
    auditing: settings.auditing,
  }

  const { telemetry } = ports
  const names: ReadonlySet<string> = new Set(operations.map(({ name }) => name))
  /** Paths may hold anything: what is no operation has one name. */
  const nameOf = (path: string): string => (names.has(path.slice(1)) ? `http ${path.slice(1)}` : 'http page')
  watchAdmission(telemetry, admission, limits)

  const app = new Hono<Env>()

  app.use(async (c, next) => {
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
  })
  const respond = (c: Context<Env>, answer: Answer): Response =>
    responseOf(
      withHeaders(answer, {
        'x-request-id': c.get('call').requestId,
        traceparent: traceparentOf(c.get('trace')),
        ...(leaving ? { connection: 'close' } : {}),
      }),
    )
  const fail = (c: Context<Env>, error: unknown): Response =>
    respond(c, failureAnswer(services, c.get('call'), asChanceryError(error)))

  const { corsOrigins = [] } = settings
  if (corsOrigins.length > 0) {
    app.use(preflightHeaders)
    app.use(cors({ origin: [...corsOrigins], ...corsPolicy }))
  }

  for (const operation of [...operations, ...aboutCalls]) {
    app.all(`/${operation.name}`, async (c) => {
      const call = c.get('call')
      call.operation = operation.name
      try {
        const address = settings.addressOf?.(c.req.raw, c.env)
        return respond(
          c,
          await callOperation(services, { operation, request: c.req.raw, bindings: c.env, address, call }),
        )
      } catch (error) {
        return fail(c, error)
      }
    })
  }

  const push = background?.push
  if (push !== undefined) {
    app.post(pushPath, async (c) => {
      c.get('call').operation = 'work'
      return respond(c, await pushedWork(push, c.req.raw, limits))
    })
  }

  if (settings.emailEvents !== undefined) {
    const heard = emailEventsAnswers(settings.emailEvents)
    app.post(`${emailEventsPath}/:provider`, async (c) => {
      c.get('call').operation = 'email-events'
      return respond(c, await heard(c.req.raw, c.req.param('provider')))
    })
  }

  const { unsubscribe } = settings
  if (unsubscribe !== undefined) {
    app.post('/unsubscribe/:token', async (c) => {
      c.get('call').operation = 'unsubscribe'
      return respond(c, await oneClick(unsubscribe, c.req.raw, c.req.param('token')))
    })
  }

  const page = (path: string, name: string, answer: (last: string) => Answer | Promise<Answer>): void => {
    app.get(path, async (c) => {
      c.get('call').operation = name
      return respond(c, await answer(c.req.path.slice(c.req.path.lastIndexOf('/') + 1)))
    })
    app.all(path, () => {
      throw new ChanceryError('method_not_allowed', 'This address is read by GET.', { details: { allow: 'GET, HEAD' } })
    })
  }
  page('/', 'docs', () => ({ status: 302, headers: { location: 'docs' }, body: null }))
  page('/healthz', 'healthz', alive)
  const askReady = remembered(settings.readiness ?? (async () => ({})), clock)
  page('/readyz', 'readyz', () => ready(askReady, leaving))
  page('/openapi.json', 'openapi', () => jsonAnswer(200, openApi(), pageHeaders('application/json')))
  page('/docs', 'docs', () => html(docsPage([...operations, ...aboutCalls], openApi())))
  page('/docs/style.css', 'docs', () => text(docsStyle, pageHeaders('text/css; charset=utf-8')))
  page('/docs/problems/:code', 'docs', (code) => {
    if (Object.hasOwn(problemCodes, code)) return html(problemPage(code as ProblemCodeName, info))
    throw new ChanceryError('operation_not_found', 'There is no such problem.', {
      details: { known: Object.keys(problemCodes) },
    })
  })

  app.notFound((c) => {
    const error = new ChanceryError('operation_not_found', 'The path names none of the operations.', {
      details: { operations: operations.map(({ name }) => `/${name}`) },
    })
    return fail(c, error)
  })
  app.onError((error, c) => fail(c, error))

  return Object.assign(app, {
    leave() {
      leaving = true
    },
    async drain(graceMs: number) {
      leaving = true
      draining = true
      const timer = setTimeout(() => {
        for (const deadline of running) deadline.stop(new ChanceryError('overloaded', 'The service is shutting down.'))
      }, graceMs)
      await admission.idle()
      clearTimeout(timer)
    },
  })
}

const corsPolicy = {
  allowMethods: ['GET', 'POST'],
  allowHeaders: [
    'content-type',
    'x-api-key',
    'idempotency-key',
    'prefer',
    'x-request-id',
    requestHeader,
    'traceparent',
  ],
  exposeHeaders: [
    'x-request-id',
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'idempotency-replayed',
    'preference-applied',
    'content-disposition',
    'x-failed-items',
  ],
  maxAge: 600,
}

/** What `cors` answers by itself has the headers of every answer, too. */
const preflightHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'OPTIONS' || c.res.headers.has('content-security-policy')) return
  for (const [name, value] of Object.entries(responseHeaders)) c.header(name, value)
}

const pageHeaders = (contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': 'no-cache',
})

const text = (body: string, headers: Readonly<Record<string, string>>): Answer => ({ status: 200, headers, body })

const html = (body: string): Answer =>
  text(body, { ...pageHeaders('text/html; charset=utf-8'), 'content-security-policy': pagePolicy })

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
