import {
  ChanceryError,
  commonProblems,
  problemCodes,
  type JsonSchema,
  type Limits,
  type Operation,
  type ProblemCodeName,
} from '@chancery/core'
import { createComponentSchemas, type ComponentSchemas } from './component-schemas.ts'
import { operationIdOf } from './operation-id.ts'
import { metaSchema, schemasOf } from './operation-schemas.ts'
import { problemOf, statusOfCode } from './problem.ts'
import { canProduce } from './produced-document.ts'
import type { HttpLimits, ServiceInfo } from './settings.ts'

/** An OpenAPI 3.1 document, as data. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly [kind: string]: Readonly<Record<string, unknown>>
  }
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-limits': Readonly<Record<string, number>>
}

const areas = {
  documents: 'Keep documents, list them, read them, and find facts in them.',
  templates: 'Fill Word templates, check them, and make them from samples.',
  email: 'Send e-mails, and fill, check and make their templates.',
  clients: 'Take over clients from files and other systems.',
} as const

/** The whole service, described from the catalog. */
export function openApiDocument(
  operations: readonly Operation[],
  info: ServiceInfo,
  limits: HttpLimits,
  documentLimits: Limits,
): OpenApiDocument {
  const schemas = createComponentSchemas({ Problem: problemSchema })
  schemas.add('Meta', metaSchema())
  const paths = Object.fromEntries(
    operations.map((operation) => [`/${operation.name}`, { post: operationObject(operation, schemas) }]),
  )
  const codes = Object.keys(problemCodes) as ProblemCodeName[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chancery',
      version: info.version,
      summary: 'A firm’s paperwork with its clients, as operations.',
      description:
        'Every operation is a POST with a JSON object. A success is `{data, meta}`; a failure is a problem (RFC 9457) that lists all violations at once.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.baseUrl }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths: {
      ...paths,
      '/healthz': { get: healthObject('live', 'It runs.') },
      '/readyz': { get: healthObject('ready', 'It can take calls.', true) },
    },
    components: {
      schemas: schemas.all(),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: '`chk_<env>_…`. Documents and clients are those of the space that the key is of.',
        },
      },
      parameters,
      headers,
      examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
    },
    security: [{ apiKey: [] }],
    'x-limits': { ...limits, ...documentLimits },
  }
}

function operationObject(operation: Operation, schemas: ComponentSchemas): JsonSchema {
  const { input, output } = schemasOf(operation)
  const name = pascalCase(operation.name)
  const inputRef = schemas.add(`${name}Input`, input)
  const outputRef = schemas.add(`${name}Output`, output)
  const takesDocuments = JSON.stringify(input).includes('"base64"')
  return {
    operationId: operationIdOf(operation),
    tags: [operation.area],
    summary: operation.summary,
    description: operation.description,
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      ...(operation.effect ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: inputRef,
          examples: Object.fromEntries(
            operation.examples.map(({ title, input }) => [
              title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
              { summary: title, value: input },
            ]),
          ),
        },
        ...(takesDocuments ? { 'multipart/form-data': { schema: multipartSchema(inputRef) } } : {}),
      },
    },
    responses: {
      '200': {
        description: 'It was done.',
        headers: { ...answerHeaders, ...(operation.effect ? headerRefs('Idempotency-Replayed') : {}) },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { data: outputRef, meta: { $ref: '#/components/schemas/Meta' } },
              required: ['data', 'meta'],
            },
          },
          ...(canProduce(output) ? { 'application/octet-stream': { schema: {} } } : {}),
        },
      },
      ...problemResponses(operation),
    },
  }
}

const multipartSchema = (inputRef: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'The part `request` is the JSON; each file part is named by its place in it: `document`, `samples.0`.',
  properties: { request: inputRef },
  additionalProperties: { type: 'string', contentMediaType: 'application/octet-stream' },
})

/** The codes that an operation can answer with. */
export const codesOf = (operation: Operation): readonly ProblemCodeName[] =>
  [...new Set([...commonProblems, ...operation.problems])].filter(
    (code) => operation.effect || !code.startsWith('idempotency_'),
  )

function problemResponses(operation: Operation): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCodeName[]>()
  for (const code of codesOf(operation)) {
    const status = statusOfCode(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), problemResponseObject(status, codes)]),
  )
}

const problemResponseObject = (status: number, codes: readonly ProblemCodeName[]): unknown => ({
  description: codes.map((code) => `\`${code}\`: ${problemCodes[code].title}.`).join(' '),
  headers: {
    ...headerRefs('X-Request-Id'),
    ...(status === 401 || status === 403 ? headerRefs('WWW-Authenticate') : {}),
    ...(status === 405 ? headerRefs('Allow') : {}),
    ...(status === 409 || status === 429 || status === 503 ? headerRefs('Retry-After') : {}),
  },
  content: {
    'application/problem+json': {
      schema: {
        $ref: '#/components/schemas/Problem',
        properties: { status: { const: status }, code: { enum: codes } },
      },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

const problemExample = (code: ProblemCodeName): unknown => ({
  summary: problemCodes[code].title,
  value: problemOf(new ChanceryError(code, problemCodes[code].meaning), '01jd3v7m2k'),
})

const healthObject = (name: string, summary: string, mayFail = false): JsonSchema => ({
  operationId: name,
  summary,
  security: [],
  responses: { '200': { description: 'Yes.' }, ...(mayFail ? { '503': { description: 'Not now.' } } : {}) },
})

const pascalCase = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const parameters = {
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
}

const text = (description: string): unknown => ({ description, schema: { type: 'string' } })
const headers = {
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

const headerRefs = (...names: (keyof typeof headers)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const answerHeaders = headerRefs('X-Request-Id', 'RateLimit-Policy', 'RateLimit')

const problemSchema: JsonSchema = {
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
