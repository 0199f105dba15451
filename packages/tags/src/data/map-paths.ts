import { type Expression, type PathExpression, withParts } from '../syntax/expression.ts'

/** The expression with another one in the place of every path; what a formatter takes as an argument stays a path. */
export function mapPaths(expression: Expression, change: (path: PathExpression) => Expression): Expression {
  if (expression.kind === 'path') return change(expression)
  const whole = withParts(expression, (part) => mapPaths(part, change))
  if (whole.kind !== 'named') return whole
  const name = change(whole.name)
  return name.kind === 'path' ? { ...whole, name } : name
}
