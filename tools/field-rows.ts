/** One line of a table of fields. */
export interface FieldRow {
  readonly path: string
  readonly type: string
  readonly about: string
}

type Schema = { readonly [keyword: string]: unknown }

/** Deeper fields are described by their own shapes' pages of the OpenAPI document. */
const maxDepth = 4

/** The fields of a JSON Schema as flat lines: `items[].name`, its type, and what is known of it. */
export function fieldRows(root: Schema): FieldRow[] {
  const definitions = (root['$defs'] ?? {}) as Record<string, Schema>
  const rows: FieldRow[] = []

  const resolve = (schema: Schema): Schema => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined
    return name === undefined ? schema : { ...definitions[name], ...omitReference(schema) }
  }

  const walk = (schema: Schema, path: string, depth: number, seen: readonly string[]): void => {
    const required = new Set((schema['required'] ?? []) as readonly string[])
    for (const [name, raw] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
      const at = path === '' ? name : `${path}.${name}`
      const property = resolve(raw)
      rows.push({ path: at, type: typeOf(property, resolve), about: aboutOf(property, required.has(name)) })
      descend(raw, at, depth, seen)
    }
  }

  const descend = (raw: Schema, path: string, depth: number, seen: readonly string[]): void => {
    const reference = typeof raw['$ref'] === 'string' ? raw['$ref'] : undefined
    if (depth >= maxDepth || (reference !== undefined && seen.includes(reference))) return
    const schema = resolve(raw)
    const next = reference === undefined ? seen : [...seen, reference]
    if (schema['properties'] !== undefined) walk(schema, path, depth + 1, next)
    if (schema['items'] !== undefined) descend(schema['items'] as Schema, `${path}[]`, depth, next)
  }

  walk(resolve(root), '', 0, [])
  return rows
}

const omitReference = ({ $ref: _reference, ...rest }: Schema): Schema => rest

function typeOf(schema: Schema, resolve: (schema: Schema) => Schema): string {
  const values = schema['enum'] as readonly unknown[] | undefined
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(' ')
  if (schema['const'] !== undefined) return `\`${String(schema['const'])}\``
  const branches = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined
  if (branches !== undefined && schema['properties'] === undefined) {
    return [...new Set(branches.map((branch) => typeOf(resolve(branch), resolve)))].join(' or ')
  }
  if (schema['type'] === 'array') {
    return `list of ${schema['items'] === undefined ? 'any' : typeOf(resolve(schema['items'] as Schema), resolve)}`
  }
  const { title, id } = schema as { title?: string; id?: string }
  return title ?? id ?? (typeof schema['type'] === 'string' ? schema['type'] : 'any')
}

function aboutOf(schema: Schema, required: boolean): string {
  const parts = [
    required && schema['default'] === undefined ? 'Required.' : '',
    typeof schema['description'] === 'string' ? schema['description'] : '',
    schema['default'] === undefined ? '' : `Default \`${JSON.stringify(schema['default'])}\`.`,
  ]
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
}
