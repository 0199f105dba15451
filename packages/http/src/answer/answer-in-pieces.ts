import type { Answer } from './answer.ts'
import { type StreamEnd, streamedBody } from './streamed-document.ts'

/** Shorter ones are handed to the connection whole: what a system keeps for one is about as much. */
const longBytes = 256 * 1024

const pieceBytes = 64 * 1024

/** Whether somebody who does not take the answer would have the service keep more of it than is worth no thought. */
export const isLong = ({ body }: Answer): boolean =>
  body !== null && (typeof body === 'string' || body instanceof Uint8Array ? body.length > longBytes : true)

/**
 * A long answer, sent piece by piece as it is taken, so that its end is seen, and what it holds can be given back.
 * @param keep told how many bytes are kept for it, where that is known
 */
export function answerInPieces(
  answer: Answer,
  signal: AbortSignal,
  end: StreamEnd,
  keep: (bytes: number) => void,
): Answer {
  const { body } = answer
  if (body === null) return answer
  if (body instanceof ReadableStream) return { ...answer, body: streamedBody(body, signal, end) }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  keep(bytes.length)
  return {
    ...answer,
    headers: { ...answer.headers, 'content-length': String(bytes.length) },
    body: streamedBody(piecesOf(bytes), signal, end),
  }
}

// oxlint-disable-next-line typescript/require-await -- asked for piece by piece, as all streams are.
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
