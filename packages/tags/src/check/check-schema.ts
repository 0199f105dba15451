import type { JsonSchema } from '@chancery/core'
import { suggest } from '@chancery/core'
import { maxSuggestions } from '../data/near-path.ts'
import { hintOfNames, hintOfTypes } from './schema-hints.ts'

/** A difference between the data that a template wants and a schema of the data that it will get. */
export interface SchemaFault {
  readonly code: 'missing_value' | 'wrong_kind' | 'unused_data' | 'optional_value' | 'unknown_value'
  /** Dotted, without indexes. */
  readonly path: string
  readonly message: string
  readonly hint?: string
}

/** What is said of a format that is another. */
const otherFormat = 'Change its format in the schema, or the formatter of the tag.'

/** Deepest level that is compared, most faults that are listed, and among how many names each is looked for. */
const limits = { depth: 32, faults: 1000, candidates: 1000 }

/**
 * Compares what a template wants (`wanted`, as `inferSchema` makes it) with a schema of the data to come: `type`, `enum`,
 * `const`, `format`, `properties`, `patternProperties`, `additionalProperties`, `items`, `prefixItems`, `required`,
 * `allOf`, `anyOf`/`oneOf`/`then`/`else` (taken together) and `$ref` within the schema, to pointers and anchors.
 */
export function checkSchema(wanted: JsonSchema, given: JsonSchema): readonly SchemaFault[] {
  const faults: SchemaFault[] = []
  const note = (fault: SchemaFault): void => {
    if (faults.length < limits.faults) faults.push(fault)
  }
  let looked = 0
  const nearest = (name: string, candidates: Iterable<unknown>): string | undefined =>
    ++looked > maxSuggestions ? undefined : suggest(name, Array.from(take(candidates, limits.candidates), String))
  const compare = (want: JsonSchema, have: JsonSchema, path: string, depth: number): void => {
    if (depth > limits.depth) return
    const view = resolve(have, given)
    const wantTypes = typesOf(want)
    const entries = child(want, 'additionalProperties')
    // Of a list the keys are its places.
    if (entries !== undefined && view.types.has('array') && !view.types.has('object')) {
      if (view.items !== undefined) compare(entries, view.items, path, depth + 1)
      return
    }
    if (wantTypes.size > 0 && view.types.size > 0 && !overlap(wantTypes, view.types)) {
      const message = `The template wants ${wordsOf(wantTypes)} at "${path}"; the schema has ${wordsOf(view.types)}.`
      note({
        code: 'wrong_kind',
        path,
        message,
        hint: hintOfTypes(wantTypes, view.types, path, view.properties.keys()),
      })
      return
    }
    if (areOtherFormats(want['format'], view.format)) {
      const message = `The template wants a ${String(want['format'])} at "${path}"; the schema has a ${view.format}.`
      note({ code: 'wrong_kind', path, message, hint: otherFormat })
    }
    if (view.values !== undefined) {
      const { values } = view
      // Of ours, and so of linear time: what a number looks like as text.
      const pattern = typeof want['pattern'] === 'string' ? new RegExp(want['pattern']) : undefined
      if (pattern !== undefined && [...values].every((value) => typeof value === 'string' && !pattern.test(value))) {
        const message = `The template wants a number at "${path}"; the schema lists none.`
        note({ code: 'wrong_kind', path, message, hint: otherFormat })
        return
      }
      for (const value of listOf(want['examples'])) {
        if (values.has(value)) continue
        const near = nearest(String(value), values)
        const message = `The template compares "${path}" with a value that the schema does not have.`
        const hint = near === undefined ? hintOfNames(values) : `Did you mean "${near}"?`
        note({ code: 'unknown_value', path, message, ...(hint === undefined ? {} : { hint }) })
      }
    }
    const items = child(want, 'items')
    if (items !== undefined && view.items !== undefined) compare(items, view.items, path, depth + 1)
    const properties = child(want, 'properties')
    if (properties === undefined) return
    const required = new Set(listOf(want['required']))
    for (const [name, inner] of Object.entries(properties)) {
      const at = path === '' ? name : `${path}.${name}`
      const there = view.properties.get(name) ?? view.others(name) ?? flat(view, name)
      if (there !== undefined) {
        if (required.has(name) && !view.required.has(name) && !isFlat(view, name)) {
          note({
            code: 'optional_value',
            path: at,
            message: `The template always wants "${at}"; the schema does not require it.`,
            hint: 'Require it, or write | default, or put the tag into a condition.',
          })
        }
        compare(isSchema(inner) ? inner : {}, there, at, depth + 1)
      } else if (view.isClosed || view.properties.size > 0) {
        const near = nearest(name, view.properties.keys())
        const hint =
          near === undefined
            ? hintOfNames(view.properties.keys())
            : `Did you mean "${path === '' ? near : `${path}.${near}`}"?`
        note({
          code: 'missing_value',
          path: at,
          message: `The schema has no "${at}".`,
          ...(hint === undefined ? {} : { hint }),
        })
      }
    }
    // Of a dictionary the data says what is read.
    if (entries !== undefined) return
    for (const name of view.properties.keys()) {
      const at = path === '' ? name : `${path}.${name}`
      const isPart = name.includes('.') && Object.hasOwn(properties, name.slice(0, name.indexOf('.')))
      if (!isPart && !Object.hasOwn(properties, name))
        note({ code: 'unused_data', path: at, message: `No tag reads "${at}" of the schema.` })
    }
  }
  compare(wanted, given, '', 0)
  return faults
}

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let taken = 0
  for (const item of items) {
    if (taken++ === count) return
    yield item
  }
}

interface View {
  readonly types: Set<string>
  readonly properties: Map<string, JsonSchema>
  readonly required: Set<string>
  /** Of "enum" and "const"; absent where any value may come. */
  values: Set<unknown> | undefined
  format: string | undefined
  /** The schema of a property that none is named for. */
  others(name: string): JsonSchema | undefined
  items: JsonSchema | undefined
  isClosed: boolean
}

/** A schema with its references followed and its alternatives taken together. */
function resolve(schema: JsonSchema, root: JsonSchema): View {
  const patterns: [RegExp, JsonSchema][] = []
  let rest: JsonSchema | undefined
  const view: View = {
    types: new Set(),
    properties: new Map(),
    required: new Set(),
    values: undefined,
    format: undefined,
    others: (name) => patterns.find(([pattern]) => pattern.test(name))?.[1] ?? rest,
    items: undefined,
    isClosed: false,
  }
  const seen = new Set<JsonSchema>()
  const add = (each: JsonSchema, isCertain: boolean): void => {
    if (seen.has(each) || seen.size > 1000) return
    seen.add(each)
    for (const type of typesOf(each)) view.types.add(type)
    for (const [name, inner] of Object.entries(child(each, 'properties') ?? {})) {
      if (!view.properties.has(name)) view.properties.set(name, isSchema(inner) ? inner : {})
    }
    if (isCertain) for (const name of listOf(each['required'])) view.required.add(String(name))
    view.items ??= child(each, 'items') ?? listOf(each['prefixItems']).find(isSchema)
    if (typeof each['format'] === 'string') view.format ??= each['format']
    const values = 'const' in each ? [each['const']] : Array.isArray(each['enum']) ? each['enum'] : undefined
    for (const value of values ?? []) (view.values ??= new Set()).add(value)
    if (values !== undefined && each['type'] === undefined) for (const value of values) view.types.add(typeOf(value))
    for (const [source, inner] of Object.entries(child(each, 'patternProperties') ?? {})) {
      const pattern = simplePattern(source)
      if (pattern !== undefined && isSchema(inner)) patterns.push([pattern, inner])
    }
    rest ??= child(each, 'additionalProperties')
    view.isClosed ||= each['additionalProperties'] === false
    const target = typeof each['$ref'] === 'string' ? referenced(each['$ref'], root) : undefined
    if (target !== undefined) add(target, isCertain)
    for (const inner of listOf(each['allOf'])) if (isSchema(inner)) add(inner, isCertain)
    for (const inner of [...listOf(each['anyOf']), ...listOf(each['oneOf']), each['then'], each['else']])
      if (isSchema(inner)) add(inner, false)
  }
  add(schema, true)
  return view
}

/** Whether a schema has an object only as keys with dots: `client.name`, and no `client`. */
const isFlat = ({ properties }: View, name: string): boolean =>
  !properties.has(name) && [...properties.keys()].some((key) => key.startsWith(`${name}.`))

/** The object that keys with dots stand for. */
function flat(view: View, name: string): JsonSchema | undefined {
  if (!isFlat(view, name)) return undefined
  const rest = (key: unknown): readonly string[] =>
    typeof key === 'string' && key.startsWith(`${name}.`) ? [key.slice(name.length + 1)] : []
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...view.properties].flatMap(([key, inner]) => rest(key).map((each) => [each, inner])),
    ),
    required: [...view.required].flatMap(rest),
  }
}

/** What a date is to the one, a moment or a time may be to the other. */
const dateFormats = new Set(['date', 'date-time', 'time'])

const areOtherFormats = (want: unknown, have: string | undefined): boolean =>
  typeof want === 'string' && have !== undefined && want !== have && !(dateFormats.has(want) && dateFormats.has(have))

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Only beginnings and ends of plain characters are looked at: a pattern of the caller's could take for ever. */
function simplePattern(source: string): RegExp | undefined {
  if (!/^\^?[\w-]{0,100}(?:\.\*)?\$?$/.test(source)) return undefined
  return new RegExp(source)
}

/** A local reference: a JSON pointer in the fragment, or an anchor of a definition. */
function referenced(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) {
    const definitions = { ...child(root, 'definitions'), ...child(root, '$defs') }
    const named = Object.values(definitions).find((each) => isSchema(each) && `#${String(each['$anchor'])}` === ref)
    return isSchema(named) ? named : undefined
  }
  let at: unknown = root
  for (const segment of ref.slice(2).split('/')) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined
  }
  return isSchema(at) ? at : undefined
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const child = (schema: JsonSchema, key: string): JsonSchema | undefined => {
  const inner = schema[key]
  return isSchema(inner) ? inner : undefined
}

const typesOf = (schema: JsonSchema): ReadonlySet<string> => {
  const types = new Set([schema['type']].flat().filter((type) => typeof type === 'string'))
  if (types.has('integer')) types.add('number')
  return types
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((type) => b.has(type)) || (a.has('number') && b.has('integer'))

const words: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'nothing',
}
const wordsOf = (types: ReadonlySet<string>): string => [...types].map((type) => words[type] ?? type).join(' or ')
