import { ChanceryError, fieldsAt, type Operation } from '@chancery/core'
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
    if (bytes > limit) throw tooLarge(operation, limit, bytes, done)
    return short
  }
  // Counted further than the bound, to say by how much it is passed; not without an end.
  const most = 2 * limit
  const bytes = await jsonBytes(value, most)
  if (bytes > limit) throw tooLarge(operation, limit, bytes > most ? undefined : bytes, done)
  return undefined
}

/** The same for a document that is answered as bytes. @throws `payload_too_large` */
export function boundDocument(operation: Operation, answer: Answer, limit: number): Answer {
  const { body } = answer
  if (body instanceof Uint8Array && body.length > limit) throw tooLarge(operation, limit, body.length, false)
  return answer
}

function tooLarge(operation: Operation, limit: number, actual: number | undefined, done: boolean): ChanceryError {
  const message = `The answer has more than ${limit} bytes.`
  return new ChanceryError(
    'payload_too_large',
    done ? `The call was done, but its answer is not sent: ${message}` : message,
    {
      details: { limit, ...(actual === undefined ? {} : { actual }), unit: 'bytes' },
      violations: [
        { pointer: '', code: 'answer_too_large', message: `At most ${limit} bytes.`, hint: hintFor(operation) },
      ],
    },
  )
}

/** Fields by which a caller gets less, or gets it elsewhere. */
const ways: readonly (readonly [fields: readonly string[], hint: string])[] = [
  [['output'], 'store the result by `output`'],
  [['include'], 'ask for less by `include`'],
  [['pages'], 'ask for some `pages` at a time'],
  [['limit', 'cursor'], 'ask for a page at a time by `limit` and `cursor`'],
  [['depth'], 'ask for less `depth`'],
  [['fields'], 'ask for fewer `fields`'],
  [['minConfidence'], 'ask for more `minConfidence`'],
]

function hintFor({ input, stream }: Operation): string {
  const fields = fieldsAt(input, [])
  const hints = ways.filter(([names]) => names.every((name) => fields.includes(name))).map(([, hint]) => hint)
  const streamed = stream === undefined ? [] : [`take it as bytes by \`Accept: ${stream.contentType}\``]
  const all = [...hints, ...streamed, 'send less in one call'].join(', or ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}
