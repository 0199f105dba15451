import { type Expression, partsOf, type PathExpression } from '../syntax/expression.ts'
import { isBuiltIn } from './scope.ts'

/** Every data path that an expression reads, built-in names left out. Linear in it, also where it is a long chain. */
export function pathsOf(expression: Expression): readonly PathExpression[] {
  const found: PathExpression[] = []
  const visit = (part: Expression): void => {
    if (part.kind !== 'path') for (const each of partsOf(part)) visit(each)
    else if (!isBuiltIn(part.segments)) found.push(part)
  }
  visit(expression)
  return found
}

/** Names of the formatters in the order in which they apply. */
export function formattersOf(expression: Expression): readonly string[] {
  const inner = expression.kind === 'pipe' ? formattersOf(expression.input) : partsOf(expression).flatMap(formattersOf)
  return expression.kind === 'pipe' ? [...inner, expression.formatter.name] : inner
}

/** The path that a tag is about: the first that it reads. */
export const mainPath = (expression: Expression): PathExpression | undefined => {
  let at = expression
  while (at.kind === 'pipe') at = at.input
  return pathsOf(at)[0] ?? pathsOf(expression)[0]
}
