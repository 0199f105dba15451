import { type Expression, parseExpression } from '@chancery/tags'
import { signs } from '../../template/carried-tags.ts'
import { piped } from './field-expression.ts'

/** Numbers, the signs of the four calculations, brackets, and fields of a merge. */
const calculation = new RegExp(`^(?:[\\d.\\s()*/+-]|${signs.nested})+$`)

/**
 * What a formula field over fields of a merge calculates, such as `= {MERGEFIELD price} * 2`; the operands are those
 * fields. `undefined` for one with functions, bookmarks or cells of a table, which Word calculates itself.
 */
export function readFormula(source: string, operands: readonly (Expression | undefined)[]): Expression | undefined {
  const from = source.indexOf('=') + 1
  const until = source.search(/\\[*#@]/)
  const formula = source.slice(from, until === -1 ? undefined : until)
  if (operands.length === 0 || operands.includes(undefined) || !calculation.test(formula)) return undefined
  let count = 0
  const parsed = parseExpression(
    formula.replaceAll(new RegExp(`[*/+-]|${signs.nested}`, 'g'), (sign) =>
      sign === signs.nested ? ` operand.${count++} ` : ` ${sign} `,
    ),
  )
  return parsed.ok && count === operands.length ? withOperands(parsed.expression, operands) : undefined
}

function withOperands(expression: Expression, operands: readonly (Expression | undefined)[]): Expression {
  if (expression.kind === 'path') {
    const operand = operands[Number(expression.segments[1])]
    // A merge knows texts alone: what is added must be a number, or plus would join.
    return operand === undefined ? expression : piped(operand, 'add', 0)
  }
  if (expression.kind !== 'binary') return expression
  return {
    ...expression,
    left: withOperands(expression.left, operands),
    right: withOperands(expression.right, operands),
  }
}
