/* oxlint-disable no-underscore-dangle -- zod's own name for what is inside a schema */
import * as z from 'zod'
import { alternatives, stepInto } from './contract-fields.ts'
import type { Violation } from './errors.ts'
import { faultWords } from './fault-words.ts'
import { maxViolations, violationsOf } from './violations.ts'

type Schema = z.core.$ZodType
type Path = readonly PropertyKey[]

/** A container of more values, with those inside it, is validated entry by entry. */
const longSize = 1000

/** Types of schemas that certainly refuse a list and an object. */
const scalars: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'bigint',
  'boolean',
  'null',
  'undefined',
  'date',
  'literal',
  'enum',
])

/**
 * The faults inside long lists and records of an input, found entry by entry and no further than the number that is told:
 * zod validates a whole container, and makes an issue for each of its entries, before any can be counted. Fewer than
 * `maxViolations` mean that the whole input is cheap to validate, and decide nothing.
 * @param size how many values make a container long
 */
export function faultsInLongContainers(contract: Schema, input: unknown, size: number = longSize): Violation[] {
  const violations: Violation[] = []
  if (isLong(input, size)) walk([contract], input, [])
  return violations.slice(0, maxViolations)

  function walk(places: readonly Schema[], value: object, path: Path): void {
    const schemas = places.flatMap(alternatives).filter((schema) => !isTooLongFor(schema, value))
    if (acceptsAll(schemas)) return
    for (const [key, item] of entriesOf(value)) {
      if (violations.length >= maxViolations) return
      const inner = schemas.flatMap((schema) => stepInto(schema, key))
      if (inner.length === 0) continue
      if (isLong(item, size)) walk(inner, item, [...path, key])
      else if (isCollection(schemas, value)) checkEntry(schemas, [key, item], path)
    }
  }

  /** Faulty in each of the ways that the place allows; reported is what the first says. */
  function checkEntry(schemas: readonly Schema[], entry: readonly [PropertyKey, unknown], path: Path): void {
    let first: readonly z.core.$ZodIssue[] | undefined
    for (const schema of schemas) {
      const issues = issuesOfEntry(schema, entry)
      if (issues === undefined) continue
      if (issues.length === 0) return
      first ??= issues
    }
    if (first !== undefined) for (const item of violationsOf(contract, first, path)) violations.push(item)
  }
}

/** Whether a value has more than so many values in it; no more are counted. */
function isLong(value: unknown, size: number): value is object {
  let left = size + 1
  const count = (part: unknown): void => {
    if (--left < 0 || typeof part !== 'object' || part === null || part instanceof Uint8Array) return
    for (const [, item] of entriesOf(part)) {
      count(item)
      if (left < 0) return
    }
  }
  count(value)
  return left < 0
}

/** Of lists and plain objects, without making a list of all of them. */
function* entriesOf(value: object): Generator<readonly [PropertyKey, unknown]> {
  if (Array.isArray(value)) yield* value.entries()
  else for (const key of Object.keys(value)) yield [key, (value as Record<string, unknown>)[key]]
}

/** Whether the entries at a place can be judged one by one: all that it may be are lists, or records, and scalars. */
const isCollection = (schemas: readonly Schema[], value: object): boolean =>
  schemas.every(
    (schema) =>
      (Array.isArray(value) ? schema instanceof z.core.$ZodArray : schema instanceof z.core.$ZodRecord) ||
      otherThan(schema, value),
  )

/** Whether a schema refuses a value by its type alone. */
function otherThan(schema: Schema, value: object): boolean {
  const { type } = (schema as z.core.$ZodTypes)._zod.def
  if (scalars.has(type)) return true
  return Array.isArray(value) ? type === 'object' || type === 'record' : type === 'array'
}

/** Whether a place takes any JSON value, in which there are no faults to find. */
function acceptsAll(schemas: readonly Schema[]): boolean {
  const types = new Set(
    schemas.flatMap((schema) => {
      const { def } = (schema as z.core.$ZodTypes)._zod
      return (def.checks?.length ?? 0) > 0 ? [] : [def.type]
    }),
  )
  return ['string', 'number', 'boolean', 'null', 'array', 'record'].every((type) => types.has(type as never))
}

/** Lists that are longer than they may be are refused by zod without a look at their items. */
const isTooLongFor = (schema: Schema, value: object): boolean =>
  Array.isArray(value) &&
  schema instanceof z.core.$ZodArray &&
  (schema._zod.def.checks ?? []).some((check) => {
    const { def } = check._zod
    return def.check === 'max_length' && value.length > (def as z.core.$ZodCheckMaxLengthDef).maximum
  })

const inWords = { reportInput: true, error: faultWords } as const

const recordsOfOne = new WeakMap<Schema, z.ZodType>()

/** What a schema has against one entry, with its key in the path; `undefined` where the schema is of no entries. */
function issuesOfEntry(
  schema: Schema,
  [key, item]: readonly [PropertyKey, unknown],
): readonly z.core.$ZodIssue[] | undefined {
  if (schema instanceof z.core.$ZodArray) {
    const issues = z.core.safeParse(schema._zod.def.element, item, inWords).error?.issues ?? []
    return issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }))
  }
  if (!(schema instanceof z.core.$ZodRecord)) return undefined
  const { keyType, valueType } = schema._zod.def
  // Of keys that are listed, each is required.
  if (keyType._zod.values !== undefined) return []
  let one = recordsOfOne.get(schema)
  if (one === undefined) recordsOfOne.set(schema, (one = z.record(keyType, valueType)))
  return one.safeParse({ [key]: item }, inWords).error?.issues ?? []
}
