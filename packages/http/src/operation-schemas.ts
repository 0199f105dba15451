import { finding, type JsonSchema, type Operation } from '@chancery/core'
import * as z from 'zod'

/** The contract of an operation as JSON Schema 2020-12, with its named parts under `$defs`. */
export interface OperationSchemas {
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** What a caller may send, and what it gets: the same field can be optional in one and certain in the other. */
export const schemasOf = (operation: Operation): OperationSchemas => ({
  input: jsonSchemaOf(operation.input, 'input'),
  output: jsonSchemaOf(operation.output, 'output'),
})

/** What goes with the data of every success. */
export const metaSchema = (): JsonSchema => jsonSchemaOf(meta, 'output')

const meta = z.object({
  requestId: z.string(),
  operation: z.string(),
  durationMs: z.number(),
  warnings: z.array(finding).describe('What was noticed on the way.'),
})

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => tidy(jsonSchema) }) as JsonSchema

/** Takes away what only makes the schema hard to read: the range of exact integers, the long patterns behind formats. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
}
