import { ChanceryError } from '@chancery/core'
import type { LiftedJson } from './lifted-json.ts'
import { type JsonLimits, parseJson } from './parse-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bytes as a JSON object. A byte order mark at the start is passed over (RFC 8259, section 8.1).
 * @param what they are, for whoever sent them
 * @throws `malformed_json`, `unsafe_input`
 */
export const parseJsonBody = (
  bytes: Uint8Array<ArrayBuffer>,
  limits: JsonLimits,
  what?: string,
): Record<string, unknown> =>
  parseLifted({ json: bytes, putBack: () => undefined, takenBetween: () => 0 }, limits, what)

/** The same, with the documents that were decoded while it came in. @throws as `parseJsonBody` */
export function parseLifted(
  { json, putBack, takenBetween }: LiftedJson,
  limits: JsonLimits,
  what = 'The body',
): Record<string, unknown> {
  let text: string
  try {
    text = utf8.decode(json)
  } catch (error) {
    throw new ChanceryError('malformed_json', `${what} is not UTF-8.`, { cause: error })
  }
  const parsed = parseJson(text, limits, (from, to) => takenBetween(text, from, to), what)
  putBack(parsed)
  return parsed
}
