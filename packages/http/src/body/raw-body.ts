import { type Contract, fieldsAt, invalidRequest } from '@chancery/core'
import { parseJsonBody } from './json-body.ts'
import type { JsonLimits } from './parse-json.ts'

/** With this header the body of a call is a document, and the header the JSON of the request. */
export const requestHeader = 'chancery-request'

/** Contracts are looked into once, not for each call. */
const fieldsOfContracts = new WeakMap<Contract['input'], string | undefined>()

/** The field whose document a body may be: calls that take one document have it there. */
export function bodyFieldOf({ input, takesDocuments }: Contract): string | undefined {
  if (!takesDocuments) return undefined
  if (fieldsOfContracts.has(input)) return fieldsOfContracts.get(input)
  const fields = fieldsAt(input, [])
  const field = ['document', 'template'].find((name) => fields.includes(name))
  fieldsOfContracts.set(input, field)
  return field
}

/**
 * A body that is a document as the JSON object that it stands for: the bytes are `content` of the field's document source,
 * the `Content-Type` its `contentType`; all else is in the header, in UTF-8 or with escapes (`\u00fc`).
 * @throws `malformed_json`, `unsafe_input`, `invalid_request`
 */
export function parseRawBody(
  bytes: Uint8Array,
  headers: Headers,
  field: string,
  limits: JsonLimits,
): Record<string, unknown> {
  const header = new Uint8Array(Buffer.from(headers.get(requestHeader) ?? '', 'latin1'))
  const request = parseJsonBody(header, limits, `The header \`${requestHeader}\``)
  const source: unknown = request[field] ?? {}
  if (typeof source !== 'object' || source === null || Array.isArray(source) || 'content' in source) {
    throw invalidRequest(`/${field}`, 'document_twice', 'The body is this document.', `Leave \`${field}.content\` out.`)
  }
  const contentType = (headers.get('content-type') ?? '').trim()
  const isKnown = contentType !== '' && !/^application\/octet-stream\b/i.test(contentType)
  return { ...request, [field]: { ...(isKnown ? { contentType } : {}), ...source, content: bytes } }
}
