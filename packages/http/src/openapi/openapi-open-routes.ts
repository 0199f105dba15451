import type { JsonSchema, ProblemCodeName } from '@chancery/core'
import { type OpenRoute, pathParameter } from '../open-routes.ts'
import { headerRefs } from './openapi-components.ts'
import { problemResponseObject } from './openapi-problems.ts'
import { statusOfCode } from '../answer/problem.ts'

/** An address without a key as the document has it. */
export function openRouteObject(route: OpenRoute): JsonSchema {
  const { operationId, summary, description, takes, answer, problems } = route
  const byStatus = Map.groupBy<number, ProblemCodeName>(problems, statusOfCode)
  return {
    operationId,
    tags: ['email'],
    summary,
    description,
    security: [],
    parameters: [pathParameter(route)],
    requestBody: { required: true, content: takes },
    responses: {
      [answer.status]: { description: answer.description, headers: headerRefs('X-Request-Id') },
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [String(status), problemResponseObject(status, codes)]),
      ),
    },
  }
}
