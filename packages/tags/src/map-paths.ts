import type { Expression, PathExpression } from './expression.ts'

/** The expression with another one in the place of every path; what a formatter takes as an argument stays a path. */
export function mapPaths(expression: Expression, change: (path: PathExpression) => Expression): Expression {
  const inner = (part: Expression): Expression => mapPaths(part, change)
  switch (expression.kind) {
    case 'literal':
      return expression
    case 'path':
      return change(expression)
    case 'named': {
      const name = change(expression.name)
      return name.kind === 'path' ? { ...expression, name, otherwise: inner(expression.otherwise) } : name
    }
    case 'pipe': {
      const args = expression.args.map((argument) => {
        const changed = argument.kind === 'path' ? change(argument) : argument
        return changed.kind === 'path' || changed.kind === 'literal' ? changed : argument
      })
      return { ...expression, input: inner(expression.input), args }
    }
    case 'item':
      return { ...expression, of: inner(expression.of), key: inner(expression.key) }
    case 'assign':
      return { ...expression, value: inner(expression.value) }
    case 'not':
      return { ...expression, operand: inner(expression.operand) }
    case 'binary':
      return { ...expression, left: inner(expression.left), right: inner(expression.right) }
    case 'conditional':
      return {
        ...expression,
        test: inner(expression.test),
        consequent: inner(expression.consequent),
        alternate: inner(expression.alternate),
      }
  }
}
