import {
  type AuditedCall,
  type Context,
  type DocumentStream,
  executeStream,
  type Operation,
  outcomeOf,
} from '@chancery/core'
import type { Answer } from '../answer/answer.ts'
import { type Call, logFailure } from '../call-log.ts'
import type { Place } from './call-place.ts'
import type { CallServices, OperationRequest } from './call-services.ts'
import type { Acceptance } from '../answer/negotiation.ts'
import { streamedAnswer } from '../answer/streamed-document.ts'

/** Whether the operation has an answer as a stream of a type that the caller takes. */
export const streams = ({ stream }: Operation, acceptance: Acceptance): boolean =>
  stream !== undefined && acceptance.wantsBytes(stream.contentType)

/**
 * A stream may take so many deadlines in all; each of its pieces, to be made and to be taken, one. What is not taken by then
 * is cut off.
 */
const streamDeadlines = 20

/** The answer as a stream, where the operation has one, and the caller wants its type. Nothing of it is kept for a repetition. */
export async function streamOf(
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

/** The place is given back when the stream ends, however it does. */
export function answerInStream(
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
