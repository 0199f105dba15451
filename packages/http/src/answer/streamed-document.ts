import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChanceryError, DocumentStream } from '@chancery/core'
import type { Answer } from './answer.ts'
import type { Acceptance } from './negotiation.ts'
import { asChanceryError } from './problem.ts'
import { documentHeaders } from './produced-document.ts'
import { headersOfPart, statusOfPart } from './range-header.ts'

/** What a stream stands on while it runs; each is called at the most once. */
export interface StreamEnd {
  /** A piece was taken: the time for the next one begins. */
  progress(): void
  /** The stream is over, in whatever way. */
  ended(): void
  /** It broke off, so that the caller gets half an archive, and notices. */
  failed(error: ChanceryError): void
}

/** A document that is made while it is sent: a piece when the caller has taken the one before. */
export function streamedAnswer(
  document: DocumentStream,
  acceptance: Acceptance,
  signal: AbortSignal,
  end: StreamEnd,
): Answer {
  const headers = { ...documentHeaders(document, acceptance), ...headersOfPart(document) }
  return { status: statusOfPart(document), headers, body: streamedBody(document.bytes, signal, end) }
}

/** The pieces of a body, each asked for when the one before was taken; broken off when the signal aborts. */
export function streamedBody(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  end: StreamEnd,
): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  // The server asks for pieces when the call has long been answered: they are made as part of it all the same.
  const inCall = AsyncLocalStorage.snapshot()
  let over = false
  const finish = (): void => {
    over = true
    inCall(() => end.ended())
  }
  const breakOff = (controller: ReadableStreamDefaultController, error: unknown): void => {
    if (over) return
    inCall(() => end.failed(asChanceryError(error)))
    finish()
    controller.error(error)
    void chunks.return?.().catch(() => undefined)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Also while nobody asks for more: a caller that takes nothing must not hold its place for ever.
        signal.addEventListener('abort', () => breakOff(controller, signal.reason), { once: true })
      },
      async pull(controller) {
        try {
          end.progress()
          const next = await inCall(() => chunks.next())
          if (over) return
          if (next.done !== true) return controller.enqueue(next.value)
          finish()
          controller.close()
        } catch (error) {
          breakOff(controller, error)
        }
      },
      async cancel() {
        finish()
        await inCall(() => chunks.return?.())
      },
    },
    { highWaterMark: 0 },
  )
}
