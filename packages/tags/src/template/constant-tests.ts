import { type Expression, partsOf } from '../syntax/expression.ts'
import { opensScope } from './section-kind.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** A test that always has the same outcome, whatever the data is. */
export interface ConstantTest<Place> {
  readonly message: string
  readonly hint: string
  readonly node: ValueNode<Place> | SectionNode<Place>
}

/** Longest chain of `and` or `or` of which each part is compared with each other one. */
const maxChain = 20

/** What is known of tests where a tag stands, innermost first: a list, so that a tag of many sections costs no copies. */
interface Known {
  readonly test: string
  readonly holds: boolean
  readonly around: Known | undefined
}

const asIs = { hint: 'Compare the value with another text or number, or leave the test out.' }
const never = (message: string) => ({ message, ...asIs })

/**
 * Sections and choices whose test never holds or always does: `kind == "a" and kind == "b"`, `{#if paid}` within
 * `{#unless paid}`, an `else if` that asks once more. Linear in the tags, but for the sections around each.
 */
export function constantTests<Place>(nodes: readonly TemplateNode<Place>[]): readonly ConstantTest<Place>[] {
  const found: ConstantTest<Place>[] = []
  const visit = (node: TemplateNode<Place>, known: Known | undefined): void => {
    if (node.kind === 'literal') return
    const within = contradiction(node.expression)
    if (within !== undefined) found.push({ ...within, node })
    if (node.kind !== 'section') return
    if (opensScope(node)) {
      // Names may be those of an item there.
      for (const child of node.children) visit(child, undefined)
      for (const child of node.otherwise) visit(child, known)
      return
    }
    const { test, isNegated } = testOf(node.expression)
    const holds = !(isNegated !== node.inverted)
    const before = known === undefined ? undefined : outcomeOf(test, known)
    if (before !== undefined && before !== holds)
      found.push({
        ...never('The section is never shown: the one around it, or before its else, asks for the opposite.'),
        node,
      })
    for (const child of node.children) visit(child, { test, holds, around: known })
    for (const child of node.otherwise) visit(child, { test, holds: !holds, around: known })
  }
  for (const node of nodes) visit(node, undefined)
  return found
}

function outcomeOf(test: string, known: Known): boolean | undefined {
  for (let at: Known | undefined = known; at !== undefined; at = at.around) if (at.test === test) return at.holds
  return undefined
}

/** A test as a text by which it is told from others, without its negations. */
function testOf(expression: Expression): { readonly test: string; readonly isNegated: boolean } {
  let [at, isNegated] = [expression, false]
  for (; at.kind === 'not' || at.kind === 'named'; at = at.kind === 'not' ? at.operand : at.otherwise)
    if (at.kind === 'not') isNegated = !isNegated
  return { test: keyOf(at), isNegated }
}

/** The same for expressions that are read alike, wherever they stand. */
const keyOf = (expression: Expression): string =>
  expression.kind === 'path'
    ? `${expression.up ?? (expression.own ? '.' : '')} ${expression.segments.join('.')}`
    : JSON.stringify(expression, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value))

type Told = Omit<ConstantTest<never>, 'node'>

/** @param joint the operator that joins the expression with others, whose chain was looked at */
function contradiction(expression: Expression, joint?: string): Told | undefined {
  if (expression.kind === 'conditional' && expression.consequent.kind !== 'path')
    if (keyOf(expression.consequent) === keyOf(expression.alternate))
      return {
        message: 'Both sides of the choice are the same.',
        hint: 'Write what stands there otherwise behind ":".',
      }
  if (expression.kind === 'conditional' && expression.alternate.kind === 'conditional')
    if (keyOf(expression.test) === keyOf(expression.alternate.test))
      return never('The second test of the choice is the first once more, and never holds.')
  const own = expression.kind === 'binary' && isJoint(expression.operator) ? expression.operator : undefined
  const told = own === undefined || own === joint ? undefined : contradictoryChain(expression, own)
  if (told !== undefined) return told
  for (const part of partsOf(expression)) {
    const inner = contradiction(part, own)
    if (inner !== undefined) return inner
  }
  return undefined
}

type Joint = 'and' | 'or'
const isJoint = (operator: string): operator is Joint => operator === 'and' || operator === 'or'

function contradictoryChain(expression: Expression, operator: Joint): Told | undefined {
  const tests: Test[] = []
  const gather = (part: Expression): void => {
    if (tests.length >= maxChain) return
    if (part.kind !== 'binary' || part.operator !== operator) {
      tests.push({ ...testOf(part), comparison: comparisonOf(part) })
      return
    }
    gather(part.left)
    gather(part.right)
  }
  gather(expression)
  const isContradictory = tests.some((one, index) =>
    tests.slice(index + 1).some((other) => excludes(one, other, operator)),
  )
  if (!isContradictory) return undefined
  return operator === 'and'
    ? never('The condition never holds: no value passes two of its tests.')
    : never('The condition always holds: each value passes one of its tests.')
}

interface Test {
  readonly test: string
  readonly isNegated: boolean
  readonly comparison: Comparison | undefined
}

/** Whether one value can never pass both tests (`and`), or always passes one of them (`or`). */
function excludes(one: Test, another: Test, operator: Joint): boolean {
  if (one.test === another.test) return one.isNegated !== another.isNegated
  const [left, right] = [one.comparison, another.comparison]
  if (left === undefined || right === undefined || left.of !== right.of) return false
  const isOpposite =
    left.value === right.value &&
    ((left.operator === '==' && right.operator === '!=') || (left.operator === '!=' && right.operator === '=='))
  if (isOpposite) return true
  if (operator === 'or') return left.operator === '!=' && right.operator === '!=' && left.value !== right.value
  if (left.operator === '==' && right.operator === '==') return left.value !== right.value
  return isEmptyRange(left, right) || isEmptyRange(right, left)
}

interface Comparison {
  readonly of: string
  readonly operator: string
  readonly value: string | number | boolean | null
}

/** `kind == "sale"`: a value of the data beside one that is written out. */
function comparisonOf(expression: Expression): Comparison | undefined {
  if (expression.kind !== 'binary' || expression.left.kind !== 'path' || expression.right.kind !== 'literal')
    return undefined
  return { of: keyOf(expression.left), operator: expression.operator, value: expression.right.value }
}

/** `x > 500` and `x < 100`. */
const isEmptyRange = (low: Comparison, high: Comparison): boolean =>
  (low.operator === '>' || low.operator === '>=') &&
  (high.operator === '<' || high.operator === '<=') &&
  typeof low.value === 'number' &&
  typeof high.value === 'number' &&
  low.value > high.value
