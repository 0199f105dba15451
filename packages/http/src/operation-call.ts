import {
  auditCall,
  audited,
  type AuditedCall,
  type Auditing,
  callerOf,
  ChanceryError,
  executeStream,
  invalidRequest,
  outcomeOf,
  type Context,
  type DocumentStream,
  type IdempotencyStore,
  type Operation,
  type Ports,
  type Principal,
  type StoredResponse,
  present,
} from '@chancery/core'
import type { Admission } from './admission/index.ts'
import { boundAnswer, boundDocument } from './answer-size.ts'
import { type Answer, jsonAnswer, withHeaders } from './answer.ts'
import { type Answered, answeredOperation, finalAnswer, jsonHeaders } from './answered-operation.ts'
import type { Authenticate } from './authenticate.ts'
import type { BackgroundSettings } from './background/background-settings.ts'
import { isAboutCalls } from './background/contracts-about-calls.ts'
import { answeredInBackground, takeCallOn } from './background/take-call-on.ts'
import { namingThePreference } from './background/larger-bounds.ts'
import { prefersAsync } from './background/preference.ts'
import { declaredLength, receiveBody } from './body-bytes.ts'
import { logFailure, type Call } from './call-log.ts'
import { type Place, takePlace } from './call-place.ts'
import { fingerprintOf } from './canonical-json.ts'
import type { Deadline } from './deadline.ts'
import { idempotencyKeyOf, once } from './idempotency.ts'
import { incomingBody } from './incoming-body.ts'
import { type Acceptance, acceptanceOf, type BodyKind, bodyKindOf } from './negotiation.ts'
import { asChanceryError, problemAnswer, statusOfKind } from './problem.ts'
import { bytesAnswer } from './produced-document.ts'
import { bodyFieldOf } from './raw-body.ts'
import type { CountCall } from './rate-limit.ts'
import type { HttpLimits } from './settings.ts'
import { streamedAnswer } from './streamed-document.ts'

/** What every call stands on. */
export interface CallServices {
  readonly ports: Ports
  readonly authenticate: Authenticate
  readonly countCall: CountCall
  readonly admission: Admission
  readonly idempotency: IdempotencyStore
  readonly limits: HttpLimits
  /** The deadlines of the calls that run; a shutdown stops them. */
  readonly running: Set<Deadline>
  readonly draining: () => boolean
  readonly checkOutputs: boolean
  /** Absent: every call is answered while its caller waits. */
  readonly background?: BackgroundSettings
  /** Absent: nothing is put on record. */
  readonly auditing: Auditing | undefined
}

/** One HTTP request to one operation. */
export interface OperationRequest {
  readonly operation: Operation
  readonly request: Request
  /** What the server hands on beside the request, as `bodySourceOf` takes it. */
  readonly bindings?: unknown
  readonly address: string | undefined
  readonly call: Call
}

/**
 * From request to answer: method, negotiation, key, scope, rate, admission, body, a slot, idempotency, the operation itself.
 * Whatever is wrong with a request is found before the next step costs anything.
 * @throws ChanceryError
 */
export async function callOperation(services: CallServices, incoming: OperationRequest): Promise<Answer> {
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
    if (services.draining()) throw new ChanceryError('overloaded', 'The service is shutting down.')
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
    const input = await receivedInput(services, incoming, wanted, place)
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
    return replayed ? withHeaders(response, { 'idempotency-replayed': 'true' }) : response
  } catch (error) {
    stopped = isStoppedWork(error)
    throw error
  } finally {
    if (!isStream) place.giveBack(stopped)
  }
}

/** Whether the operation has an answer as a stream of a type that the caller takes. */
const streams = ({ stream }: Operation, acceptance: Acceptance): boolean =>
  stream !== undefined && acceptance.wantsBytes(stream.contentType)

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
  if (!acceptance.json && 'output' in input) {
    throw new ChanceryError('not_acceptable', 'A document that is stored by `output` is not answered as bytes.', {
      details: { supported: ['application/json'] },
    })
  }
  return input
}

/** The place is given back when the stream ends, however it does. */
function answerInStream(
  { limits, ports }: CallServices,
  call: Call,
  stream: DocumentStream,
  acceptance: Acceptance,
  { deadline, giveBack }: Place,
  recorded: AuditedCall | undefined,
): Answer {
  let outcome = 'ok'
  const until = ports.clock.now() + streamDeadlines * limits.deadlineMs
  return streamedAnswer(stream, acceptance, deadline.signal, {
    progress: () => ports.clock.now() < until && deadline.extend(),
    ended: () => {
      giveBack()
      // It is on record as begun, and the bytes are gone: where its end cannot be recorded, that is logged.
      void recorded?.end(outcome)
    },
    failed: (error) => {
      outcome = error.code
      logFailure(ports.logger, call, error)
    },
  })
}

/** Whether a child had to be stopped, or ran into the deadline. */
const isStoppedWork = (error: unknown): boolean =>
  ChanceryError.is(error) &&
  (error.code === 'deadline_exceeded' ||
    (error.code === 'payload_too_large' && ['ms of work', 'memory'].includes(String(error.details['what']))))

/**
 * A stream may take so many deadlines in all; each of its pieces, to be made and to be taken, one. What is not taken by then
 * is cut off.
 */
const streamDeadlines = 20

/** The answer as a stream, where the operation has one, and the caller wants its type. Nothing of it is kept for a repetition. */
async function streamOf(
  { ports }: CallServices,
  { operation }: OperationRequest,
  input: Record<string, unknown>,
  context: Context,
  acceptance: Acceptance,
  recorded: AuditedCall | undefined,
): Promise<DocumentStream | undefined> {
  const type = operation.stream?.contentType ?? ''
  const own = recorded === undefined ? context : { ...context, witness: recorded.witness }
  let stream: DocumentStream | undefined
  try {
    const named = acceptance.nameFor(type) === type
    stream = await executeStream(operation as never, input, ports as never, own, named)
    // Before its first byte.
    if (stream !== undefined) await recorded?.begin()
    return stream
  } catch (error) {
    void stream?.bytes[Symbol.asyncIterator]().return?.()
    await recorded?.end(outcomeOf(error))
    throw error
  }
}

/** The problem for a failed call; notes its code, and logs what is not the caller's fault. */
export function failureAnswer(services: Pick<CallServices, 'ports'>, call: Call, error: ChanceryError): Answer {
  call.code = error.code
  if (statusOfKind[error.kind] >= 500) logFailure(services.ports.logger, call, error)
  return problemAnswer(error, call.requestId)
}

interface OnceAnswer {
  readonly response: Answer
  readonly replayed: boolean
}

async function answerOnce(
  services: CallServices,
  { operation, call }: OperationRequest,
  input: Record<string, unknown>,
  context: Context,
  acceptance: Acceptance,
): Promise<OnceAnswer> {
  const { limits } = services
  let data: unknown
  /** The one document of the answer, where its bytes are wanted. */
  const documentIn = (answered: unknown): Answer | undefined => {
    const document = operation.producesDocuments ? bytesAnswer(answered, acceptance) : undefined
    return document && boundDocument(operation, document, limits.answerBytes)
  }
  const bound = (answered: unknown): Promise<string | undefined> =>
    boundAnswer(operation, answered, limits.answerBytes, operation.effect && input['dryRun'] !== true)
  const work = async (): Promise<Answered> => {
    const answered = await answeredOperation(services, operation, call, input, context)
    ;({ data } = answered.answer)
    return answered
  }
  if (context.idempotencyKey === undefined) {
    const { answer } = await work()
    const document = documentIn(data)
    if (document !== undefined) return { response: document, replayed: false }
    return { response: jsonAnswer(200, answer, jsonHeaders, await bound(answer)), replayed: false }
  }
  const run = async (): Promise<StoredResponse> => {
    const { answer, goesOn } = await work()
    const body = (await bound(answer)) ?? JSON.stringify(answer)
    return { status: 200, headers: jsonHeaders, body, ...(goesOn && { goesOn: true }) }
  }
  const fingerprint = fingerprintOf(input)
  const { idempotencyKey } = context
  const earlier =
    services.background &&
    (await answeredInBackground(services.background, services.ports.hasher, {
      operation,
      principal: context.principal,
      idempotencyKey,
      fingerprint,
      signal: context.signal,
    }))
  const answer = earlier
    ? { response: earlier, replayed: true }
    : await once(
        services.idempotency,
        {
          scope: [callerOf(context.principal), operation.name, idempotencyKey],
          fingerprint,
          leaseMs: limits.deadlineMs + 5000,
          ttlMs: limits.idempotencyTtlMs,
        },
        {
          run,
          keep: (error) => finalAnswer(asChanceryError(error), call.requestId),
          notKept: (error) => logFailure(services.ports.logger, call, asChanceryError(error)),
        },
      )
  const { response, replayed } = answer
  const answered = (): unknown => (replayed ? (JSON.parse(response.body) as { data: unknown }).data : data)
  const document = response.status === 200 && operation.producesDocuments ? documentIn(answered()) : undefined
  return { response: document ?? response, replayed }
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
