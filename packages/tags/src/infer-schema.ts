import type { JsonSchema } from '@chancery/core'
import type { Expression, PathExpression } from './expression.ts'
import { findFormatter } from './formatters/registry.ts'
import { builtInNames } from './scope.ts'
import { readsOutside, sectionKind } from './section-kind.ts'
import type { TemplateNode } from './template-node.ts'

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
}

const newUse = (): Use => ({
  isText: false,
  isList: false,
  isCondition: false,
  required: false,
  takes: [],
  comparedWith: new Set(),
  properties: new Map(),
  item: undefined,
})

/** Where names are looked up: the loops around, innermost last. */
interface Frame {
  readonly use: Use
  /** Path of the section, to tell `{#a}{a.b}{/a}` from a field of the item. */
  readonly path: string
}

/**
 * JSON Schema 2020-12 of the data that a template wants, from how it uses it: a loop is a list of objects (of texts where
 * only the item itself is written), a formatter gives type and format, what stands only inside conditions or has a
 * default is not required. Further properties are allowed.
 */
export function inferSchema<Place>(nodes: readonly TemplateNode<Place>[]): JsonSchema {
  const root = newUse()
  collect(nodes, [{ use: root, path: '' }], true, readsOutside(nodes))
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...objectSchema(root) }
}

function collect<Place>(
  nodes: readonly TemplateNode<Place>[],
  frames: readonly Frame[],
  required: boolean,
  outside: ReadonlySet<string>,
): void {
  const find = (path: PathExpression): Use | undefined => useAt(path, frames, outside)
  const read = (expression: Expression, how: 'text' | 'condition' | 'value', isRequired: boolean): void => {
    switch (expression.kind) {
      case 'literal':
        return
      case 'path': {
        const use = find(expression)
        if (use === undefined) return
        if (how === 'text') use.isText = true
        if (how === 'condition') use.isCondition = true
        use.required ||= isRequired && how !== 'condition'
        return
      }
      case 'pipe': {
        const descriptor = findFormatter(expression.formatter.name)
        read(expression.input, 'value', isRequired && descriptor?.fillsMissing === undefined)
        noteFormatter(expression, find)
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
        noteComparison(expression, find)
        read(expression.left, 'condition', false)
        read(expression.right, 'condition', false)
    }
  }
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    if (node.kind !== 'section') {
      read(node.expression, node.kind === 'value' ? 'text' : 'value', required)
      continue
    }
    const kind = sectionKind(node, outside)
    if (kind !== 'loop') {
      read(node.expression, 'condition', false)
      collect(node.children, frames, false, outside)
      collect(node.otherwise, frames, false, outside)
      continue
    }
    read(node.expression, 'value', required)
    const list = node.expression.kind === 'path' ? find(node.expression) : undefined
    const item = list === undefined ? newUse() : (list.item ??= newUse())
    if (list !== undefined) list.isList = true
    const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
    collect(node.children, [...frames, { use: item, path }], true, outside)
    collect(node.otherwise, frames, false, outside)
  }
}

/** The use of a path, made if new, in the scope that it most likely belongs to: the innermost loop, or what is around it. */
function useAt(
  { segments, own }: PathExpression,
  frames: readonly Frame[],
  outside: ReadonlySet<string>,
): Use | undefined {
  const first = segments[0]
  const innermost = frames.at(-1)
  if (innermost === undefined) return undefined
  if (first === undefined) return innermost.use
  if (segments.length === 1 && builtInNames.has(first)) return undefined
  let frame = innermost
  if (!own && frames.length > 1) {
    // A name of an outer loop, or an object that is read outside of loops, is not the item's.
    const owner = frames.findLast(({ path }) => path === first || path.startsWith(`${first}.`))
    const known = frames.findLast(({ use }, index) => index > 0 && use.properties.has(first))
    if (owner !== undefined) frame = frames[frames.indexOf(owner) - 1] ?? innermost
    else if (known !== undefined) frame = known
    else if (segments.length > 1 && outside.has(`${first}.`)) frame = frames[0] ?? innermost
  }
  let use = frame.use
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
function noteFormatter(
  pipe: Extract<Expression, { kind: 'pipe' }>,
  find: (path: PathExpression) => Use | undefined,
): void {
  const descriptor = findFormatter(pipe.formatter.name)
  if (descriptor === undefined) return
  for (const [index, argument] of pipe.args.entries()) {
    const wanted = descriptor.args[index]
    const use = argument.kind === 'path' ? find(argument) : undefined
    if (use !== undefined && wanted !== undefined) {
      use.takes.push({ type: wanted.kind === 'number' ? 'number' : 'string', examples: [wanted.sample] })
    }
  }
  for (const input of inputsOf(pipe.input)) {
    const use = find(input)
    if (use === undefined) continue
    if (descriptor.takes === 'list') {
      use.isList = true
      const field = pipe.args[0]
      if ((descriptor.name === 'sum' || descriptor.name === 'map') && field?.kind === 'literal') {
        const inner = useAt(
          { ...field, kind: 'path', segments: String(field.value).split('.'), own: true },
          [{ use: (use.item ??= newUse()), path: '' }],
          new Set(),
        )
        if (descriptor.name === 'sum') inner?.takes.push({ type: 'number' })
        else if (inner !== undefined) inner.isText = true
      } else if (descriptor.name === 'sum') (use.item ??= newUse()).takes.push({ type: 'number' })
    } else if (Object.keys(descriptor.schema).length > 0) use.takes.push(descriptor.schema)
    else if (descriptor.name === 'plural') use.takes.push({ type: 'number' })
    else use.isText = true
  }
}

/** The paths that a formatter works on directly: through conditions, defaults, and the formatters that keep the kind. */
function inputsOf(expression: Expression): readonly PathExpression[] {
  switch (expression.kind) {
    case 'path':
      return [expression]
    case 'pipe':
      return expression.formatter.name.toLowerCase() === 'default' ? inputsOf(expression.input) : []
    case 'conditional':
      return [...inputsOf(expression.consequent), ...inputsOf(expression.alternate)]
    case 'binary':
      return expression.operator === '??' ? [...inputsOf(expression.left), ...inputsOf(expression.right)] : []
    default:
      return []
  }
}

function noteComparison(
  { left, right, operator }: Extract<Expression, { kind: 'binary' }>,
  find: (path: PathExpression) => Use | undefined,
): void {
  if (operator === 'and' || operator === 'or') return
  for (const [path, literal] of [
    [left, right],
    [right, left],
  ] as const) {
    if (path.kind === 'path' && literal.kind === 'literal' && literal.value !== null)
      find(path)?.comparedWith.add(literal.value)
  }
}

function objectSchema({ properties }: Use): JsonSchema {
  const required = Array.from(properties)
    .filter(([, use]) => use.required || hasRequired(use))
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from(properties, ([name, use]) => [name, schemaOf(use)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** An object is required where something in it is. */
const hasRequired = (use: Use): boolean =>
  !use.isList &&
  !use.isCondition &&
  Array.from(use.properties.values()).some((inner) => inner.required || hasRequired(inner))

function schemaOf(use: Use): JsonSchema {
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
  item.properties.size > 0
    ? objectSchema(item)
    : item.isList || item.isText || item.takes.length > 0
      ? schemaOf(item)
      : {}

/** Several formatters on one path: the most telling one wins (a format or a number before plain text). */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const rank = (schema: JsonSchema): number =>
    'pattern' in schema || schema['type'] === 'number' ? 3 : 'format' in schema ? 2 : 'examples' in schema ? 1 : 0
  return schemas.reduce((best, each) => (rank(each) > rank(best) ? each : best))
}
