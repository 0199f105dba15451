import { callerOf, type Context, joinedInTurns, type StoredResponse } from '@chancery/core'
import { boundAnswer, boundDocument } from '../answer/answer-size.ts'
import { type Answer, jsonAnswer } from '../answer/answer.ts'
import { type Answered, answeredOperation, finalAnswer, jsonHeaders } from '../answer/answered-operation.ts'
import { answeredInBackground } from '../background/take-call-on.ts'
import { logFailure } from '../call-log.ts'
import type { CallServices, OperationRequest } from './call-services.ts'
import { fingerprintOf } from '../json/canonical-json.ts'
import { jsonPieces } from '../json/json-pieces.ts'
import { once } from './idempotency.ts'
import type { Acceptance } from '../answer/negotiation.ts'
import { asChanceryError } from '../answer/problem.ts'
import { bytesAnswer } from '../answer/produced-document.ts'

interface OnceAnswer {
  readonly response: Answer
  readonly replayed: boolean
}

/** The answer of a call that is no stream; of one with an Idempotency-Key that was answered before, that answer. */
export async function answerOnce(
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
    const body = (await bound(answer)) ?? (await joinedInTurns(jsonPieces(answer)))
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
