import type { JsonSchema } from '@chancery/core'
import { pageProblems, problemResponseObject } from './openapi-problems.ts'

const healthObject = (name: string, summary: string, answers: Readonly<Record<string, unknown>>): JsonSchema => ({
  operationId: name,
  tags: ['health'],
  summary,
  security: [],
  responses: { ...answers, '405': problemResponseObject(405, pageProblems) },
})

const health = (description: string, properties: Readonly<Record<string, unknown>>, value: unknown): unknown => ({
  description,
  content: {
    'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) }, example: value },
  },
})
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
  ),
  '503': health('Not now.', { status: { enum: ['unavailable', 'draining'] } }, { status: 'draining' }),
})
