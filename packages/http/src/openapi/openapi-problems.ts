import { ChanceryError, commonProblems, type Contract, problemCodes, type ProblemCodeName } from '@chancery/core'
import { isAboutCalls } from '../background/contracts-about-calls.ts'
import { backgroundProblems } from './openapi-background.ts'
import { headerRefs } from './openapi-components.ts'
import { problemOf, statusOfCode } from '../answer/problem.ts'

/** The codes that an operation can answer with. @param takesOn whether calls are done in the background */
export function codesOf(operation: Contract, takesOn: boolean): readonly ProblemCodeName[] {
  const isLater = takesOn && !isAboutCalls(operation)
  return [...new Set([...commonProblems, ...operation.problems, ...(isLater ? backgroundProblems : [])])].filter(
    (code) => operation.effect || isLater || !code.startsWith('idempotency_'),
  )
}

/** The failed answers of an operation, by status. */
export function problemResponses(operation: Contract, takesOn: boolean): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCodeName[]>()
  for (const code of codesOf(operation, takesOn)) {
    const status = statusOfCode(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), problemResponseObject(status, codes)]),
  )
}

/** A failed answer of one status. */
export const problemResponseObject = (status: number, codes: readonly ProblemCodeName[]): unknown => ({
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

/** What addresses that are read by GET can answer with. */
export const pageProblems = ['method_not_allowed'] as const satisfies readonly ProblemCodeName[]

/** What a problem looks like. */
export const problemExample = (code: ProblemCodeName): unknown => ({
  summary: problemCodes[code].title,
  value: problemOf(new ChanceryError(code, problemCodes[code].meaning), '01jd3v7m2k'),
})
