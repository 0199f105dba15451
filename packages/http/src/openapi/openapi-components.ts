import type { JsonSchema } from '@chancery/core'

/** Headers of requests that operations share. */
export const parameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Taken over into the answer and the log; made where it is absent.',
    schema: { type: 'string', pattern: '^[\\w\\-=.]{1,255}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat: the same key with the same body gets the first answer again, for 24 hours by default.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  RequestInHeader: {
    name: 'Chancery-Request',
    in: 'header',
    description:
      'With it the body is the document itself, of any `Content-Type`, and this is the JSON of the request without it. Other characters than ASCII are escaped (`\\u00fc`).',
    schema: { type: 'string' },
    example: '{"path": "letters/welcome.pdf"}',
  },
}

const text = (description: string): unknown => ({ description, schema: { type: 'string' } })
/** Headers of answers, by their name. */
export const headers = {
  'X-Request-Id': text('The id of this request, as in the log.'),
  'RateLimit-Policy': text('The policies of the key: draft-ietf-httpapi-ratelimit-headers-10.'),
  RateLimit: text('What is left of them.'),
  'Retry-After': { description: 'Seconds to wait before a repetition.', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description: 'The answer to an earlier call with the same key.',
    schema: { const: 'true' },
  },
  'WWW-Authenticate': text('How to authenticate.'),
  Allow: text('The methods that are allowed.'),
}

/** Refers to headers by their names. */
export const headerRefs = (...names: (keyof typeof headers)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
/** Of every success. */
export const answerHeaders = headerRefs('X-Request-Id', 'RateLimit-Policy', 'RateLimit')

/** A failed call. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description:
    'A failed call (RFC 9457). `limit`, `actual`, `supported`, `configured` and the like come as further members.',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The page about the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri-reference' },
    code: { type: 'string', description: 'Stable; decide by it.' },
    requestId: { type: 'string' },
    retryable: { type: 'boolean', description: 'The same call may succeed later, unchanged.' },
    errors: {
      type: 'array',
      description: 'All violations at once.',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', format: 'json-pointer', description: 'The place in the request.' },
          code: { type: 'string' },
          message: { type: 'string' },
          hint: { type: 'string' },
          location: { type: 'object', description: 'The place inside a document.' },
        },
        required: ['pointer', 'code', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'retryable'],
}
