import { type Contract, finding, type JsonSchema } from '@chancery/core'
import * as z from 'zod'

/** The contract of an operation as JSON Schema 2020-12, with its named parts under `$defs`. */
export interface OperationSchemas {
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** What a caller may send, and what it gets: the same field can be optional in one and certain in the other. */
export const schemasOf = (operation: Contract): OperationSchemas => ({
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
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema, io),
  }) as JsonSchema

/**
 * Takes away what only makes the schema hard to read or to work with: the range of exact integers, the long patterns
 * behind formats, that names are strings, and the grammar of JSON itself, which is recursive.
 */
function tidy(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
  if (schema.id === 'Json') delete schema.$ref
  if (isAnyName(schema.propertyNames)) delete schema.propertyNames
  tellDefault(schema, io)
}

const isAnyName = (names: unknown): boolean => JSON.stringify(names) === '{"type":"string"}'

/**
 * Says a default in words. Generators of clients read the keyword as "it is always there" and want the field of every
 * request; in an answer it says nothing, as the field is there.
 */
function tellDefault(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (schema.default === undefined) return
  if (io === 'input') {
    const told = `Default: \`${JSON.stringify(schema.default)}\`.`
    schema.description = schema.description === undefined ? told : `${schema.description} ${told}`
  }
  delete schema.default
}
