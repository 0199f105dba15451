import {
  callerOf,
  ChanceryError,
  execute,
  executeStream,
  invalidRequest,
  type Context,
  type DocumentStream,
  type IdempotencyStore,
  type Operation,
  type Outcome,
  type Ports,
  type StoredResponse,
} from '@chancery/core'
import type { Admission } from './admission/index.ts'
import { boundAnswer, boundDocument } from './answer-size.ts'
import { type Answer, jsonAnswer, withHeaders } from './answer.ts'
import type { Authenticate } from './authenticate.ts'
import { declaredLength, readBody } from './body-bytes.ts'
import { logFailure, type Call } from './call-log.ts'
import { fingerprintOf } from './canonical-json.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { idempotencyKeyOf, once } from './idempotency.ts'
import { parseJsonBody } from './json-body.ts'
import { parseMultipartBody } from './multipart.ts'
import { type Acceptance, acceptanceOf, bodyKindOf } from './negotiation.ts'
import { asChanceryError, problemAnswer, problemHeaders, problemOf, statusOfKind } from './problem.ts'
import { bytesAnswer } from './produced-document.ts'
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
}

/** One HTTP request to one operation. */
export interface OperationRequest {
  readonly operation: Operation
  readonly request: Request
  readonly address: string | undefined
  readonly call: Call
}

/**
 * From request to answer: method, negotiation, key, scope, rate, admission, body, a slot, idempotency, the operation itself.
 * Whatever is wrong with a request is found before the next step costs anything.
 * @throws ChanceryError
 */
export async function callOperation(services: CallServices, incoming: OperationRequest): Promise<Answer> {
  const { operation, request, call } = incoming
  const { headers } = request
  if (request.method !== 'POST') {
    throw new ChanceryError('method_not_allowed', 'Operations are called by POST.', { details: { allow: 'POST' } })
  }
  const acceptance = acceptanceOf(headers.get('accept'))
  if (!acceptance.json && !operation.producesDocuments) {
    throw new ChanceryError('not_acceptable', 'This operation answers JSON.', {
      details: { supported: ['application/json'] },
    })
  }
  const bodyKind = bodyKindOf(headers)
  const { principal, ratePerMinute } = await services.authenticate(headers, incoming.address)
  call.keyId = principal.id
  if (principal.operations !== '*' && !principal.operations.includes(operation.name)) {
    throw new ChanceryError('operation_not_allowed', 'This key may not call this operation.', {
      details: { keyId: principal.id, operation: operation.name },
    })
  }
  const { admission, limits } = services
  const rate = await services.countCall(principal.id, {
    ratePerMinute: ratePerMinute ?? limits.ratePerMinute,
    concurrent: limits.concurrentPerKey,
    calls: admission.callsOf(principal.id),
  })
  try {
    if (rate.refusal !== undefined) throw rate.refusal
    if (services.draining()) throw new ChanceryError('overloaded', 'The service is shutting down.')
    refuseQuery(request.url)
    const bodyBytes = declaredLength(request, limits.bodyBytes) ?? 0
    const admitted = admission.admit({ key: principal.id, cost: operation.cost, bodyBytes })
    const isRepeatable = !operation.effect || headers.has('idempotency-key')
    const deadline = startDeadline(request.signal, services.ports.clock.now(), limits.deadlineMs, isRepeatable)
    services.running.add(deadline)
    let streams = false
    let stopped = false
    const release = (): void => {
      services.running.delete(deadline)
      deadline.clear()
      admitted.release(stopped)
    }
    try {
      const bytes = await readBody(request, limits.bodyBytes, deadline.signal, admitted.expect)
      call.bytes = bytes.length
      admitted.expect(bytes.length)
      await admitted.start(deadline.signal)
      const input =
        bodyKind === 'json'
          ? parseJsonBody(bytes, limits)
          : await parseMultipartBody(bytes, headers.get('content-type') ?? '', limits)
      if (!acceptance.json && 'output' in input) {
        throw new ChanceryError('not_acceptable', 'A document that is stored by `output` is not answered as bytes.', {
          details: { supported: ['application/json'] },
        })
      }
      const key = operation.effect ? idempotencyKeyOf(headers) : undefined
      const context: Context = {
        principal,
        requestId: call.requestId,
        signal: deadline.signal,
        deadline: deadline.at,
        ...(key === undefined ? {} : { idempotencyKey: key }),
      }
      const streamed = await streamOf(services, incoming, input, context, acceptance)
      if (streamed !== undefined) {
        streams = true
        const until = services.ports.clock.now() + streamDeadlines * limits.deadlineMs
        const answer = streamedAnswer(streamed, acceptance, deadline.signal, {
          progress: () => services.ports.clock.now() < until && deadline.extend(),
          ended: release,
          failed: (error) => logFailure(services.ports.logger, call, error),
        })
        return withHeaders(answer, rate.headers)
      }
      const { response, replayed } = await answerOnce(services, incoming, input, context, acceptance)
      const marks = replayed ? { 'idempotency-replayed': 'true' } : {}
      return withHeaders(response, { ...marks, ...rate.headers })
    } catch (error) {
      stopped = isStoppedWork(error)
      throw error
    } finally {
      if (!streams) release()
    }
  } catch (error) {
    const failure = asChanceryError(error)
    return withHeaders(failureAnswer(services, call, failure), rate.headers)
  }
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
): Promise<DocumentStream | undefined> {
  const type = operation.stream?.contentType
  if (type === undefined || !acceptance.wantsBytes(type)) return undefined
  return await executeStream(operation as never, input, ports as never, context, acceptance.nameFor(type) === type)
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
  const bound = (answered: unknown): Promise<void> =>
    boundAnswer(operation, answered, limits.answerBytes, operation.effect && input['dryRun'] !== true)
  const work = async (): Promise<{ readonly data: unknown; readonly meta: unknown }> => {
    const started = services.ports.clock.now()
    // `execute` wants an operation of no ports at all; the catalog's need different ones, and `Ports` has them all.
    const outcome: Outcome<unknown> = await services.ports.telemetry.span(
      `operation ${operation.name}`,
      { requestId: call.requestId, traceId: call.traceId },
      () => execute(operation as never, input, services.ports as never, context),
    )
    if (services.checkOutputs && !operation.output.safeParse(outcome.data).success) {
      throw new ChanceryError('internal', `The answer of ${operation.name} does not fit its contract.`)
    }
    ;({ data } = outcome)
    const meta = {
      requestId: call.requestId,
      operation: operation.name,
      durationMs: services.ports.clock.now() - started,
      warnings: outcome.warnings ?? [],
    }
    return { data, meta }
  }
  if (context.idempotencyKey === undefined) {
    const answered = await work()
    const document = documentIn(data)
    if (document !== undefined) return { response: document, replayed: false }
    await bound(answered)
    return { response: jsonAnswer(200, answered, jsonHeaders), replayed: false }
  }
  const run = async (): Promise<StoredResponse> => {
    const answered = await work()
    await bound(answered)
    return { status: 200, headers: jsonHeaders, body: JSON.stringify(answered) }
  }
  const answer = await once(
    services.idempotency,
    {
      scope: [callerOf(context.principal), operation.name, context.idempotencyKey],
      fingerprint: fingerprintOf(input),
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

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** A refusal that the same call would meet again. One of the contract is not kept: nothing was begun, and the caller will correct the body. */
function finalAnswer(error: ChanceryError, requestId: string): StoredResponse | undefined {
  const status = statusOfKind[error.kind]
  if (status >= 499 || status === 429 || error.retryable || error.code === 'invalid_request') return undefined
  return { status, headers: problemHeaders, body: JSON.stringify(problemOf(error, requestId)) }
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
