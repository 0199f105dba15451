import type { JsonSchema } from '@chancery/core'

/** One field of a request, an answer or a shape, for a table. */
export interface FieldRow {
  /** Path with dots; `[]` is each item of a list: `documents[].filled`. */
  readonly path: string
  /** In words; a shape goes by its name: `list of Finding`. */
  readonly type: string
  readonly required: boolean
  readonly description: string
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** The fields of a schema, each object's own below it. Shapes (named objects) are not opened: they have a table of their own. */
export function fieldRows(schema: JsonSchema, schemas: Schemas): readonly FieldRow[] {
  const rows: FieldRow[] = []
  collect(targetOf(schema, schemas), '', schemas, rows)
  return rows
}

/** Whether a named part is an object with fields, or may be one, and so worth a table. */
export const isShape = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && [schema, ...branchesOf(schema)].some(({ properties }) => properties !== undefined)

function collect(schema: JsonSchema, prefix: string, schemas: Schemas, rows: FieldRow[]): void {
  // At the top nothing goes by a name yet: a list or choice of shapes is opened.
  const opened = (part: JsonSchema): JsonSchema => (prefix === '' ? targetOf(part, schemas) : part)
  if (schema.items !== undefined) return collect(opened(schema.items as JsonSchema), `${prefix}[]`, schemas, rows)
  for (const branch of branchesOf(schema)) collect(opened(branch), prefix, schemas, rows)
  const required = (schema.required ?? []) as readonly string[]
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Schemas)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    // Branches of a union often share a field; it is listed once.
    if (rows.some((row) => row.path === path)) continue
    const target = targetOf(property, schemas)
    rows.push({
      path,
      type: typeText(property, schemas),
      required: required.includes(name),
      description: String(property.description ?? target.description ?? ''),
    })
    collect(nameIn(property) !== undefined && isShape(target) ? {} : property, path, schemas, rows)
  }
}

/** What a union offers; bare `required` branches only say which fields go together. */
const branchesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  ((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as readonly JsonSchema[]).filter(
    (branch) => branch.required === undefined || branch.properties !== undefined,
  )

const nameIn = (schema: JsonSchema): string | undefined =>
  typeof schema.$ref === 'string' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : undefined

/** What a schema leads to, by however many references; one that leads back to itself, to nothing. */
function targetOf(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const seen = new Set<string>()
  let target = schema
  for (let name = nameIn(target); name !== undefined; name = nameIn(target)) {
    if (seen.has(name)) return {}
    seen.add(name)
    target = schemas[name] ?? {}
  }
  return target
}

/** A type in words: `string`, `list of DocumentSource`, `"docx" or "pdf"`. */
function typeText(schema: JsonSchema, schemas: Schemas): string {
  const name = nameIn(schema)
  if (name !== undefined) {
    const target = schemas[name] ?? {}
    if (isShape(target)) return name
    // What lies within itself without being a shape is JSON of any kind.
    return JSON.stringify(target).includes(`/${name}"`) ? 'any JSON' : typeText(target, schemas)
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.contentEncoding === 'base64') return 'base64'
  if (schema.items !== undefined) return `list of ${typeText(schema.items as JsonSchema, schemas)}`
  const branches = branchesOf(schema)
  if (branches.length > 0) return [...new Set(branches.map((branch) => typeText(branch, schemas)))].join(' or ')
  const { additionalProperties } = schema
  if (schema.properties === undefined && typeof additionalProperties === 'object' && additionalProperties !== null) {
    return `object of ${typeText(additionalProperties as JsonSchema, schemas)}`
  }
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  const type = typeof schema.type === 'string' ? schema.type : 'any JSON'
  return typeof schema.format === 'string' ? `${type} (${schema.format})` : type
}
