import { ChanceryError } from '@chancery/core'
import { type JsonLimits, parseJson } from './parse-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bytes as a JSON object. A byte order mark at the start is passed over (RFC 8259, section 8.1).
 * @throws `malformed_json`, `unsafe_input`
 */
export function parseJsonBody(bytes: Uint8Array, limits: JsonLimits): Record<string, unknown> {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch (error) {
    throw new ChanceryError('malformed_json', 'The body is not UTF-8.', { cause: error })
  }
  return parseJson(text, limits)
}
