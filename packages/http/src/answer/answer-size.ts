import { answerTooLarge, type Operation } from '@chancery/core'
import type { Answer } from './answer.ts'
import { jsonBytes } from '../json/json-bytes.ts'
import { shortJson } from '../json/short-json.ts'

/**
 * Refuses a call whose answer is larger as JSON than any may be: a small input can make much of itself. Counted before
 * the first byte is sent, while the status can still say so.
 * @param done whether the call has had its effect
 * @returns the JSON of a short answer, which was written to be counted
 * @throws `payload_too_large`
 */
export async function boundAnswer(
  operation: Operation,
  value: unknown,
  limit: number,
  done: boolean,
): Promise<string | undefined> {
  const short = shortJson(value)
  if (short !== undefined) {
    const bytes = Buffer.byteLength(short)
    if (bytes > limit) throw answerTooLarge(operation, limit, bytes, done)
    return short
  }
  // Counted further than the bound, to say by how much it is passed; not without an end.
  const most = 2 * limit
  const bytes = await jsonBytes(value, most)
  if (bytes > limit) throw answerTooLarge(operation, limit, bytes > most ? undefined : bytes, done)
  return undefined
}

/** The same for a document that is answered as bytes. @throws `payload_too_large` */
export function boundDocument(operation: Operation, answer: Answer, limit: number): Answer {
  const { body } = answer
  if (body instanceof Uint8Array && body.length > limit) throw answerTooLarge(operation, limit, body.length, false)
  return answer
}
