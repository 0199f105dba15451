import type { JsonSchema } from '@chancery/core'
import { sampleKey, type Use } from './data-use.ts'

/** JSON Schema of an object, by how a template uses it; further properties are allowed. */
export function objectSchema(given: Use): JsonSchema {
  const properties = withFlatKeys(given)
  const required = properties.filter(([, use]) => use.required || hasRequired(use)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, use]) => [name, schemaOf(use)])),
    ...(required.length === 0 ? {} : { required }),
    // Which keys there are, the data decides; the one of sample data is named.
    ...(given.entry === undefined
      ? {}
      : { propertyNames: { examples: [sampleKey] }, additionalProperties: schemaOf(given.entry) }),
  }
}

/** The properties of an object; what is read below a text can only stand beside it: `x` and `x.y`. */
const withFlatKeys = ({ properties }: Use): readonly (readonly [string, Use])[] =>
  Array.from(properties).flatMap(([name, use]): (readonly [string, Use])[] =>
    isTextWithFields(use)
      ? [
          [name, { ...use, properties: new Map() }],
          ...withFlatKeys(use).map(([inner, each]): readonly [string, Use] => [`${name}.${inner}`, each]),
        ]
      : [[name, use]],
  )

const isTextWithFields = ({ isText, isList, properties, takes }: Use): boolean =>
  isText && !isList && properties.size > 0 && takes.length === 0

/** An object is required where something in it is. */
const hasRequired = (use: Use): boolean =>
  !use.isList &&
  !use.isCondition &&
  Array.from(use.properties.values()).some((inner) => inner.required || hasRequired(inner))

function schemaOf(use: Use): JsonSchema {
  if (use.entry !== undefined && !use.isList) return objectSchema(use)
  if (use.isList) return { type: 'array', items: use.item === undefined ? {} : itemSchema(use.item) }
  const isMoney = use.properties.size > 0 && use.takes.length > 0
  if (use.properties.size > 0 && !isMoney)
    return use.isCondition && !use.isText ? { ...objectSchema(use), type: ['object', 'null'] } : objectSchema(use)
  const compared = [...use.comparedWith]
  const examples = compared.length === 0 ? {} : { examples: compared }
  if (use.takes.length > 0) {
    const best = merged(use.takes)
    return use.isText && isTextOrObject(best) ? text : best
  }
  if (compared.length > 0) {
    const types = [...new Set(compared.map((value) => typeof value))]
    return { type: types.length === 1 ? types[0] : types, ...examples }
  }
  if (use.isText) return { type: ['string', 'number', ...(use.isCondition ? ['boolean', 'null'] : [])] }
  return {}
}

const itemSchema = (item: Use): JsonSchema =>
  item.properties.size > 0 && !isTextWithFields(item)
    ? objectSchema(item)
    : item.isList || item.isText || item.takes.length > 0
      ? schemaOf(item)
      : {}

const text: JsonSchema = { type: ['string', 'number'] }

/** What its own value says it is: where another tag writes it, it is that tag's. */
const isTextOrObject = ({ type, examples }: JsonSchema): boolean =>
  [type].flat().includes('string') && Array.isArray(examples) && typeof examples[0] === 'object'

/** Several formatters on one path: the most telling one wins (a format or a number before plain text). */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const rank = (schema: JsonSchema): number =>
    isTextOrObject(schema)
      ? -1
      : 'pattern' in schema || schema['type'] === 'number'
        ? 3
        : 'format' in schema
          ? 'examples' in schema
            ? 2.5
            : 2
          : 'examples' in schema
            ? 1
            : 0
  return schemas.reduce((best, each) => (rank(each) > rank(best) ? each : best))
}
