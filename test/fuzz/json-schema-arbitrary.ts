import type { JsonSchema } from '@chancery/core'
import fc from 'fast-check'

/** What stands in for a schema, by the name of its shape (`DocumentSource`) or of its property (`locale`). */
export type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>

const maxItems = 4
const maxDepth = 5
const maxText = 60

/**
 * Values that fit a JSON Schema of draft 2020-12, as far as zod writes one: types, enums, unions, references, records,
 * bounds, patterns. Long lists and texts are not made long; what only code can check may not fit.
 */
export function jsonSchemaArbitrary(schema: JsonSchema, known: Arbitraries): fc.Arbitrary<unknown> {
  const shapes = (schema['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return arbitraryOf(schema, undefined, maxDepth)

  function arbitraryOf(at: JsonSchema, name: string | undefined, depth: number): fc.Arbitrary<unknown> {
    const shape = typeof at['$ref'] === 'string' ? at['$ref'].slice('#/$defs/'.length) : undefined
    const stand = known[shape ?? ''] ?? known[name ?? '']
    if (stand !== undefined) return stand
    if (shape !== undefined) return depth === 0 ? fc.constant(null) : arbitraryOf(shapes[shape] ?? {}, name, depth - 1)
    if ('const' in at) return fc.constant(at['const'])
    if (Array.isArray(at['enum'])) return fc.constantFrom(...(at['enum'] as unknown[]))
    const branches = (at['anyOf'] ?? (at['type'] === undefined ? at['oneOf'] : undefined)) as
      | readonly JsonSchema[]
      | undefined
    if (branches !== undefined) return fc.oneof(...branches.map((branch) => arbitraryOf(branch, name, depth)))
    return ofType(at, depth)
  }

  function ofType(at: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    switch (at['type']) {
      case 'object':
        return objectOf(at, depth)
      case 'array':
        return fc.array(arbitraryOf((at['items'] ?? {}) as JsonSchema, undefined, depth - 1), {
          minLength: numberOf(at['minItems'], 0),
          maxLength: depth <= 0 ? numberOf(at['minItems'], 0) : Math.min(numberOf(at['maxItems'], maxItems), maxItems),
        })
      case 'string':
        return textOf(at)
      case 'integer':
        return fc.integer({
          min: numberOf(at['minimum'], -1000),
          max: Math.min(numberOf(at['maximum'], 1000), 2 ** 31 - 1),
        })
      case 'number':
        return fc.double({ min: numberOf(at['minimum'], -1e9), max: numberOf(at['maximum'], 1e9), noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  function objectOf(at: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const properties = Object.entries((at['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
    if (
      properties.length === 0 &&
      typeof at['additionalProperties'] === 'object' &&
      at['additionalProperties'] !== null
    ) {
      const keys = textOf((at['propertyNames'] ?? { maxLength: 12 }) as JsonSchema)
      if (depth <= 0) return fc.constant({})
      return fc.dictionary(keys, arbitraryOf(at['additionalProperties'] as JsonSchema, undefined, depth - 1), {
        maxKeys: maxItems,
        noNullPrototype: true,
      })
    }
    const model = Object.fromEntries(properties.map(([key, property]) => [key, arbitraryOf(property, key, depth - 1)]))
    return fc.record(model, { requiredKeys: (at['required'] ?? []) as string[], noNullPrototype: true })
  }
}

function textOf(at: JsonSchema): fc.Arbitrary<string> {
  if (at['format'] === 'date-time') {
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString())
  }
  if (typeof at['pattern'] === 'string') return fc.stringMatching(new RegExp(at['pattern'], 'u'))
  const minLength = numberOf(at['minLength'], 0)
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(numberOf(at['maxLength'], maxText), maxText)) })
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
