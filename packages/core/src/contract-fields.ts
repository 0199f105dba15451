/* oxlint-disable no-underscore-dangle -- zod's own name for what is inside a schema */
import * as z from 'zod'

type Schema = z.core.$ZodType

/** The schemas that a value in this place may have, without what stands around them. */
export function alternatives(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return alternatives(def.innerType)
    case 'lazy':
      return alternatives(def.getter())
    case 'pipe':
      return alternatives(def.in)
    case 'union':
      return def.options.flatMap(alternatives)
    default:
      return [schema]
  }
}

/** The schemas that a value right inside a value of a schema may have. */
export function stepInto(schema: Schema, key: PropertyKey): Schema[] {
  if (schema instanceof z.core.$ZodArray) return [schema._zod.def.element]
  if (schema instanceof z.core.$ZodRecord) return [schema._zod.def.valueType]
  if (!(schema instanceof z.core.$ZodObject)) return []
  const field = schema._zod.def.shape[String(key)]
  return field === undefined ? [] : [field]
}

/** Names of the fields that an object may have at a path of a contract. */
export function fieldsAt(contract: Schema, path: readonly PropertyKey[]): readonly string[] {
  let level = alternatives(contract)
  for (const key of path) level = level.flatMap((schema) => stepInto(schema, key)).flatMap(alternatives)
  return [
    ...new Set(level.flatMap((each) => (each instanceof z.core.$ZodObject ? Object.keys(each._zod.def.shape) : []))),
  ]
}
