import type { JsonSchema } from '@chancery/core'
import { newUse, type Use } from './data-use.ts'
import type { Calculation, Expression, PathExpression, PipeExpression } from '../syntax/expression.ts'
import { findFormatter } from '../formatters/registry.ts'
import { ownPolicy } from '../fill/missing-policy.ts'
import { objectSchema } from './schema-of-use.ts'
import { readsInside, readsOutside, sectionKind } from '../template/section-kind.ts'
import type { TemplateNode, ValueKind } from '../template/template-node.ts'
import { fieldUse, type Frame, frameOf, UseLookup, literalText, useAt } from './use-lookup.ts'

type BinaryExpression = Extract<Expression, { kind: 'binary' }>

/**
 * JSON Schema 2020-12 of the data that a template wants, from how it uses it: a loop is a list of objects (of texts where
 * only the item itself is written), a formatter gives type and format, what stands only inside conditions or has a
 * default or its own policy for missing values is not required. Further properties are allowed.
 */
export function inferSchema<Place>(nodes: readonly TemplateNode<Place>[]): JsonSchema {
  const root = newUse()
  collect(nodes, [frameOf(root)], true, readsOutside(nodes))
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...objectSchema(root) }
}

function collect<Place>(
  nodes: readonly TemplateNode<Place>[],
  frames: readonly Frame[],
  required: boolean,
  outside: ReadonlySet<string>,
): void {
  const frame = frames.at(-1) ?? frameOf(newUse())
  const lists = new UseLookup((path) => useAt(path, frames, outside), frame)
  const find = (path: PathExpression): Use | undefined => lists.usesOf(path)[0]
  const read = (expression: Expression, how: 'text' | 'condition' | 'value', isRequired: boolean): void => {
    switch (expression.kind) {
      case 'literal':
        return
      case 'path': {
        const use = find(expression)
        if (use === undefined) return
        if (how === 'text') use.isText = true
        if (how === 'condition') use.isCondition = true
        use.required ||= isRequired && how !== 'condition' && expression.absent === undefined
        return
      }
      case 'item': {
        const [use] = lists.usesOf(expression)
        if (use !== undefined) use.isText ||= how === 'text'
        read(expression.of, 'value', isRequired)
        read(expression.key, 'value', isRequired)
        return
      }
      case 'named':
        read(expression.otherwise, how, isRequired)
        return
      case 'assign':
        read(expression.value, 'value', isRequired)
        frame.variables = { name: expression.name, value: expression.value, before: frame.variables }
        return
      case 'pipe': {
        const descriptor = findFormatter(expression.formatter.name)
        read(expression.input, 'value', isRequired && descriptor?.fillsMissing === undefined)
        noteFormatter(expression, lists)
        for (const argument of expression.args)
          read(argument, 'value', isRequired && descriptor?.fillsMissing === undefined)
        return
      }
      case 'conditional':
        read(expression.test, 'condition', false)
        read(expression.consequent, how, false)
        read(expression.alternate, how, false)
        return
      case 'not':
        read(expression.operand, 'condition', false)
        return
      default:
        if (expression.operator === '??') {
          read(expression.left, how, false)
          read(expression.right, how, isRequired)
          return
        }
        if (isCalculation(expression.operator)) {
          noteCalculation(expression, lists)
          read(expression.left, 'value', isRequired)
          read(expression.right, 'value', isRequired)
          return
        }
        noteComparison(expression, find)
        read(expression.left, 'condition', false)
        read(expression.right, 'condition', false)
    }
  }
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    if (node.kind !== 'section') {
      const mayMiss = (ownPolicy(node.expression) ?? 'error') !== 'error'
      read(node.expression, node.kind === 'value' ? 'text' : 'value', required && !mayMiss)
      const takes = bySign[node.kind]
      if (takes !== undefined) for (const use of lists.usesOf(node.expression)) use.takes.push(takes)
      continue
    }
    const kind = sectionKind(node, outside)
    const [whole] = node.over === 'whole' && !node.inverted ? lists.usesOf(node.expression) : []
    if (whole !== undefined) {
      read(node.expression, 'condition', false)
      const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
      collect(
        node.children,
        [...frames, frameOf(whole, { path, variables: frame.variables, label: node.label })],
        false,
        outside,
      )
      collect(node.otherwise, frames, false, outside)
      continue
    }
    if (kind !== 'loop') {
      read(node.expression, 'condition', false)
      collect(node.children, frames, false, outside)
      collect(node.otherwise, frames, false, outside)
      continue
    }
    read(node.expression, 'value', required)
    const item = (readsKeys(node.children) ? lists.valueOf(node.expression) : lists.itemOf(node.expression)) ?? newUse()
    const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
    collect(
      node.children,
      [
        ...frames,
        frameOf(item, { path, variables: frame.variables, label: node.label, isPlain: writesItem(node.children) }),
      ],
      true,
      outside,
    )
    collect(node.otherwise, frames, false, outside)
  }
}

/** Whether a loop writes the keys of what it goes through, so that it is a dictionary. */
const readsKeys = <Place>(children: readonly TemplateNode<Place>[]): boolean =>
  readsInside(children).some(
    (read) => read.segments[0] === '$key' && read.up === undefined && read.loopsUp === undefined,
  )

/** Whether a loop writes its item as a text. */
const writesItem = <Place>(children: readonly TemplateNode<Place>[]): boolean =>
  readsInside(children).some(
    (read) => read.kind === 'path' && read.own && read.up === undefined && read.segments.length === 0,
  )

/** What a formatter's name says of its input, and its arguments of theirs. */
function noteFormatter(pipe: PipeExpression, lists: UseLookup): void {
  const descriptor = findFormatter(pipe.formatter.name)
  if (descriptor === undefined) return
  for (const [index, argument] of pipe.args.entries()) {
    const wanted = descriptor.args[index]
    if (wanted === undefined) continue
    const type = typeof wanted.sample === 'number' ? 'number' : 'string'
    for (const use of lists.usesOf(argument)) use.takes.push({ type, examples: [wanted.sample] })
  }
  if (descriptor.takes === 'list') {
    const item = lists.itemOf(pipe.input)
    if (item !== undefined) noteItems(descriptor.name, pipe.args, item)
    return
  }
  for (const use of lists.usesOf(pipe.input)) {
    const literals = pipe.args.map((argument) => (argument.kind === 'literal' ? argument.value : undefined))
    const schema = descriptor.schemaFor?.(literals) ?? descriptor.schema
    if (Object.keys(schema).length > 0) use.takes.push(schema)
    else if (descriptor.name === 'plural') use.takes.push({ type: 'number' })
    else use.isText = true
  }
}

const ofNumbers = new Set(['sum', 'avg', 'min', 'max'])
const byField = new Set(['map', 'sort', 'groupBy', 'unique'])

/** What a formatter of lists says of their items, or of the field that it names. */
function noteItems(name: string, args: PipeExpression['args'], item: Use): void {
  const field = ofNumbers.has(name) || byField.has(name) || name === 'filter' ? literalText(args[0]) : undefined
  const isDirection = name === 'sort' && args.length === 1 && (field === 'asc' || field === 'desc')
  const use = field === undefined || isDirection ? item : fieldUse(item, field)
  if (ofNumbers.has(name)) use.takes.push({ type: 'number' })
  else if (byField.has(name) && use !== item) use.isText = true
  else if (name === 'join' || name === 'list') item.isText = true
  else if (name === 'filter' && args.length > 1) {
    const [, second, third] = args
    const operator = third === undefined ? '==' : literalText(second)
    const wanted = third ?? second
    if (wanted?.kind === 'literal' && wanted.value !== null) noteFilter(use, operator, wanted.value)
  }
}

/** So that sample data passes the filter. */
function noteFilter(use: Use, operator: string | undefined, wanted: string | number | boolean): void {
  const shift = operator === '>' ? 1 : operator === '<' ? -1 : 0
  if (typeof wanted === 'number') use.takes.push({ type: 'number', examples: [wanted + shift] })
  else if (operator !== '!=') use.comparedWith.add(wanted)
}

const isCalculation = (operator: string): operator is Calculation => '+-*/'.includes(operator)

/** What is calculated with is a number; beside a text, `+` writes texts. */
function noteCalculation(expression: BinaryExpression, lists: UseLookup): void {
  const isText = expression.operator === '+' && (writesText(expression.left) || writesText(expression.right))
  for (const side of [expression.left, expression.right]) {
    for (const use of lists.usesOf(side)) {
      if (isText) use.isText = true
      else use.takes.push({ type: 'number' })
    }
  }
}

/** Whether a text stands in a row of additions. */
const writesText = (expression: Expression): boolean =>
  (expression.kind === 'literal' && typeof expression.value === 'string') ||
  (expression.kind === 'pipe' && findFormatter(expression.formatter.name)?.gives === 'text') ||
  (expression.kind === 'binary' &&
    expression.operator === '+' &&
    (writesText(expression.left) || writesText(expression.right)))

/** What the tags with a sign take. */
const bySign: Readonly<Partial<Record<ValueKind, JsonSchema>>> = {
  image: findFormatter('image')?.schema ?? {},
  rich: { type: 'string' },
  raw: { type: 'string', contentMediaType: 'application/xml', examples: ['<w:p><w:r><w:t>Example</w:t></w:r></w:p>'] },
}

function noteComparison(
  { left, right, operator }: BinaryExpression,
  find: (path: PathExpression) => Use | undefined,
): void {
  if (operator === 'and' || operator === 'or') return
  for (const [path, literal] of [
    [left, right],
    [right, left],
  ] as const) {
    if (path.kind === 'path' && literal.kind === 'literal' && literal.value !== null && literal.value !== path.absent)
      find(path)?.comparedWith.add(literal.value)
  }
}
