import { ChanceryError } from '@chancery/core'
import { liftBase64 } from './long-base64.ts'
import { type JsonLimits, parseJson } from './parse-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bytes as a JSON object. A byte order mark at the start is passed over (RFC 8259, section 8.1).
 * @param documents fields that hold documents: long ones become bytes, and the body is written to
 * @throws `malformed_json`, `unsafe_input`
 */
export function parseJsonBody(
  bytes: Uint8Array<ArrayBuffer>,
  limits: JsonLimits,
  documents: readonly string[] = [],
): Record<string, unknown> {
  const { json, putBack, takenBetween } = liftBase64(bytes, documents)
  let text: string
  try {
    text = utf8.decode(json)
  } catch (error) {
    throw new ChanceryError('malformed_json', 'The body is not UTF-8.', { cause: error })
  }
  const parsed = parseJson(text, limits, (from, to) => takenBetween(text, from, to))
  putBack(parsed)
  return parsed
}
