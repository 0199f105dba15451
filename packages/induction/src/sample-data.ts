import type { Json, JsonObject, JsonSchema } from '@chancery/core'
import { eachPiece, type Condition, type TemplateNode, type Variable } from './template.ts'

const conditionValue = ({ present, inverted }: Condition, instance: number): boolean =>
  present[instance] === true ? !inverted : inverted

/** Sets a value at a data path, in objects that are made where they are not there. */
const setPath = (data: Record<string, Json>, path: string, value: Json): void => {
  const dot = path.indexOf('.')
  if (dot === -1) {
    data[path] = value
    return
  }
  const known = data[path.slice(0, dot)]
  const inner: Record<string, Json> = { ...(isObject(known) ? known : {}) }
  setPath(inner, path.slice(dot + 1), value)
  data[path.slice(0, dot)] = inner
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const collect = (nodes: readonly TemplateNode[], instance: number, data: Record<string, Json>): void => {
  for (const node of nodes) {
    if (node.kind === 'leaf') {
      for (const slot of node.slots) {
        eachPiece(slot, (piece) => {
          if (piece.kind === 'option') data[piece.condition.name] = conditionValue(piece.condition, instance)
          if (piece.kind !== 'variable') return
          const value = piece.variable.values[instance]
          if (value !== undefined) setPath(data, piece.variable.name, value)
        })
      }
    } else if (node.kind === 'group') collect(node.head ? [node.head, ...node.children] : node.children, instance, data)
    else if (node.kind === 'option') {
      data[node.condition.name] = conditionValue(node.condition, instance)
      collect(node.children, instance, data)
    } else {
      const rounds = node.scope.instances.flatMap(({ parent }, round) =>
        parent === instance ? [dataOf(node.children, round)] : [],
      )
      // Two loops may read one list, each its own fields of it.
      const known = data[node.name]
      data[node.name] = Array.isArray(known)
        ? rounds.map((round, index) => ({ ...(known[index] as JsonObject), ...round }))
        : rounds
    }
  }
}

/** What fills the template to the text of one instance of its scope (of the whole: one sample). */
export const dataOf = (nodes: readonly TemplateNode[], instance: number): JsonObject => {
  const data: Record<string, Json> = {}
  collect(nodes, instance, data)
  return data
}

const variableSchema = ({ type, values }: Variable): JsonSchema => {
  if (type === 'email') return { type: 'string', format: 'email' }
  if (type === 'url') return { type: 'string', format: 'uri-reference' }
  const example = values.find((value) => value !== undefined && value !== '')
  const described =
    type === 'text' ? 'Text, as it is to be written.' : `A value of type ${type}, as it is to be written.`
  return { type: 'string', description: described, ...(example === undefined ? {} : { examples: [example] }) }
}

interface Described {
  readonly properties: Record<string, JsonSchema>
  readonly required: Set<string>
  /** What all loops over one list show of it. */
  readonly loops: Map<string, TemplateNode[]>
}

const describe = (nodes: readonly TemplateNode[], described: Described): void => {
  const { properties, required, loops } = described
  const condition = ({ name }: Condition): void => {
    properties[name] = { type: 'boolean' }
    required.add(name)
  }
  for (const node of nodes) {
    if (node.kind === 'leaf') {
      for (const slot of node.slots) {
        eachPiece(slot, (piece) => {
          if (piece.kind === 'option') condition(piece.condition)
          if (piece.kind !== 'variable') return
          properties[piece.variable.name] = variableSchema(piece.variable)
          if (piece.variable.values.every((value) => value !== undefined)) required.add(piece.variable.name)
        })
      }
    } else if (node.kind === 'group') describe(node.head ? [node.head, ...node.children] : node.children, described)
    else if (node.kind === 'option') {
      condition(node.condition)
      describe(node.children, described)
    } else {
      const rounds = loops.get(node.name) ?? []
      for (const item of node.children) rounds.push(item)
      loops.set(node.name, rounds)
      required.add(node.name)
    }
  }
}

const objectSchema = (nodes: readonly TemplateNode[]): JsonSchema => {
  const described: Described = { properties: {}, required: new Set(), loops: new Map() }
  describe(nodes, described)
  const { properties, required, loops } = described
  for (const [name, rounds] of loops) properties[name] = { type: 'array', items: objectSchema(rounds) }
  return nested(Object.entries(properties), required)
}

/** The schema of an object whose members are named by data paths. */
const nested = (
  members: readonly (readonly [path: string, schema: JsonSchema])[],
  required: ReadonlySet<string>,
): JsonSchema => {
  const properties: Record<string, JsonSchema> = {}
  const below = new Map<string, (readonly [string, JsonSchema])[]>()
  for (const [path, schema] of members) {
    const dot = path.indexOf('.')
    if (dot === -1) properties[path] = schema
    else {
      const list = below.get(path.slice(0, dot)) ?? []
      list.push([path.slice(dot + 1), schema])
      below.set(path.slice(0, dot), list)
    }
  }
  const needed = new Set([...required].filter((path) => !path.includes('.')))
  for (const [name, list] of below) {
    const inner = [...required].flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))
    if (inner.length > 0) needed.add(name)
    properties[name] = nested(list, new Set(inner))
  }
  return { type: 'object', properties, required: [...needed] }
}

/** JSON Schema 2020-12 of the data; what every sample has is required. Values are strings, as written in the samples. */
export const schemaOf = (nodes: readonly TemplateNode[]): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...objectSchema(nodes),
})
