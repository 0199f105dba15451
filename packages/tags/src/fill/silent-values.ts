import { partsOf, type Expression } from '../syntax/expression.ts'
import { evaluate, type EvaluationContext, type Outcome } from './evaluate.ts'
import { isNumeric } from '../formatters/decimal.ts'
import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { kindOf } from '../data/plain-text.ts'
import { pathsOf } from '../data/reads.ts'
import { ownValue, type Scope } from '../data/scope.ts'

/** What a fill takes without a word, though it is hardly meant. */
interface SilentValue {
  readonly code: 'wrong_kind' | 'wrong_argument'
  readonly message: string
  readonly hint: string
  readonly at: Extract<Outcome, { kind: 'found' }>['at']
}

/** Most fields of items that a hint lists. */
const maxFields = 8

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** Comparisons of what has no order, which never hold, and fields that formatters name and no item of the data has. */
export function silentValues(expression: Expression, scope: Scope, context: EvaluationContext): readonly SilentValue[] {
  const inner = partsOf(expression).flatMap((part) => silentValues(part, scope, context))
  if (expression.kind === 'binary' && orders.has(expression.operator)) {
    const sides = [evaluate(expression.left, scope, context), evaluate(expression.right, scope, context)]
    const whole = sides.find((side) => side.kind === 'found' && typeof side.value === 'object' && side.value !== null)
    const odd = oddSide(sides) ?? (whole?.kind === 'found' ? whole : undefined)
    if (odd === undefined) return inner
    const message = `"${expression.operator}" compares ${kindOf(odd.value)} that is no number and no date: it never holds.`
    return [
      ...inner,
      { code: 'wrong_kind', message, hint: 'Give a number in the data, or compare with == or !=.', at: odd.at },
    ]
  }
  if (expression.kind === 'binary' && (expression.operator === '==' || expression.operator === '!=')) {
    if (asksForAbsence(expression)) return inner
    const sides = [evaluate(expression.left, scope, context), evaluate(expression.right, scope, context)]
    const found = sides.flatMap((side) => (side.kind === 'found' ? [side] : []))
    const whole = found.find(({ value }) => typeof value === 'object' && value !== null)
    const isMixed = found.some(({ value }) => typeof value === 'string' || typeof value === 'number')
    if (whole === undefined) {
      const [one, other] = found
      const unlike = one === undefined || other === undefined ? undefined : unlikeSide(one, other)
      const lone = one === undefined || other === undefined ? loneSide(expression.right, sides) : undefined
      if (lone !== undefined) return [...inner, lone]
      if (one !== undefined && other !== undefined && isSameButForm(one.value, other.value)) {
        const written = one.at === undefined ? other : one
        const message = `The two texts differ in case or in space alone: they are not the same for "${expression.operator}".`
        const hint = `Write the text as the data has it: "${String(written.value).slice(0, 80)}".`
        return [...inner, { code: 'wrong_kind', message, hint, at: written.at }]
      }
      if (unlike === undefined) return inner
      const message = `"${expression.operator}" compares ${kindOf(one?.value)} with ${kindOf(other?.value)}: they are never the same.`
      return [...inner, { code: 'wrong_kind', message, hint: unlikeHint, at: unlike.at }]
    }
    if (!isMixed) return inner
    const message = `"${expression.operator}" compares a text or a number with ${kindOf(whole.value)}: they are never the same.`
    const hint = 'Compare one of its values: {#if list[0] == 1}, {#if client.kind == "company"}.'
    return [...inner, { code: 'wrong_kind', message, hint, at: whole.at }]
  }
  if (expression.kind !== 'pipe') return inner
  const formatter = findFormatter(expression.formatter.name)
  const [argument] = expression.args
  if (formatter === undefined || argument?.kind !== 'literal' || !namesField(formatter)) return inner
  const name = String(argument.value)
  const [field = ''] = name.split('.')
  const list = evaluate(expression.input, scope, context)
  if (list.kind !== 'found' || !Array.isArray(list.value) || list.value.length === 0) return inner
  const areObjects = list.value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  if (field === '' || !areObjects || list.value.some((item) => ownValue(item, field).found)) return inner
  // A misspelt name is refused by the formatter itself.
  if (evaluate(expression, scope, context).kind === 'fault') return inner
  const message = `No item has a "${name}" for "${formatter.name}": it counts as nothing.`
  const fields = Object.keys(list.value[0] as object).slice(0, maxFields)
  const hint = `Name a field that the items have: ${fields.join(', ')}.`
  return [...inner, { code: 'wrong_argument', message, hint, at: list.at }]
}

/** Whether a value is compared with what stands for it where it is missing, as a control of Word is read. */
const asksForAbsence = ({ left, right }: Extract<Expression, { kind: 'binary' }>): boolean =>
  right.kind === 'literal' && pathsOf(left).some(({ absent }) => absent !== undefined && absent === right.value)

/** `Sale` and `sale`, `sale ` and `sale`. */
const isSameButForm = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  one !== other &&
  one.length < 200 &&
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Of a value beside a path that leads nowhere, behind the operator: they are never the same. */
function loneSide(right: Expression, [left, missing]: readonly Outcome[]): SilentValue | undefined {
  if (right.kind !== 'path' || left?.kind !== 'found' || missing?.kind !== 'missing') return undefined
  const path = right.segments.join('.')
  const message = `The value is compared with "${path}", which the data does not have.`
  const hint = `Write "${path}" in quotation marks, where the word itself is meant.`
  return { code: 'wrong_kind', message, hint, at: left.at }
}

const unlikeHint = 'Write texts in quotation marks, numbers and true or false without: {#if paid}, {#if rooms == 3}.'

/** Of two values of which one is true or false, or a number, and the other a text that is none, the one of the data. */
function unlikeSide(one: FoundOutcome, other: FoundOutcome): FoundOutcome | undefined {
  const kinds = [one, other].map(({ value }) => (isNumeric(value) ? 'number' : typeof value))
  const isUnlike =
    (kinds.includes('boolean') && (kinds.includes('string') || kinds.includes('number'))) ||
    (kinds.includes('string') &&
      kinds.includes('number') &&
      [one, other].some(({ value }) => typeof value === 'number'))
  if (!isUnlike || [one, other].some(({ value }) => value === '')) return undefined
  return one.at === undefined ? other : one
}

type FoundOutcome = Extract<Outcome, { kind: 'found' }>

/** Of a number and something else that is no number, the latter. */
function oddSide(sides: readonly Outcome[]) {
  const found = sides.flatMap((side) => (side.kind === 'found' ? [side] : []))
  const others = found.filter(({ value }) => typeof value !== 'number' && typeof value !== 'bigint' && value !== '')
  const [odd] = others
  return found.length === 2 && others.length === 1 && odd !== undefined && !isNumeric(odd.value) ? odd : undefined
}
