import { argumentFault } from './check-expression.ts'
import { dotted, type Expression, type PathExpression, type PipeExpression } from './expression.ts'
import { type FormatContext, FormatterFault } from './formatters/formatter.ts'
import { findFormatter } from './formatters/registry.ts'
import { kindOf, plainText } from './plain-text.ts'
import { lookup, type Lookup, type Scope } from './scope.ts'

/** The path that was read and led nowhere, or to null. */
export interface MissingPath {
  /** Dotted, as data has it, without the indexes of loops. */
  readonly path: string
  /** JSON pointer segments into the data. */
  readonly pointer: readonly string[]
  readonly segments: readonly string[]
}

/** The value of an expression; or what is missing for one; or what is of the wrong kind. */
export type Outcome =
  | { readonly kind: 'found'; readonly value: unknown; readonly at: Lookup | undefined }
  | { readonly kind: 'missing'; readonly missing: readonly MissingPath[] }
  | ({ readonly kind: 'fault' } & ValueFault)

export type TextOutcome =
  | { readonly kind: 'found'; readonly text: string; readonly at: Lookup | undefined }
  | Exclude<Outcome, { kind: 'found' }>

export interface ValueFault {
  readonly code: 'wrong_kind' | 'wrong_argument' | 'unknown_formatter'
  readonly message: string
  readonly hint?: string
  readonly at: Lookup | undefined
}

/** Is told every path that is read; `whole`: with all below it, because a formatter took it. */
export type OnRead = (found: Lookup, whole: boolean) => void

export interface EvaluationContext extends FormatContext {
  readonly onRead?: OnRead
}

/** Evaluates without running code. Null counts as missing; conditions and comparisons take what is missing as null. */
export function evaluate(expression: Expression, scope: Scope, context: EvaluationContext): Outcome {
  switch (expression.kind) {
    case 'literal':
      return found(expression.value)
    case 'path':
      return readPath(expression, scope, context)
    case 'pipe':
      return evaluatePipe(expression, scope, context)
    case 'conditional': {
      const test = evaluate(expression.test, scope, context)
      if (test.kind === 'fault') return test
      return evaluate(isTruthy(valueOf(test)) ? expression.consequent : expression.alternate, scope, context)
    }
    case 'not': {
      const operand = evaluate(expression.operand, scope, context)
      return operand.kind === 'fault' ? operand : found(!isTruthy(valueOf(operand)))
    }
    default:
      return evaluateBinary(expression, scope, context)
  }
}

/** Whether a section over the value is shown: not for nothing, false, 0, empty text and the empty list. */
export const isTruthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value) && !Number.isNaN(value)

/** The text of an outcome, with the fault where it is a list or an object. */
export function textOutcome(outcome: Outcome): TextOutcome {
  if (outcome.kind !== 'found') return outcome
  const text = plainText(outcome.value)
  if (text !== undefined) return { kind: 'found', text, at: outcome.at }
  const { value, at } = outcome
  return {
    kind: 'fault',
    code: 'wrong_kind',
    message: `Text is wanted here, and the data has ${kindOf(value)}.`,
    hint: Array.isArray(value)
      ? 'Loop over it with {#…}{/…}, or write | join.'
      : 'Write one of its fields, such as {client.name}.',
    at,
  }
}

const found = (value: unknown): Outcome =>
  value === null || value === undefined ? { kind: 'missing', missing: [] } : { kind: 'found', value, at: undefined }

const valueOf = (outcome: Outcome): unknown => (outcome.kind === 'found' ? outcome.value : undefined)

function readPath({ segments, own }: PathExpression, scope: Scope, context: EvaluationContext): Outcome {
  const at = lookup(scope, segments, own)
  if (at.found && !at.builtIn) context.onRead?.(at, false)
  if (at.value !== null && at.value !== undefined) return { kind: 'found', value: at.value, at }
  const { path, pointer } = at
  return { kind: 'missing', missing: [{ path: path === '' ? dotted(segments) : path, pointer, segments }] }
}

function evaluatePipe({ input, formatter, args }: PipeExpression, scope: Scope, context: EvaluationContext): Outcome {
  const descriptor = findFormatter(formatter.name)
  if (descriptor === undefined) {
    return {
      kind: 'fault',
      code: 'unknown_formatter',
      message: `There is no formatter "${formatter.name}".`,
      at: undefined,
    }
  }
  const value = evaluate(input, scope, context)
  if (value.kind === 'fault') return value
  if (value.kind === 'missing' && descriptor.fillsMissing === undefined) return value
  const at = value.kind === 'found' ? value.at : undefined
  if (at !== undefined && !at.builtIn) context.onRead?.(at, true)
  const given: (string | number)[] = []
  for (const [index, argument] of args.entries()) {
    const outcome = evaluate(argument, scope, context)
    if (outcome.kind !== 'found') {
      if (descriptor.fillsMissing !== undefined) return found(valueOf(value)).kind === 'found' ? value : outcome
      return outcome
    }
    const wanted = descriptor.args[index]
    const message = wanted === undefined ? 'is one too many.' : argumentFault(wanted, outcome.value)
    if (message !== undefined) {
      const name = wanted?.name ?? String(index + 1)
      return {
        kind: 'fault',
        code: 'wrong_argument',
        message: `Argument "${name}" of "${descriptor.name}": ${message}`,
        at: outcome.at,
      }
    }
    given.push(outcome.value as string | number)
  }
  try {
    const result = descriptor.format(valueOf(value), given, context)
    if (result === null || result === undefined) return value.kind === 'missing' ? value : found(result)
    return { kind: 'found', value: result, at }
  } catch (error) {
    if (error instanceof FormatterFault) {
      const { code, message, hint } = error
      return { kind: 'fault', code, message, ...(hint === undefined ? {} : { hint }), at }
    }
    if (error instanceof RangeError) {
      return { kind: 'fault', code: 'wrong_argument', message: `"${descriptor.name}" cannot write this.`, at }
    }
    throw error
  }
}

function evaluateBinary(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  scope: Scope,
  context: EvaluationContext,
): Outcome {
  const first = evaluate(left, scope, context)
  if (first.kind === 'fault') return first
  const value = valueOf(first)
  if (operator === '??') {
    if (first.kind === 'found') return first
    const other = evaluate(right, scope, context)
    return other.kind === 'missing' ? { kind: 'missing', missing: [...first.missing, ...other.missing] } : other
  }
  if (operator === 'and' || operator === 'or') {
    const isDecided = isTruthy(value) === (operator === 'or')
    if (isDecided) return first
    const other = evaluate(right, scope, context)
    return other.kind === 'missing' && first.kind === 'missing'
      ? { kind: 'missing', missing: [...first.missing, ...other.missing] }
      : other
  }
  const second = evaluate(right, scope, context)
  return second.kind === 'fault' ? second : found(compare(operator, value ?? null, valueOf(second) ?? null))
}

/** A number and a text that is a number compare as numbers; two texts by their code units; other kinds are just unequal. */
function compare(operator: '==' | '!=' | '<' | '<=' | '>' | '>=', left: unknown, right: unknown): boolean {
  const [a, b] = comparable(left, right)
  switch (operator) {
    case '==':
      return a === b
    case '!=':
      return a !== b
    default:
      return ordered(operator, a, b)
  }
}

function comparable(left: unknown, right: unknown): readonly [unknown, unknown] {
  if (typeof left === 'number' && typeof right === 'string') return [left, numberOr(right)]
  if (typeof left === 'string' && typeof right === 'number') return [numberOr(left), right]
  return [left, right]
}

const numberOr = (text: string): number | string => (/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : text)

function ordered(operator: '<' | '<=' | '>' | '>=', a: unknown, b: unknown): boolean {
  const areNumbers = typeof a === 'number' && typeof b === 'number'
  const areTexts = typeof a === 'string' && typeof b === 'string'
  if (!areNumbers && !areTexts) return false
  const order = a < b ? -1 : a > b ? 1 : 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
