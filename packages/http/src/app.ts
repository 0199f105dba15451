import { ChanceryError, suggest } from '@chancery/core'
import { createAdmission, watchAdmission } from './admission/index.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type Answer, responseOf, withHeaders } from './answer/answer.ts'
import { createAuthenticate } from './access/authenticate.ts'
import { pushedWork, pushPath } from './background/pushed-work.ts'
import { callsAboutCalls } from './background/calls-about-calls.ts'
import type { Deadline } from './call/deadline.ts'
import { remembered } from './health.ts'
import { servicePages } from './pages.ts'
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
import { type CallEnv, watchedCall } from './watched-call.ts'
import { responseHeaders } from './answer/security-headers.ts'
import { defaultHttpLimits, type HttpSettings } from './settings.ts'
import { traceparentOf } from './call/trace-context.ts'

/** The service over HTTP. Its `fetch` is what a server, a function or a test hands requests to. */
export type HttpApp = Hono<CallEnv> & {
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
  const shown = [...operations, ...(background === undefined ? [] : callsAboutCalls(background))]
  const askReady = remembered(settings.readiness ?? (async () => ({})), clock)
  const admission = createAdmission(limits, clock)
  const rates = passingRates(settings.rates, logger, clock)
  const running = new Set<Deadline>()
  /** Calls that came and are not answered, those too that have no place yet. */
  const answering = new Set<Promise<unknown>>()
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
  watchAdmission(telemetry, admission, limits)

  const app = new Hono<CallEnv>()

  app.use(watchedCall(names, { clock, ids, logger, telemetry }))

  const respond = (c: Context<CallEnv>, answer: Answer): Response =>
    responseOf(
      withHeaders(answer, {
        'x-request-id': c.get('call').requestId,
        traceparent: traceparentOf(c.get('trace')),
        ...(leaving ? { connection: 'close' } : {}),
      }),
    )
  const fail = (c: Context<CallEnv>, error: unknown): Response =>
    respond(c, failureAnswer(services, c.get('call'), asChanceryError(error)))

  const { corsOrigins = [] } = settings
  if (corsOrigins.length > 0) {
    app.use(preflightHeaders)
    app.use(cors({ origin: [...corsOrigins], ...corsPolicy }))
  }

  for (const operation of shown) {
    app.all(`/${operation.name}`, async (c) => {
      const call = c.get('call')
      call.operation = operation.name
      try {
        const address = settings.addressOf?.(c.req.raw, c.env)
        const answer = callOperation(services, { operation, request: c.req.raw, bindings: c.env, address, call })
        answering.add(answer)
        return respond(c, await answer.finally(() => answering.delete(answer)))
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

  for (const page of servicePages({ operations: shown, info, openApi, askReady, leaving: () => leaving })) {
    app.get(page.path, async (c) => {
      c.get('call').operation = page.name
      return respond(c, await page.answer(c.req.path.slice(c.req.path.lastIndexOf('/') + 1)))
    })
    app.all(page.path, () => {
      throw new ChanceryError('method_not_allowed', 'This address is read by GET.', { details: { allow: 'GET, HEAD' } })
    })
  }

  app.notFound((c) => {
    const names = operations.map(({ name }) => name)
    const error = new ChanceryError(
      'operation_not_found',
      `The path names none of the operations.${guessOf(c.req.path, names)}`,
      { details: { operations: names.map((name) => `/${name}`) } },
    )
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
      let timer: ReturnType<typeof setTimeout> | undefined
      const graceOver = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          for (const deadline of running)
            deadline.stop(new ChanceryError('overloaded', 'The service is shutting down.'))
          resolve()
        }, graceMs)
      })
      await Promise.race([Promise.allSettled(answering), graceOver])
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

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** What a path may have meant, by its last name: addresses with a slash at the end, or a version before, are tried as well. */
function guessOf(path: string, names: readonly string[]): string {
  const last = path.split('/').findLast((name) => name !== '') ?? ''
  const near = names.includes(last) ? last : suggest(last, names)
  return near === undefined ? '' : ` Did you mean \`/${near}\`?`
}
