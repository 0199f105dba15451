import type { Json, JsonObject, JsonSchema } from '@chancery/core'

/** Items of a list within a list, where nothing says how many there may be. */
const innerLength = 10
const longestOfAll = 1000
const maxDepth = 32

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Data with every list as long as it may get: by `maxItems` of the schema, or else `length`. The items are those that are
 * there, again and again.
 */
export function withLongLists(data: JsonObject, schema: JsonSchema | undefined, length: number): JsonObject {
  const lengthened = (value: Json, at: JsonSchema | undefined, isInner: boolean, depth: number): Json => {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return value
    if (Array.isArray(value)) {
      if (value.length === 0) return value
      const items = isSchema(at?.['items']) ? at['items'] : undefined
      const given = at?.['maxItems']
      const wanted = typeof given === 'number' ? Math.min(given, longestOfAll) : isInner ? innerLength : length
      const each = value.map((item) => lengthened(item, items, true, depth + 1))
      return Array.from({ length: Math.max(wanted, value.length) }, (_, index) => each[index % each.length] ?? null)
    }
    const properties = isSchema(at?.['properties']) ? at['properties'] : {}
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const own = Object.hasOwn(properties, key) ? properties[key] : undefined
        return [key, lengthened(inner, isSchema(own) ? own : undefined, isInner, depth + 1)]
      }),
    )
  }
  const properties = isSchema(schema?.['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, lengthened(value, isSchema(own) ? own : undefined, false, 0)]
    }),
  )
}
