import type { Contract } from '@chancery/core'
import { createComponentSchemas } from './component-schemas.ts'
import { type FieldRow, fieldRows } from './field-rows.ts'
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
