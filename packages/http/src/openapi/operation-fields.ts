import type { Contract } from '@chancery/core'
import { createComponentSchemas } from './component-schemas.ts'
import { type FieldRow, fieldRows, isShape } from './field-rows.ts'
import { schemasOf } from './operation-schemas.ts'

/** The fields of an operation's request and answer as flat tables, for written docs. */
export function operationFields(operation: Contract): {
  readonly input: readonly FieldRow[]
  readonly output: readonly FieldRow[]
} {
  const components = createComponentSchemas({})
  const { input, output } = schemasOf(operation)
  const [request, answer] = [components.add('Input', input), components.add('Output', output)]
  const schemas = components.all()
  return { input: fieldRows(request, schemas), output: fieldRows(answer, schemas) }
}

/** A named part of requests or answers, as a flat table. */
export interface ShapeFields {
  readonly name: string
  readonly description: string
  readonly fields: readonly FieldRow[]
}

/** The shapes that operations have in their requests and answers, by name, each as a table of its own. */
export function shapeFields(operations: readonly Contract[]): readonly ShapeFields[] {
  const shapes = new Map<string, ShapeFields>()
  for (const operation of operations) {
    const components = createComponentSchemas({})
    const { input, output } = schemasOf(operation)
    components.add('Input', input)
    components.add('Output', output)
    const schemas = components.all()
    for (const [name, schema] of Object.entries(schemas)) {
      if (/^(?:In|Out)put$/.test(name) || shapes.has(name) || !isShape(schema)) continue
      shapes.set(name, { name, description: String(schema.description ?? ''), fields: fieldRows(schema, schemas) })
    }
  }
  return [...shapes.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
