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
import { answerInPieces } from '../answer/answer-in-pieces.ts'
import { streamedAnswer, type StreamEnd } from '../answer/streamed-document.ts'

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
  services: CallServices,
  call: Call,
  stream: DocumentStream,
  acceptance: Acceptance,
  place: Place,
  recorded: AuditedCall | undefined,
): Answer {
  let outcome = 'ok'
  const end = endOf(services, call, place)
  return streamedAnswer(stream, acceptance, place.deadline.signal, {
    ...end,
    ended: () => {
      end.ended()
      // It is on record as begun, and the bytes are gone: where its end cannot be recorded, that is logged.
      void recorded?.end(outcome)
    },
    failed: (error) => {
      outcome = error.code
      end.failed(error)
    },
  })
}

/**
 * A long answer that is ready: its call keeps its place among those of its key, and memory, until the answer is taken. Else
 * somebody who takes none would have the service keep as many as there are connections.
 */
export function answerAsTaken(services: CallServices, call: Call, answer: Answer, place: Place): Answer {
  place.admitted.answering()
  return answerInPieces(answer, place.deadline.signal, endOf(services, call, place), (bytes) =>
    place.admitted.answering(bytes),
  )
}

/** A piece that is taken begins the time of the next one; at the end the place is given back. */
function endOf({ limits, ports }: CallServices, call: Call, { deadline, giveBack }: Place): StreamEnd {
  const until = ports.clock.now() + streamDeadlines * limits.deadlineMs
  return {
    progress: () => ports.clock.now() < until && deadline.extend(),
    ended: () => giveBack(),
    failed: (error) => {
      if (error.kind !== 'cancelled') logFailure(ports.logger, call, error)
    },
  }
}
