import { doubleBraces, type Expression, parseTag, scanText, singleBraces } from '@chancery/tags'
import { hasTag } from '../address-text.ts'
import { type CodeToken, type FieldCode, isNestedField } from './field-code.ts'
import { binary, literal, piped } from './field-expression.ts'

type Operator = '==' | '!=' | '<' | '<=' | '>' | '>='

const operators: Readonly<Record<string, Operator>> = {
  '=': '==',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

/** An IF field: `IF a = b "then" "else"`. */
export interface IfField {
  readonly condition: Expression
  readonly consequent: CodeToken | undefined
  readonly alternate: CodeToken | undefined
}

/**
 * Reads the code of an IF field; `valueOf` tells what a field within it is. `undefined` for what is none.
 * Texts that are numbers compare as numbers; `*` and `?` in a text are wildcards, as Word has them.
 */
export function readIf(
  { args }: FieldCode,
  valueOf: (token: CodeToken) => Expression | undefined,
): IfField | undefined {
  const at = args.findIndex(({ isQuoted, text }) => !isQuoted && operators[text] !== undefined)
  const [left, right] = [args[at - 1], args[at + 1]]
  const operator = operators[args[at]?.text ?? '']
  if (at < 1 || left === undefined || right === undefined || operator === undefined) return undefined
  // `a == b`: Word has no such operator.
  if (!right.isQuoted && operators[right.text] !== undefined) return undefined
  // What stands before the operator is one operand, even where it has spaces and no quotation marks.
  const a =
    at > 1
      ? textOperand(
          args
            .slice(0, at)
            .map(({ text }) => text)
            .join(' '),
        )
      : operand(left, valueOf)
  const b = operand(right, valueOf)
  if (a === undefined || b === undefined) return undefined
  return { condition: comparison(operator, a, b), consequent: args[at + 2], alternate: args[at + 3] }
}

function operand(token: CodeToken, valueOf: (token: CodeToken) => Expression | undefined): Expression | undefined {
  if (isNestedField(token)) return valueOf(token)
  return textOperand(token.text)
}

/** A text, a number, or the value of a tag in braces that is all of it; a text with a tag or field in it is none. */
function textOperand(written: string): Expression | undefined {
  if (/\ufdd7/.test(written)) return undefined
  const text = written.trim()
  if (hasTag(text) || text.startsWith('{')) return valueOfTag(text)
  return literal(/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : written)
}

function valueOfTag(text: string): Expression | undefined {
  const delimiters = text.startsWith('{{') ? doubleBraces : singleBraces
  const [tag, ...others] = scanText(text, delimiters).tags
  if (tag === undefined || others.length > 0 || tag.end - tag.start !== text.length) return undefined
  const parsed = parseTag(tag.source)
  return parsed.ok && parsed.tag.kind === 'value' ? binary('??', parsed.tag.expression, literal('')) : undefined
}

function comparison(operator: Operator, left: Expression, right: Expression): Expression {
  const text = right.kind === 'literal' && typeof right.value === 'string' ? right.value : undefined
  const isEquality = operator === '==' || operator === '!='
  if (isEquality && text !== undefined && left.kind !== 'literal') {
    const equal = /[*?]/.test(text)
      ? piped(left, 'like', text)
      : /^(?:true|false)$/i.test(text)
        ? binary('or', binary('==', left, literal(text)), binary('==', left, literal(/^t/i.test(text))))
        : binary('==', left, right)
    return operator === '==' ? equal : { kind: 'not', operand: equal, start: 0, end: 0 }
  }
  return binary(operator, left, right)
}
