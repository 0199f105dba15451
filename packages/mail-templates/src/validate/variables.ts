import type { JsonSchema, TemplateVariable } from '@chancery/core'
import { pathsOf } from '@chancery/tags'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { Node, Place } from '../parse/parse-template.ts'

/** A value of the template, and where it is first written. */
export interface PlacedVariable {
  readonly variable: TemplateVariable
  readonly place: Place
}

/** Most values that are listed. */
const maxVariables = 2000

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  const property = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isSchema(property) ? property : undefined
}

interface Found {
  readonly schema: JsonSchema
  readonly required: boolean
}

/** Looks paths up in the schema of a template, which may require a hundred thousand names at one place. */
class SchemaPaths {
  private readonly schema: JsonSchema
  private readonly required = new Map<unknown, ReadonlySet<unknown>>()

  constructor(schema: JsonSchema) {
    this.schema = schema
  }

  /** What the schema says at a path; items of lists and entries of dictionaries are at the path of those. */
  at(path: readonly string[]): Found | undefined {
    let at = this.schema
    let required = true
    for (const segment of path) {
      while (isSchema(at['items'])) at = at['items']
      while (propertyOf(at, segment) === undefined && isSchema(at['additionalProperties']))
        at = at['additionalProperties']
      const next = propertyOf(at, segment)
      if (next === undefined) return undefined
      required = this.namesOf(at['required']).has(segment)
      at = next
    }
    return { schema: at, required }
  }

  private namesOf(list: unknown): ReadonlySet<unknown> {
    const known = this.required.get(list)
    if (known !== undefined) return known
    const names = new Set<unknown>(Array.isArray(list) ? list : [])
    this.required.set(list, names)
    return names
  }
}

/** Every value that a template reads, by its path from the outermost context. */
export function variablesOf({ fields }: CheckedTemplate, schema: JsonSchema): readonly PlacedVariable[] {
  const found = new Map<string, { path: string; fields: Set<string>; occurrences: number; place: Place; of: Found }>()
  const paths = new SchemaPaths(schema)
  /** The path in the innermost context that has it. */
  const resolve = (segments: readonly string[], contexts: readonly (readonly string[])[]) => {
    for (let index = contexts.length - 1; index >= 0; index -= 1) {
      const path = [...(contexts[index] ?? []), ...segments]
      const of = paths.at(path)
      if (of !== undefined) return { path, of }
    }
    return undefined
  }
  const visit = (nodes: readonly Node[], contexts: readonly (readonly string[])[]): void => {
    for (const node of nodes) {
      if (node.kind === 'literal') continue
      for (const { segments } of pathsOf(node.expression)) {
        const at = segments.length === 0 ? undefined : resolve(segments, contexts)
        if (at === undefined) continue
        const path = at.path.join('.')
        const known = found.get(path)
        if (known === undefined) {
          if (found.size < maxVariables)
            found.set(path, {
              path,
              fields: new Set([node.place.field.name]),
              occurrences: 1,
              place: node.place,
              of: at.of,
            })
        } else {
          known.occurrences += 1
          known.fields.add(node.place.field.name)
        }
      }
      if (node.kind !== 'section') continue
      const list = node.expression.kind === 'path' ? resolve(node.expression.segments, contexts) : undefined
      const isContext = list?.of.schema['type'] === 'array' || isSchema(list?.of.schema['properties'])
      visit(node.children, isContext && list !== undefined ? [...contexts, list.path] : contexts)
      visit(node.otherwise, contexts)
    }
  }
  for (const { nodes } of fields) visit(nodes, [[]])
  return Array.from(found.values(), ({ path, fields: names, occurrences, place, of }) => {
    const types = [of.schema['type']].flat().filter((type) => typeof type === 'string')
    const [type] = types
    const variable = { path, fields: [...names], occurrences, required: of.required }
    return { variable: type === undefined ? variable : { ...variable, type }, place }
  })
}
