import { type Contract, methodName, type JsonSchema, type Limits } from '@chancery/core'
import { contractsAboutCalls } from '../background/contracts-about-calls.ts'
import { createComponentSchemas, type ComponentSchemas } from './component-schemas.ts'
import { exampleAnswers } from './example-answers.ts'
import { exampleKey } from './example-key.ts'
import {
  type BackgroundBounds,
  backgroundBounds,
  backgroundHeaders,
  backgroundMembers,
  backgroundParameters,
  backgroundResponses,
} from './openapi-background.ts'
import { answerHeaders, headerRefs, headers, parameters, problemSchema } from './openapi-components.ts'
import type { OpenRoute } from '../open-routes.ts'
import { openRouteObject } from './openapi-open-routes.ts'
import { liveObject, readyObject } from './openapi-health.ts'
import { codesOf, pageProblems, problemExample, problemResponses } from './openapi-problems.ts'
import { bodyFieldOf } from '../body/raw-body.ts'
import { metaSchema, schemasOf } from './operation-schemas.ts'
import type { HttpLimits, ServiceInfo } from '../settings.ts'

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

/**
 * The whole service, described from its contracts.
 * @param background where calls are taken on to be done in it
 * @param open addresses without a key, as far as they are there
 */
export function openApiDocument(
  operations: readonly Contract[],
  info: ServiceInfo,
  limits: HttpLimits,
  documentLimits: Limits,
  background?: BackgroundBounds,
  open: readonly OpenRoute[] = [],
): OpenApiDocument {
  const takesOn = background !== undefined
  const described = takesOn ? [...operations, ...contractsAboutCalls] : operations
  const schemas = createComponentSchemas({ Problem: problemSchema })
  schemas.add('Meta', metaSchema())
  const paths = Object.fromEntries(
    described.map((operation) => [`/${operation.name}`, { post: operationObject(operation, schemas, takesOn) }]),
  )
  const codes = [
    ...new Set([
      ...described.flatMap((operation) => codesOf(operation, takesOn)),
      ...pageProblems,
      ...open.flatMap(({ problems }) => problems),
    ]),
  ]
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
    tags: Object.entries({
      ...areas,
      ...(takesOn ? { service: 'Calls about calls: how far an operation in the background is.' } : {}),
      health: 'Whether it runs, and can take calls.',
    }).map(([name, description]) => ({ name, description })),
    paths: {
      ...paths,
      ...Object.fromEntries(open.map((route) => [route.path, { post: openRouteObject(route) }])),
      '/healthz': { get: liveObject },
      '/readyz': { get: readyObject },
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
      parameters: takesOn ? { ...parameters, ...backgroundParameters } : parameters,
      headers: takesOn ? { ...headers, ...backgroundHeaders } : headers,
      ...(takesOn ? { responses: backgroundResponses } : {}),
      examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
    },
    security: [{ apiKey: [] }],
    'x-limits': { ...limits, ...documentLimits, ...(takesOn ? backgroundBounds(background) : {}) },
  }
}

function operationObject(operation: Contract, schemas: ComponentSchemas, takesOn: boolean): JsonSchema {
  const { input, output } = schemasOf(operation)
  const name = pascalCase(operation.name)
  const inputRef = schemas.add(`${name}Input`, input)
  const outputRef = schemas.add(`${name}Output`, output)
  const background = takesOn ? backgroundMembers(operation) : undefined
  return {
    operationId: methodName(operation.name),
    tags: [operation.area],
    summary: operation.summary,
    description: operation.description,
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      ...(operation.effect ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(bodyFieldOf(operation) === undefined ? [] : [{ $ref: '#/components/parameters/RequestInHeader' }]),
      ...(background?.parameters ?? []),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: inputRef,
          examples: Object.fromEntries(
            operation.examples.map(({ title, input }) => [exampleKey(title), { summary: title, value: input }]),
          ),
        },
        ...(operation.takesDocuments ? { 'multipart/form-data': { schema: multipartSchema(inputRef) } } : {}),
      },
    },
    responses: {
      '200': {
        description: operation.producesDocuments ? `It was done. ${asBytes}` : 'It was done.',
        headers: { ...answerHeaders, ...(operation.effect ? headerRefs('Idempotency-Replayed') : {}) },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { data: outputRef, meta: { $ref: '#/components/schemas/Meta' } },
              required: ['data', 'meta'],
            },
            ...answersOf(operation),
          },
        },
      },
      ...problemResponses(operation, takesOn),
    },
    ...background?.extensions,
  }
}

/**
 * Said in words: bytes among the content types of an answer would make every generated client take the JSON for bytes
 * or JSON.
 */
const asBytes =
  'Where `Accept` names the one produced document’s own type, or `application/octet-stream`, the answer is that document as bytes, with its name in `Content-Disposition`.'

/** What the examples of the request are answered, under the same names. */
function answersOf({ name, examples }: Contract): { readonly examples?: unknown } {
  const answers = exampleAnswers[name] ?? {}
  const shown = examples.flatMap(({ title }) =>
    answers[title] === undefined ? [] : [[exampleKey(title), { summary: title, value: answers[title] }] as const],
  )
  return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) }
}

const multipartSchema = (inputRef: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'The part `request` is the JSON; each file part is named by its place in it: `document`, `samples.0`.',
  properties: { request: inputRef },
  additionalProperties: { type: 'string', contentMediaType: 'application/octet-stream' },
})

const pascalCase = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
