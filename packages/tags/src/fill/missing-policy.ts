import type { FillRequest, MissingPolicy } from '@chancery/core'
import type { Expression } from '../syntax/expression.ts'
import { missingPolicies } from '../formatters/missing.ts'

/** What a tag says for itself: `{name | missing:"blank"}`. */
export function ownPolicy(expression: Expression): MissingPolicy | undefined {
  let at = expression
  while (at.kind === 'pipe') {
    const [argument] = at.args
    if (at.formatter.name.toLowerCase() === 'missing' && argument?.kind === 'literal') {
      return missingPolicies.find((policy) => policy === argument.value)
    }
    at = at.input
  }
  return undefined
}

/** What stands for a tag whose `path` has no value: what the tag says, else what the call says of the path, or of all. */
export const policyFor = (
  expression: Expression,
  path: string,
  { missing, missingPaths }: Pick<FillRequest, 'missing' | 'missingPaths'>,
): MissingPolicy =>
  ownPolicy(expression) ??
  (missingPaths !== undefined && Object.hasOwn(missingPaths, path) ? missingPaths[path] : undefined) ??
  missing
