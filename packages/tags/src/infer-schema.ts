import type { JsonSchema } from '@chancery/core'
import type { Calculation, Expression, ItemExpression, PathExpression, PipeExpression } from './expression.ts'
import { findFormatter } from './formatters/registry.ts'
import { styledFormatters } from './formatters/styled.ts'
import { isBuiltIn } from './scope.ts'
import { pathsOf } from './reads.ts'
import { readsOutside, sectionKind } from './section-kind.ts'
import type { TemplateNode, ValueKind } from './template-node.ts'
import { ownPolicy } from './missing-policy.ts'

/** What a template does with one path of the data. */
interface Use {
  isText: boolean
  isList: boolean
  isCondition: boolean
  required: boolean
  /** JSON Schemas of what formatters take. */
  readonly takes: JsonSchema[]
  /** Values that it is compared with. */
  readonly comparedWith: Set<string | number | boolean>
  readonly properties: Map<string, Use>
  item: Use | undefined
  /** What it has under keys that the data decides. */
  entry: Use | undefined
}

type BinaryExpression = Extract<Expression, { kind: 'binary' }>

const newUse = (): Use => ({
  isText: false,
  isList: false,
  isCondition: false,
  required: false,
  takes: [],
  comparedWith: new Set(),
  properties: new Map(),
  item: undefined,
  entry: undefined,
})

/** Where names are looked up: the loops around, innermost last. */
interface Frame {
  readonly use: Use
  /** Path of the section, to tell `{#a}{a.b}{/a}` from a field of the item. */
  readonly path: string
  /** What tags gave names to, up to the tag that is looked at: these are no data. */
  variables: Variable | null
  readonly label: string | undefined
}

const frameOf = (use: Use, path = '', variables: Variable | null = null, label?: string): Frame => ({
  use,
  path,
  variables,
  label,
})

/** A name that a tag gave, with those that were known where it stands. */
interface Variable {
  readonly name: string
  readonly value: Expression
  readonly before: Variable | null
}

/** The variable that a path begins with. */
function variableAt({ segments, own, up }: PathExpression, known: Variable | null): Variable | null {
  if (own || up !== undefined) return null
  let at = known
  while (at !== null && at.name !== segments[0]) at = at.before
  return at
}

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
  const lists = new ListUses((path) => useAt(path, frames, outside), frame)
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
      collect(node.children, [...frames, frameOf(whole, path, frame.variables, node.label)], false, outside)
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
    const item = lists.itemOf(node.expression) ?? newUse()
    const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
    collect(node.children, [...frames, frameOf(item, path, frame.variables, node.label)], true, outside)
    collect(node.otherwise, frames, false, outside)
  }
}

/** The use of a path, made if new, in the scope that it most likely belongs to: the innermost loop, or what is around it. */
function useAt(path: PathExpression, all: readonly Frame[], outside: ReadonlySet<string>): Use | undefined {
  const { segments, own } = path
  const frames = framesOf(path, all)
  const first = segments[0]
  const innermost = frames.at(-1)
  if (innermost === undefined) return undefined
  if (first === undefined) return innermost.use
  if (isBuiltIn(segments)) return undefined
  let frame = innermost
  if (!own && frames.length > 1) {
    // A name of an outer loop, or an object that is read outside of loops, is not the item's.
    const owner = frames.findLast(({ path }) => path === first || path.startsWith(`${first}.`))
    const known = frames.findLast(({ use }, index) => index > 0 && use.properties.has(first))
    if (owner !== undefined) frame = frames[frames.indexOf(owner) - 1] ?? innermost
    else if (known !== undefined) frame = known
    else if (segments.length > 1 && outside.has(`${first}.`)) frame = frames[0] ?? innermost
  }
  return below(frame.use, segments)
}

/** The loops that a path is read in. */
function framesOf({ up, label }: PathExpression, all: readonly Frame[]): readonly Frame[] {
  if (label !== undefined) return all.slice(0, Math.max(1, all.findLastIndex((frame) => frame.label === label) + 1))
  return up === undefined ? all : all.slice(0, Math.max(1, all.length - up))
}

/** The use of what is read below another; made if new. */
function below(from: Use, segments: readonly string[]): Use {
  let use = from
  for (const segment of segments) {
    if (/^\d+$/.test(segment)) {
      use.isList = true
      use = use.item ??= newUse()
      continue
    }
    let next = use.properties.get(segment)
    if (next === undefined) {
      next = newUse()
      use.properties.set(segment, next)
    }
    use = next
  }
  return use
}

/** What a formatter's name says of its input, and its arguments of theirs. */
function noteFormatter(pipe: PipeExpression, lists: ListUses): void {
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

const literalText = (argument: PipeExpression['args'][number] | undefined): string | undefined =>
  argument?.kind === 'literal' ? String(argument.value) : undefined

/** The use of a field of an item; "." is the item. */
function fieldUse(item: Use, field: string): Use {
  if (field === '.' || field === '') return item
  const path: PathExpression = { kind: 'path', segments: field.split('.'), own: true, start: 0, end: 0 }
  return useAt(path, [frameOf(item)], new Set()) ?? item
}

/** Formatters that hand on what they take, as far as its kind goes. */
const keepsValue = new Set(['default', 'missing', ...styledFormatters.map(({ name }) => name)])
const keepsItems = new Set(['sort', 'filter', 'unique', 'reverse', 'limit', 'default', 'missing'])

/** Finds the uses that an expression's value stands for. */
class ListUses {
  private readonly find: (path: PathExpression) => Use | undefined
  private readonly frame: Frame

  constructor(find: (path: PathExpression) => Use | undefined, frame: Frame) {
    this.find = find
    this.frame = frame
  }

  /** The data that an expression hands on: through conditions, defaults, and the first or last of a list. */
  usesOf(expression: Expression, known = this.frame.variables): readonly Use[] {
    switch (expression.kind) {
      case 'path': {
        const variable = variableAt(expression, known)
        if (variable !== null)
          return this.usesOf(variable.value, variable.before).map((use) => below(use, expression.segments.slice(1)))
        const use = this.find(expression)
        return use === undefined ? [] : [use]
      }
      case 'item':
        return this.entriesOf(expression, known)
      case 'named':
        return this.usesOf(expression.otherwise, known)
      case 'pipe': {
        const name = findFormatter(expression.formatter.name)?.name ?? ''
        if (keepsValue.has(name)) return this.usesOf(expression.input, known)
        const item = name === 'first' || name === 'last' ? this.itemOf(expression.input, known) : undefined
        return item === undefined ? [] : [item]
      }
      case 'conditional':
        return [...this.usesOf(expression.consequent, known), ...this.usesOf(expression.alternate, known)]
      case 'binary':
        return expression.operator === '??'
          ? [...this.usesOf(expression.left, known), ...this.usesOf(expression.right, known)]
          : []
      default:
        return []
    }
  }

  /** What stands under a key: an item of a list, where the key is a place in it, else an entry of a dictionary. */
  private entriesOf({ of, key, segments }: ItemExpression, known: Variable | null): readonly Use[] {
    const keys = pathsOf(key)
    return this.usesOf(of, known).map((use) => {
      if (keys.length === 0) {
        use.isList = true
        return below((use.item ??= newUse()), segments)
      }
      for (const path of keys)
        for (const each of this.usesOf(path, known)) each.takes.push({ type: 'string', examples: [sampleKey] })
      return below((use.entry ??= newUse()), segments)
    })
  }

  /** The item of the list that an expression gives; what it is read from becomes a list by that. */
  itemOf(expression: Expression, known = this.frame.variables): Use | undefined {
    const variable = expression.kind === 'path' ? variableAt(expression, known) : null
    if (variable !== null && expression.kind === 'path' && expression.segments.length === 1)
      return this.itemOf(variable.value, variable.before)
    const name = expression.kind === 'pipe' ? (findFormatter(expression.formatter.name)?.name ?? '') : ''
    if (expression.kind !== 'pipe' || keepsValue.has(name) || name === 'first' || name === 'last') {
      const [use] = this.usesOf(expression, known)
      if (use === undefined) return undefined
      use.isList = true
      return (use.item ??= newUse())
    }
    const item = this.itemOf(expression.input, known)
    const field = literalText(expression.args[0])
    if (item === undefined || keepsItems.has(name)) return item
    if (name === 'map') return field === undefined ? undefined : fieldUse(item, field)
    if (name !== 'groupBy') return undefined
    const group = newUse()
    group.properties.set('key', field === undefined ? newUse() : fieldUse(item, field))
    group.properties.set('items', { ...newUse(), isList: true, item })
    group.properties.set('count', newUse())
    return group
  }
}

/** A key of dictionaries in sample data. */
const sampleKey = 'example'

const isCalculation = (operator: string): operator is Calculation => '+-*/'.includes(operator)

/** What is calculated with is a number; beside a text, `+` writes texts. */
function noteCalculation(expression: BinaryExpression, lists: ListUses): void {
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

function objectSchema(given: Use): JsonSchema {
  const properties = withFlatKeys(given)
  const required = properties.filter(([, use]) => use.required || hasRequired(use)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, use]) => [name, schemaOf(use)])),
    ...(required.length === 0 ? {} : { required }),
    // Which keys there are, the data decides; the one of sample data is named.
    ...(given.entry === undefined
      ? {}
      : { propertyNames: { examples: [sampleKey] }, additionalProperties: schemaOf(given.entry) }),
  }
}

/** The properties of an object; what is read below a text can only stand beside it: `x` and `x.y`. */
const withFlatKeys = ({ properties }: Use): readonly (readonly [string, Use])[] =>
  Array.from(properties).flatMap(([name, use]): (readonly [string, Use])[] =>
    isTextWithFields(use)
      ? [
          [name, { ...use, properties: new Map() }],
          ...withFlatKeys(use).map(([inner, each]): readonly [string, Use] => [`${name}.${inner}`, each]),
        ]
      : [[name, use]],
  )

const isTextWithFields = ({ isText, isList, properties, takes }: Use): boolean =>
  isText && !isList && properties.size > 0 && takes.length === 0

/** An object is required where something in it is. */
const hasRequired = (use: Use): boolean =>
  !use.isList &&
  !use.isCondition &&
  Array.from(use.properties.values()).some((inner) => inner.required || hasRequired(inner))

function schemaOf(use: Use): JsonSchema {
  if (use.entry !== undefined && !use.isList) return objectSchema(use)
  if (use.isList) return { type: 'array', items: use.item === undefined ? {} : itemSchema(use.item) }
  const isMoney = use.properties.size > 0 && use.takes.length > 0
  if (use.properties.size > 0 && !isMoney)
    return use.isCondition && !use.isText ? { ...objectSchema(use), type: ['object', 'null'] } : objectSchema(use)
  const compared = [...use.comparedWith]
  const examples = compared.length === 0 ? {} : { examples: compared }
  if (use.takes.length > 0) return merged(use.takes)
  if (compared.length > 0) {
    const types = [...new Set(compared.map((value) => typeof value))]
    return { type: types.length === 1 ? types[0] : types, ...examples }
  }
  if (use.isText) return { type: ['string', 'number', ...(use.isCondition ? ['boolean', 'null'] : [])] }
  return {}
}

const itemSchema = (item: Use): JsonSchema =>
  item.properties.size > 0 && !isTextWithFields(item)
    ? objectSchema(item)
    : item.isList || item.isText || item.takes.length > 0
      ? schemaOf(item)
      : {}

/** Several formatters on one path: the most telling one wins (a format or a number before plain text). */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const rank = (schema: JsonSchema): number =>
    'pattern' in schema || schema['type'] === 'number'
      ? 3
      : 'format' in schema
        ? 'examples' in schema
          ? 2.5
          : 2
        : 'examples' in schema
          ? 1
          : 0
  return schemas.reduce((best, each) => (rank(each) > rank(best) ? each : best))
}
