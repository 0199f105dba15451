import { argumentFault } from '../template/check-expression.ts'
import { compare, isTruthy } from '../formatters/compare.ts'
import {
  type AssignExpression,
  type Calculation,
  dotted,
  type Expression,
  type ItemExpression,
  type NamedExpression,
  type PathExpression,
  type PipeExpression,
} from '../syntax/expression.ts'
import { findPath } from '../data/find-path.ts'
import { asNumber, decimalOf, isNumeric, negated, productOf, quotientOf, sumOf } from '../formatters/decimal.ts'
import { type FormatContext, type Formatter, FormatterFault } from '../formatters/formatter.ts'
import { findFormatter } from '../formatters/registry.ts'
import { kindOf, plainText, timeOf } from '../data/plain-text.ts'
import { isRichValue } from '../data/rich-value.ts'
import { itemAt, joinPath, type Lookup, ownValue, type Scope } from '../data/scope.ts'

/** The path that was read and led nowhere, or to null. */
export interface MissingPath {
  /** Dotted, as data has it, without the indexes of loops. */
  readonly path: string
  /** JSON pointer segments into the data. */
  readonly pointer: readonly string[]
  readonly segments: readonly string[]
  /** A name that a tag gave: what is missing is told where it was given. */
  readonly isVariable?: true
}

/** The value of an expression; or what is missing for one; or what is of the wrong kind. */
export type Outcome =
  | { readonly kind: 'found'; readonly value: unknown; readonly at: Lookup | undefined }
  | { readonly kind: 'missing'; readonly missing: readonly MissingPath[] }
  | ({ readonly kind: 'fault' } & ValueFault)

/** As `Outcome`, the value as plain text; lists, objects and rich values are faults. */
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

/** Both callbacks may be absent; `onWork` may throw, to stop a fill that costs too much. */
export interface EvaluationContext extends FormatContext {
  readonly onRead?: OnRead
  /** Is told how much each formatter is given: see `Steps.work`. */
  readonly onWork?: (size: number) => void
}

/**
 * Evaluates without running code. Null counts as missing; conditions and comparisons take what is missing as null. An
 * assignment gives its name to the value in `scope`, and is an empty text.
 */
export function evaluate(expression: Expression, scope: Scope, context: EvaluationContext): Outcome {
  switch (expression.kind) {
    case 'literal':
      return found(expression.value)
    case 'path':
      return readPath(expression, scope, context)
    case 'pipe':
      return evaluatePipe(expression, scope, context)
    case 'item':
      return readItem(expression, scope, context)
    case 'named':
      return readNamed(expression, scope, context)
    case 'assign':
      return assign(expression, scope, context)
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
    hint: isRichValue(value)
      ? 'Only a Word template can hold it; write the path alone.'
      : Array.isArray(value)
        ? listHint(value, at)
        : fieldsHint(value as object, at),
    at,
  }
}

/** Most fields of an object that a hint lists. */
const maxFields = 8

/** @param behind what stands behind the path in the tag, such as a formatter */
function fieldsHint(value: object, at: Lookup | undefined, behind = ''): string {
  const names = Object.keys(value).slice(0, maxFields)
  const path = writtenPath(at)
  if (names.length === 0) return 'Give a text, or leave the tag out: the object has no fields.'
  return path === undefined
    ? `Write one of its fields behind the name: ${names.map((name) => `.${name}`).join(', ')}.`
    : `Write one of its fields: ${names.map((name) => `{${path}.${name}${behind}}`).join(', ')}.`
}

function listHint(list: readonly unknown[], at: Lookup | undefined): string {
  const path = writtenPath(at)
  if (path === undefined) return 'Loop over it with {#…}{/…}, or write | join.'
  const field = fieldOf(list)
  return field === undefined
    ? `Write {${path} | join:", "}, or {#each ${path}}{.}{/each}.`
    : `Write {#each ${path}}{${field}}{/each}, or {${path} | map:"${field}" | join:", "}.`
}

/** The first field of the first item, where that is an object. */
function fieldOf([item]: readonly unknown[]): string | undefined {
  return typeof item === 'object' && item !== null ? Object.keys(item)[0] : undefined
}

/** What to write where a formatter gets a list or an object and takes none, or takes a list and gets none. */
function kindHint({ name, takes }: Formatter, value: unknown, at: Lookup | undefined): string | undefined {
  const path = writtenPath(at)
  if (path === undefined || isRichValue(value)) return undefined
  if (takes === 'list')
    return Array.isArray(value) ? undefined : `Give a list as "${path}", or leave "| ${name}" out: {${path}}.`
  if (Array.isArray(value)) return `Write {#each ${path}}{${fieldOf(value) ?? '.'} | ${name}}{/each}.`
  if (takes === 'any' || typeof value !== 'object' || value === null || timeOf(value) !== undefined) return undefined
  return fieldsHint(value, at, ` | ${name}`)
}

/** The path of a value as a tag has it; `undefined` where a formatter made the value, or it is the item of a loop. */
const writtenPath = (at: Lookup | undefined): string | undefined =>
  at === undefined || at.segments.length === 0 ? undefined : dotted(at.segments)

const found = (value: unknown): Outcome =>
  value === null || value === undefined ? { kind: 'missing', missing: [] } : { kind: 'found', value, at: undefined }

const valueOf = (outcome: Outcome): unknown => (outcome.kind === 'found' ? outcome.value : undefined)

function readPath(path: PathExpression, scope: Scope, context: EvaluationContext): Outcome {
  const at = findPath(path, scope)
  if (at.found && !at.builtIn) context.onRead?.(at, false)
  if (at.value !== null && at.value !== undefined) return { kind: 'found', value: at.value, at }
  if (path.absent !== undefined) return found(path.absent)
  return { kind: 'missing', missing: [{ ...missingAt(at), ...(at.builtIn && at.found ? { isVariable: true } : {}) }] }
}

function readNamed({ name, otherwise }: NamedExpression, scope: Scope, context: EvaluationContext): Outcome {
  return evaluate(findPath(name, scope).found ? name : otherwise, scope, context)
}

/** What a list or an object has under the key; from the end of a list where the key is negative. */
function readItem({ of, key, segments }: ItemExpression, scope: Scope, context: EvaluationContext): Outcome {
  const outer = evaluate(of, scope, context)
  if (outer.kind !== 'found') return outer
  const wanted = evaluate(key, scope, context)
  if (wanted.kind !== 'found') return wanted
  const { at } = outer
  const name = plainText(wanted.value)
  if (name === undefined) {
    const message = `A text or a number is wanted in the brackets, and the data has ${kindOf(wanted.value)}.`
    return { kind: 'fault', code: 'wrong_kind', message, hint: 'Such as {prices[code]}.', at: wanted.at }
  }
  // Of a dictionary nothing is unused.
  if (at !== undefined && !at.builtIn) context.onRead?.(at, true)
  let { value } = outer
  for (const segment of [name, ...segments])
    value =
      Array.isArray(value) && /^-\d{1,9}$/.test(segment)
        ? itemAt(value, value.length + Number(segment))
        : ownValue(value, segment).value
  if (value !== null && value !== undefined) return { kind: 'found', value, at }
  const path = joinPath(at?.path ?? '', [name, ...segments])
  const pointer = [...(at?.pointer ?? []), name, ...segments]
  return { kind: 'missing', missing: [{ path, pointer, segments: path.split('.') }] }
}

function assign({ name, value }: AssignExpression, scope: Scope, context: EvaluationContext): Outcome {
  const outcome = evaluate(value, scope, context)
  if (outcome.kind === 'fault') return outcome
  const given = outcome.kind === 'found' ? outcome : undefined
  scope.assign(name, given?.value)
  if (given === undefined) return outcome
  if (given.at !== undefined && !given.at.builtIn) context.onRead?.(given.at, true)
  return { kind: 'found', value: '', at: undefined }
}

const missingAt = ({ path, pointer, segments }: Lookup): MissingPath => ({
  path: path === '' ? dotted(segments) : path,
  pointer,
  segments,
})

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
  const given = evaluate(input, scope, context)
  const value = wantsContent(descriptor) ? emptyAsMissing(given) : given
  if (value.kind === 'fault') return value
  if (value.kind === 'missing' && descriptor.fillsMissing === undefined) return value
  const at = value.kind === 'found' ? value.at : undefined
  if (at !== undefined && !at.builtIn) context.onRead?.(at, true)
  if (context.onWork !== undefined && value.kind === 'found') {
    if (typeof value.value === 'string') context.onWork((value.value.length >> 3) * (descriptor.weight ?? 1))
    else if (Array.isArray(value.value)) context.onWork(value.value.length * (descriptor.weight ?? 1))
  }
  const usage = `Such as ${descriptor.example}.`
  const values: (string | number)[] = []
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
        hint: usage,
        at: outcome.at,
      }
    }
    values.push(typeof outcome.value === 'boolean' ? String(outcome.value) : (outcome.value as string | number))
  }
  try {
    const result = descriptor.format(valueOf(value), values, context)
    if (result === null || result === undefined) return value.kind === 'missing' ? value : found(result)
    return { kind: 'found', value: result, at }
  } catch (error) {
    if (error instanceof FormatterFault) {
      const { code, message } = error
      const ofKind = code === 'wrong_kind' ? kindHint(descriptor, valueOf(value), at) : undefined
      return { kind: 'fault', code, message, hint: ofKind ?? error.hint ?? usage, at }
    }
    if (error instanceof RangeError) {
      const message = `"${descriptor.name}" cannot write this.`
      return { kind: 'fault', code: 'wrong_argument', message, hint: usage, at }
    }
    throw error
  }
}

const wantsContent = (formatter: Formatter): boolean =>
  formatter.takes === 'number' || formatter.takes === 'date' || formatter.wantsContent === true

/** An empty text of the data, as forms and CSV have it, is missing where a number, a date or a picture is wanted. */
export function emptyAsMissing(outcome: Outcome): Outcome {
  if (outcome.kind !== 'found' || typeof outcome.value !== 'string' || outcome.at === undefined) return outcome
  return outcome.value.trim() === '' ? { kind: 'missing', missing: [missingAt(outcome.at)] } : outcome
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
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/')
    return second.kind === 'fault' ? second : calculated(operator, first, second, context)
  return second.kind === 'fault' ? second : found(compare(operator, value ?? null, valueOf(second) ?? null))
}

/** Exact in decimals; `+` of what are not both numbers puts texts together. */
function calculated(operator: Calculation, first: Outcome, second: Outcome, { onWork }: EvaluationContext): Outcome {
  const missing = [first, second].flatMap((each) => (each.kind === 'missing' ? each.missing : []))
  if (first.kind !== 'found' || second.kind !== 'found') return { kind: 'missing', missing }
  const [left, right] = [first.value, second.value]
  if (operator === '+' && !(isNumeric(left) && isNumeric(right))) {
    const [a, b] = [plainText(left), plainText(right)]
    if (a !== undefined && b !== undefined) {
      // A text that is put to itself doubles with each tag.
      onWork?.((a.length + b.length) >> 3)
      return found(a + b)
    }
  }
  try {
    const [a, b] = [decimalOf(left, operator), decimalOf(right, operator)]
    return found(asNumber(calculate(operator, a, b)))
  } catch (error) {
    if (!(error instanceof FormatterFault)) throw error
    const { code, message, hint } = error
    return { kind: 'fault', code, message, ...(hint === undefined ? {} : { hint }), at: first.at ?? second.at }
  }
}

function calculate(operator: Calculation, left: string, right: string): string {
  switch (operator) {
    case '+':
      return sumOf([left, right])
    case '-':
      return sumOf([left, negated(right)])
    case '*':
      return productOf(left, right)
    default:
      return quotientOf(left, right)
  }
}
