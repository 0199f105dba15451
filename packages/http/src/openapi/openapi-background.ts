import type { Contract, JsonSchema, ProblemCodeName } from '@chancery/core'
import type { BackgroundSettings } from '../background/background-settings.ts'
import { isAboutCalls } from '../background/contracts-about-calls.ts'
import { exampleAnswers } from './example-answers.ts'
import { answerHeaders, headerRefs } from './openapi-components.ts'

/** What the documents about the service say of calls in the background. */
export type BackgroundBounds = Pick<BackgroundSettings, 'documentLimits'> & {
  readonly limits: Pick<BackgroundSettings['limits'], 'workMs' | 'keptMs'>
}

/** The headers that a call takes besides, where calls are taken on. */
export const backgroundParameters = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`respond-async` (RFC 7240): the call is done in the background, and answered with 202 and its operation, as `x-respond-async` says. `/get-operation` tells how far it is, and its answer. What is wrong with the call is answered at once.',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  OperationKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'With `Prefer: respond-async` it names the operation: the same call again is answered with the same operation, then with what that was answered.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
}

/** Headers of the answer 202. */
export const backgroundHeaders = {
  'Preference-Applied': { description: 'The preference that was followed.', schema: { const: 'respond-async' } },
}

/** The answer 202, as every operation has it. */
export const backgroundResponses = {
  TakenOn: {
    description: 'It was taken on, and is done in the background: `/get-operation` with the `id` tells of it.',
    headers: {
      ...answerHeaders,
      ...headerRefs('Retry-After'),
      'Preference-Applied': { $ref: '#/components/headers/Preference-Applied' },
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            data: {
              type: 'object',
              properties: { operation: { $ref: '#/components/schemas/BackgroundOperation' } },
              required: ['operation'],
            },
            meta: { $ref: '#/components/schemas/Meta' },
          },
          required: ['data', 'meta'],
        },
        examples: { 'taken-on': { summary: 'Taken on', value: exampleAnswers['respond-async']?.['Taken on'] } },
      },
    },
    links: {
      itsEnd: {
        operationId: 'getOperation',
        requestBody: { id: '$response.body#/data/operation/id', waitMs: 20_000 },
        description: 'How far it is, and its answer.',
      },
      itsCancellation: {
        operationId: 'cancelOperation',
        requestBody: { id: '$response.body#/data/operation/id' },
        description: 'Cancels it.',
      },
    },
  },
}

/** Of an operation that can be done in the background, and of no call about calls. */
export function backgroundMembers(operation: Contract): {
  readonly parameters: readonly JsonSchema[]
  readonly extensions: Readonly<Record<string, unknown>>
} {
  if (isAboutCalls(operation)) return { parameters: [], extensions: {} }
  return {
    parameters: [
      { $ref: '#/components/parameters/Prefer' },
      ...(operation.effect ? [] : [{ $ref: '#/components/parameters/OperationKey' }]),
    ],
    // Among `responses` it would make every generated client answer the data or the operation (docs/decisions/0023).
    extensions: { 'x-respond-async': { '202': { $ref: '#/components/responses/TakenOn' } } },
  }
}

/** Codes that any operation can answer with that was done in the background before, or is. */
export const backgroundProblems = [
  'idempotency_in_flight',
  'idempotency_mismatch',
  'work_cut_off',
  'work_lost',
  'cancelled',
] as const satisfies readonly ProblemCodeName[]

/** The bounds of the background, by name. */
export const backgroundBounds = ({ limits, documentLimits }: BackgroundBounds): Readonly<Record<string, number>> => ({
  workMs: limits.workMs,
  workKeptMs: limits.keptMs,
  workPages: documentLimits.pages,
  workRecords: documentLimits.records,
  workSamples: documentLimits.samples,
  workClientRows: documentLimits.clientRows,
})
