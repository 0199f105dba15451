import { type JsonSchema, unreadyReasons } from '@chancery/core'
import { pageProblems, problemResponseObject } from './openapi-problems.ts'

const healthObject = (name: string, summary: string, answers: Readonly<Record<string, unknown>>): JsonSchema => ({
  operationId: name,
  tags: ['health'],
  summary,
  security: [],
  responses: { ...answers, '405': problemResponseObject(405, pageProblems) },
})

const health = (
  description: string,
  required: Readonly<Record<string, unknown>>,
  value: unknown,
  optional: Readonly<Record<string, unknown>> = {},
): unknown => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) },
      example: value,
    },
  },
})
const reasons = {
  type: 'object',
  additionalProperties: { enum: unreadyReasons },
  description: 'Why each that cannot be used cannot.',
}
const checks = { type: 'object', additionalProperties: { type: 'boolean' }, description: 'Each by its name.' }

/** `GET /healthz`. */
export const liveObject = healthObject('live', 'It runs.', {
  '200': health('Yes.', { status: { const: 'ok' } }, { status: 'ok' }),
})
/** `GET /readyz`. */
export const readyObject = healthObject('ready', 'It can take calls.', {
  '200': health(
    'Yes.',
    { status: { const: 'ready' }, checks },
    { status: 'ready', checks: { storage: true, email: true, clients: true } },
    { reasons },
  ),
  '503': health(
    'Not now.',
    { status: { enum: ['unavailable', 'draining'] } },
    { status: 'unavailable', checks: { storage: false, email: true }, reasons: { storage: 'disk_full' } },
    { checks, reasons },
  ),
})
