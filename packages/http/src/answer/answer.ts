import { nextTurn } from '@chancery/core'
import { jsonPieces } from '../json/json-pieces.ts'
import { hasLongPart } from '../json/long-parts.ts'
import { responseHeaders } from './security-headers.ts'

/**
 * What a request is answered, before it is a `Response`. That is made once, with all its headers: each that is added to a
 * finished one costs more than the rest of the answer.
 */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

/** The same with more headers. */
export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
})

/**
 * A long one is written while it is sent: whole, it would hold up all others, and be there twice.
 * @param written its JSON, where that is known
 */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
  written = hasLongPart(value) ? undefined : JSON.stringify(value),
): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: written ?? streamOf(jsonPieces(value)),
})

/** Bytes that are sent at once, about. */
const chunkBytes = 64 * 1024

function streamOf(pieces: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        // A caller that takes all at once must not keep the others waiting.
        await nextTurn()
        let text = ''
        while (text.length < chunkBytes) {
          const { done, value } = pieces.next()
          if (done === true) break
          text += value
        }
        if (text !== '') controller.enqueue(encoder.encode(text))
        if (text.length < chunkBytes) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The response, with what stands on every one. */
export const responseOf = ({ status, headers, body }: Answer): Response =>
  new Response(body, { status, headers: { ...responseHeaders, ...headers } })
