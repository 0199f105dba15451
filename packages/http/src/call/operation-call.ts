import {
  auditCall,
  audited,
  ChanceryError,
  type Context,
  invalidRequest,
  nextTurn,
  present,
  type Principal,
} from '@chancery/core'
import { type Answer, withHeaders } from '../answer/answer.ts'
import { answerOnce } from './answer-once.ts'
import type { Authenticate } from '../access/authenticate.ts'
import { isAboutCalls } from '../background/contracts-about-calls.ts'
import { namingThePreference } from '../background/larger-bounds.ts'
import { prefersAsync } from '../background/preference.ts'
import { takeCallOn } from '../background/take-call-on.ts'
import { declaredLength, receiveBody } from '../body/body-bytes.ts'
import { logFailure, type Call } from '../call-log.ts'
import { type Place, takePlace } from './call-place.ts'
import type { CallServices, OperationRequest } from './call-services.ts'
import { answerAsTaken, answerInStream, streamOf, streams } from './call-stream.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { incomingBody } from './incoming-body.ts'
import { isRefusal } from '../admission/index.ts'
import { type Acceptance, acceptanceOf, type BodyKind, bodyKindOf } from '../answer/negotiation.ts'
import { asChanceryError, problemAnswer, statusOfKind } from '../answer/problem.ts'
import { withHeaderRange } from '../answer/range-header.ts'
import { isLong } from '../answer/answer-in-pieces.ts'
import { bodyFieldOf } from '../body/raw-body.ts'

/**
 * From request to answer: method, negotiation, key, scope, rate, admission, body, a slot, idempotency, the operation itself.
 * Whatever is wrong with a request is found before the next step costs anything.
 * @throws ChanceryError
 */
export async function callOperation(services: CallServices, incoming: OperationRequest): Promise<Answer> {
  // One that came before is done, however long its key is looked up.
  const isLate = services.draining()
  const wanted = negotiated(incoming)
  const { principal, ratePerMinute } = await authorized(services, incoming)
  const { admission, limits } = services
  const rate = await services.countCall(principal.id, {
    ratePerMinute: ratePerMinute ?? limits.ratePerMinute,
    concurrent: limits.concurrentPerKey,
    calls: admission.callsOf(principal.id),
  })
  try {
    if (rate.refusal !== undefined) throw rate.refusal
    if (isLate) throw new ChanceryError('overloaded', 'The service is shutting down.')
    refuseQuery(incoming.request.url)
    return withHeaders(await takenOn(services, incoming, principal, wanted), rate.headers)
  } catch (error) {
    const own = { documentLimits: services.ports.settings.limits, deadlineMs: limits.deadlineMs }
    const failure = namingThePreference(asChanceryError(error), incoming.operation, own, services.background)
    return withHeaders(failureAnswer(services, incoming.call, failure), rate.headers)
  }
}

/** What the caller sends and wants back, by the headers. */
interface Wanted {
  readonly acceptance: Acceptance
  readonly bodyKind: BodyKind
  /** It prefers to be answered before it is done. */
  readonly isLater: boolean
}

/** @throws `method_not_allowed`, `not_acceptable`, `unsupported_media_type` */
function negotiated({ operation, request }: OperationRequest): Wanted {
  const { headers, method } = request
  if (method !== 'POST') {
    throw new ChanceryError('method_not_allowed', 'Operations are called by POST.', { details: { allow: 'POST' } })
  }
  const acceptance = acceptanceOf(headers.get('accept'))
  const isLater = !isAboutCalls(operation) && prefersAsync(headers)
  if (!acceptance.json && (!operation.producesDocuments || isLater)) {
    throw new ChanceryError('not_acceptable', 'This operation answers JSON.', {
      details: { supported: ['application/json'] },
    })
  }
  return { acceptance, bodyKind: bodyKindOf(headers, bodyFieldOf(operation) !== undefined), isLater }
}

/** Who calls, where it may. @throws as `Authenticate` says, and `operation_not_allowed` */
async function authorized(
  services: CallServices,
  { operation, request, address, call }: OperationRequest,
): ReturnType<Authenticate> {
  const caller = await services.authenticate(request.headers, address)
  const { id, operations } = caller.principal
  call.keyId = id
  if (!isAboutCalls(operation) && operations !== '*' && !operations.includes(operation.name)) {
    const refusal = new ChanceryError('operation_not_allowed', 'This key may not call this operation.', {
      details: { keyId: id, operation: operation.name },
    })
    const context = { principal: caller.principal, requestId: call.requestId }
    if (services.auditing) await auditCall(services.auditing, operation.name, context).end(refusal.code)
    throw refusal
  }
  return caller
}

/** A call that was let in: what it holds is given back at its end, which is that of its answer where that is a stream. */
async function takenOn(
  services: CallServices,
  incoming: OperationRequest,
  principal: Principal,
  wanted: Wanted,
): Promise<Answer> {
  const { call, operation, request } = incoming
  const place = takePlace(services, operation, request, principal.id)
  const { signal, at } = place.deadline
  let isStream = false
  let stopped = false
  try {
    const input = withHeaderRange(await receivedInput(services, incoming, wanted, place), operation, request.headers)
    const { background } = services
    if (background !== undefined && wanted.isLater) {
      const idempotencyKey = idempotencyKeyOf(request.headers)
      const { idempotency, ports } = services
      return await takeCallOn(
        { background, idempotency, ids: ports.ids, hasher: ports.hasher },
        { operation, principal, requestId: call.requestId, input, signal, ...present({ idempotencyKey }) },
      )
    }
    // It may wait for long, and does nothing meanwhile.
    if (isAboutCalls(operation)) place.admitted.release()
    const key = operation.effect ? idempotencyKeyOf(request.headers) : undefined
    const context: Context = {
      principal,
      requestId: call.requestId,
      signal,
      deadline: at,
      ...(wanted.acceptance.json ? { answerBytes: services.limits.answerBytes } : {}),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }
    if (streams(operation, wanted.acceptance)) {
      const recorded = services.auditing && auditCall(services.auditing, operation.name, context)
      const streamed = await streamOf(services, incoming, input, context, wanted.acceptance, recorded)
      if (streamed !== undefined) {
        isStream = true
        return answerInStream(services, call, streamed, wanted.acceptance, place, recorded)
      }
    }
    const { response, replayed } = await audited(
      services.auditing,
      operation.name,
      context,
      (own) => answerOnce(services, incoming, input, own, wanted.acceptance),
      (answer) => (answer.replayed ? 'replayed' : 'ok'),
    )
    const answer = replayed ? withHeaders(response, { 'idempotency-replayed': 'true' }) : response
    if (!isLong(answer)) return answer
    // A call about calls has given its place back: it takes one for its answer.
    const own = isAboutCalls(operation) ? takePlace(services, operation, request, principal.id) : place
    isStream = own === place
    return answerAsTaken(services, call, answer, own)
  } catch (error) {
    stopped = isStoppedWork(error)
    throw error
  } finally {
    if (!isStream) place.giveBack(stopped)
  }
}

/** A longer body is a step of its own: others have their turn behind it. */
const longBodyBytes = 1024 * 1024

/** The body, taken in while it arrives, and parsed once the call has a slot. */
async function receivedInput(
  { limits }: CallServices,
  { operation, request, bindings, call }: OperationRequest,
  { acceptance, bodyKind }: Wanted,
  { admitted, deadline: { signal } }: Place,
): Promise<Record<string, unknown>> {
  const limit = limits.bodyBytes
  const body = incomingBody(bodyKind, request.headers, bodyFieldOf(operation), declaredLength(request, limit), limits)
  const length = await receiveBody(request, { bindings, limit, signal, expect: admitted.expect }, body)
  call.bytes = length
  admitted.expect(length)
  await admitted.start(signal)
  const input = body.input()
  // To read it took some ms, and to check it takes as many.
  if (length > longBodyBytes) await nextTurn(signal)
  if (!acceptance.json && 'output' in input) {
    throw new ChanceryError('not_acceptable', 'A document that is stored by `output` is not answered as bytes.', {
      details: { supported: ['application/json'] },
    })
  }
  return input
}

/** Whether a child had to be stopped, or ran into the deadline. */
const isStoppedWork = (error: unknown): boolean =>
  ChanceryError.is(error) &&
  (error.code === 'deadline_exceeded' ||
    (error.code === 'payload_too_large' && ['ms of work', 'memory'].includes(String(error.details['what']))))

/** The problem for a failed call; notes its code, and logs what is not the caller's fault and not told by the call's own line. */
export function failureAnswer(services: Pick<CallServices, 'ports'>, call: Call, error: ChanceryError): Answer {
  call.code = error.code
  if (statusOfKind[error.kind] >= 500 && !isRefusal(error)) logFailure(services.ports.logger, call, error)
  return problemAnswer(error, call.requestId)
}

/** Everything is in the body: a parameter in the address would be ignored, and its sender misled. */
function refuseQuery(url: string): void {
  const query = url.indexOf('?')
  if (query === -1 || query === url.length - 1) return
  throw invalidRequest(
    '',
    'unexpected_query',
    'Operations take no query parameters.',
    'Put the fields into the JSON body, and the key into the `x-api-key` header.',
  )
}
