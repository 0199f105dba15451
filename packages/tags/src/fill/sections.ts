import { isTruthy } from '../formatters/compare.ts'
import { evaluate, type EvaluationContext, type Outcome } from './evaluate.ts'
import { innerScope, itemAt, joinPath, ownValue, type Scope, type Steps } from '../data/scope.ts'
import { dotted } from '../syntax/expression.ts'
import { kindOf, timeOf } from '../data/plain-text.ts'
import { isRichValue } from '../data/rich-value.ts'
import type { SectionNode } from '../template/template-node.ts'

/** What a section shows: its children once for each scope, or its `otherwise` where there is none. */
export interface SectionTurns {
  readonly outcome: Outcome
  readonly scopes: readonly Scope[]
  readonly showsOtherwise: boolean
}

/**
 * Decides a section. A list turns once for each item; any other true value shows it once, an object becoming the inner
 * scope (of a text or a number `.` alone does: names are those around); nothing, false, 0, empty text and the empty list hide it. `#if` never turns and never changes the scope.
 * @throws `payload_too_large` by `steps`.
 */
export function turnsOf<Place>(
  section: SectionNode<Place>,
  scope: Scope,
  context: EvaluationContext,
  steps: Steps,
): SectionTurns {
  const { expression, mode, inverted, size, over, label } = section
  const outcome = evaluate(expression, scope, context)
  if (outcome.kind === 'fault') return { outcome, scopes: [], showsOtherwise: false }
  const value = outcome.kind === 'found' ? outcome.value : undefined
  const keys = over === 'entries' && !inverted ? keysOf(value) : undefined
  // `with` shows a number as it is, nought too, as Handlebars does.
  const isThere = isTruthy(value) || (over === 'whole' && value === 0)
  const isShown = isThere !== inverted && keys?.length !== 0
  if (!isShown) {
    steps.turn(0)
    return { outcome, scopes: [], showsOtherwise: true }
  }
  const at = outcome.kind === 'found' && outcome.at !== undefined ? outcome.at : scope
  if (mode !== 'if' && !inverted && over !== 'whole' && Array.isArray(value)) {
    const { path } = at
    const { length } = value
    const scopes: Scope[] = []
    // A hole of a list is an item without a value; what a getter would give is no data.
    for (let index = 0; index < length; index++) {
      steps.turn(size)
      scopes.push(
        innerScope(scope, itemAt(value, index, scope.fromJson), at, label, { index, length, key: undefined }, path),
      )
    }
    return { outcome, scopes, showsOtherwise: false }
  }
  if (keys !== undefined) {
    const { length } = keys
    const scopes: Scope[] = []
    for (const [index, key] of keys.entries()) {
      steps.turn(size)
      const turn = { index, length, key }
      scopes.push(innerScope(scope, ownValue(value, key).value, at, label, turn, joinPath(at.path, [key])))
    }
    return { outcome, scopes, showsOtherwise: false }
  }
  if (mode === 'each' && !inverted) {
    const message = `A list is wanted by ${section.tag}, and the data has ${kindOf(value)}.`
    const fault = {
      code: 'wrong_kind',
      message,
      hint: listWanted(section),
      at: outcome.kind === 'found' ? outcome.at : undefined,
    } as const
    return { outcome: { kind: 'fault', ...fault }, scopes: [], showsOtherwise: false }
  }
  steps.turn(size)
  const changesScope =
    mode === 'auto' &&
    !inverted &&
    outcome.kind === 'found' &&
    (over === 'whole' || (outcome.at !== undefined && value !== true))
  return { outcome, scopes: [changesScope ? innerScope(scope, value, at, label) : scope], showsOtherwise: false }
}

/** What to do where a section over a list gets another value. */
export function listWanted<Place>({ tag, expression }: SectionNode<Place>): string {
  if (expression.kind !== 'path' || expression.up !== undefined || expression.segments.length === 0)
    return 'Give a list, or write {#if …} where it is a condition.'
  const path = dotted(expression.segments)
  return `Give a list as "${path}", or write {#if ${path}}…{/if} for ${tag} where it is a condition.`
}

/** The keys of an object that is no value of its own (a list, a date, bytes). */
const keysOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value) &&
  timeOf(value) === undefined &&
  !isRichValue(value)
    ? Object.keys(value)
    : undefined
