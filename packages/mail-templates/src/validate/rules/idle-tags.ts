import { type Expression, findFormatter, mainPath, pathsOf } from '@chancery/tags'
import type { Node, Place } from '../../parse/parse-template.ts'
import type { Rule } from '../rule.ts'
import { kindInWords, nameKind } from './value-kinds.ts'

type Section = Extract<Node, { kind: 'section' }>

/** A section that others stand in, with what it asks. */
interface Outer {
  readonly section: Section
  readonly asked: string
}

/** Formatters of which the last alone counts. */
const overriding = new Set(['upper', 'lower', 'capitalize', 'title'])
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>='])
/** Nodes of a branch that are compared with the other. */
const mostCompared = 40

/** What an expression says, wherever it stands. */
const wordsOf = (expression: Expression): string =>
  JSON.stringify(expression, (key, value: unknown) =>
    key === 'start' || key === 'end' || key === 'written' ? undefined : value,
  )

/** What nodes write, in a form in which two can be compared; nothing for many. */
function saidBy(nodes: readonly Node[]): string | undefined {
  if (nodes.length > mostCompared || nodes.some(({ kind }) => kind === 'section')) return undefined
  return nodes
    .map((node) =>
      node.kind === 'section' ? '' : node.kind === 'literal' ? node.text : `{{${wordsOf(node.expression)}}}`,
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether two say the same. What joins others is as long as all of them, and not asked for its words beside one of them. */
function isSame(one: Expression, other: Expression): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'binary' && other.kind === 'binary' && one.operator !== other.operator) return false
  return wordsOf(one) === wordsOf(other)
}

/** Whether an expression compares something with itself, however deep. */
function comparesItself(expression: Expression): boolean {
  if (expression.kind === 'not') return comparesItself(expression.operand)
  if (expression.kind !== 'binary') return false
  const { left, right } = expression
  if (isSame(left, right) && (comparisons.has(expression.operator) || /^(?:and|or)$/.test(expression.operator)))
    return true
  return comparesItself(left) || comparesItself(right)
}

/** Why a section says the same for all data, or could say it without its condition. */
function idleSection(node: Section, asked: string, around: readonly Outer[]): string | undefined {
  const { expression, children, otherwise, mode, inverted } = node
  if (comparesItself(expression)) return 'The condition compares a value with itself.'
  if (expression.kind === 'literal' || (expression.kind === 'binary' && pathsOf(expression).length === 0))
    return 'The condition asks no value: it always holds, or never.'
  const said = otherwise.length === 0 ? '' : saidBy(children)
  if (said !== undefined && said !== '' && said === saidBy(otherwise)) return 'Both branches say the same.'
  if (mode === 'each' && !inverted && children.length > 0 && children.every(({ kind }) => kind === 'literal'))
    return 'The loop reads nothing of its items: it says the same for each.'
  const isOpposite = around.some(
    ({ section, asked: other }) => section.mode !== 'each' && section.inverted !== inverted && other === asked,
  )
  return isOpposite && mode !== 'each' ? 'The condition is the opposite of one around it.' : undefined
}

/** The formatter of a value that has no effect, since the one behind it writes anew. */
function idleFormatter(expression: Expression): string | undefined {
  if (expression.kind !== 'pipe') return undefined
  const { input, formatter } = expression
  const name = formatter.name.toLowerCase()
  const before = input.kind === 'pipe' ? input.formatter.name.toLowerCase() : ''
  if (before !== '' && (before === name || (overriding.has(before) && overriding.has(name))))
    return before === name ? `"${name}" stands there twice.` : `"${before}" has no effect before "${name}".`
  return idleFormatter(input)
}

/** The path that a formatter is first used on, and what it takes. */
function taken(expression: Expression): { readonly path: string; readonly kind: 'date' | 'number' } | undefined {
  if (expression.kind !== 'pipe') return undefined
  if (expression.input.kind === 'pipe') return taken(expression.input)
  const takes = findFormatter(expression.formatter.name)?.takes
  const path = mainPath(expression.input)?.segments.join('.') ?? ''
  return path !== '' && (takes === 'date' || takes === 'number') ? { path, kind: takes } : undefined
}

/** Tags that change nothing, and formatters of another kind than their value. */
export const idleTags: Rule = ({ checked, tell }) => {
  const kinds = new Map<string, 'date' | 'number'>()
  const add = (code: 'idle_tag' | 'value_out_of_place', { field, start, end }: Place, message: string): void =>
    tell(code, field, [start, end], { message })
  const visit = (nodes: readonly Node[], around: readonly Outer[]): void => {
    nodes.forEach((node, index) => {
      if (node.kind === 'literal') return
      if (node.kind === 'section') {
        const asked = wordsOf(node.expression)
        const idle = idleSection(node, asked, around)
        if (idle !== undefined) add('idle_tag', node.place, idle)
        if (around.length < 20) {
          visit(node.children, [...around, { section: node, asked }])
          visit(node.otherwise, around)
        }
        return
      }
      const idle = idleFormatter(node.expression)
      if (idle !== undefined) add('idle_tag', node.place, idle)
      const use = taken(node.expression)
      if (use !== undefined) {
        const name = use.path.split('.').at(-1) ?? ''
        const known = kinds.get(use.path) ?? nameKind(name)
        if (known !== undefined && known !== use.kind && (known !== 'date' || use.kind === 'number'))
          add(
            'value_out_of_place',
            node.place,
            `"${use.path}" is ${kindInWords[known]}, and is written as ${kindInWords[use.kind]}.`,
          )
        else kinds.set(use.path, use.kind)
      }
      const [between, before] = [nodes[index - 1], nodes[index - 2]]
      if (
        between?.kind === 'literal' &&
        /^[ \t]{1,4}$/.test(between.text) &&
        before?.kind === 'value' &&
        wordsOf(before.expression) === wordsOf(node.expression)
      )
        add('idle_tag', node.place, 'The same value is written twice in a row.')
    })
  }
  for (const { nodes } of checked.fields) visit(nodes, [])
}
