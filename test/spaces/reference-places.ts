import type { JsonSchema, Operation } from '@chancery/core'
import * as z from 'zod'

/** Names of fields that lead to something that is kept; `data` is free, and may hold sources of documents. */
const references = new Set(['path', 'version', 'ifVersion', 'cursor', 'client', 'other', 'data'])

/** Places whose name leads to something kept in one call, and to nothing in others. */
const ownReferences: ReadonlySet<string> = new Set(['move-document/from', 'move-document/to'])

/**
 * Names of fields with texts that lead to nothing that is kept for callers: what is told with them is told to all, or
 * stands in the request itself. A field that is neither here nor above fails the matrix.
 */
const others = new Set(
  [
    // Documents that come along, and what is said of them.
    ['content', 'filename', 'contentType', 'url', 'sha256', 'metadata', 'inline', 'password', 'pages', 'bundleName'],
    // What is configured, the same for all.
    ['provider', 'connection'],
    // Words, values and choices.
    ['name', 'modifiedAfter', 'languages', 'text', 'description', 'labels', 'pattern', 'examples', 'open', 'close'],
    ['locale', 'timeZone', 'currency', 'country', 'schema', 'query', 'since', 'system', 'mapping', 'translations'],
    // Values that clients are found by: that a directory looks in one space alone is what its contract tests.
    ['email', 'phone', 'source', 'id'],
    // E-mails.
    [
      'from',
      'replyTo',
      'to',
      'cc',
      'bcc',
      'address',
      'subject',
      'html',
      'mjml',
      'unsubscribe',
      'headers',
      'tags',
      'sendAt',
      'partials',
      'preheader',
      'clients',
    ],
    // Of an e-mail that waits, and of an upload: in another space it is as absent as one that never was (the services' own tests).
    ['id', 'upload'],
  ].flat(),
)

/** The places of an input where a text may stand, as JSON pointers with `*` for the items of lists and maps. */
export function textPlaces(operation: Operation): readonly string[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const shapes = (schema['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const places = new Set<string>()
  const walk = (at: JsonSchema, place: string, within: readonly string[]): void => {
    const shape = typeof at['$ref'] === 'string' ? at['$ref'].slice('#/$defs/'.length) : undefined
    if (shape !== undefined) {
      if (!within.includes(shape)) walk(shapes[shape] ?? {}, place, [...within, shape])
      return
    }
    for (const branch of ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (at[key] ?? []) as readonly JsonSchema[])) {
      // Some only say which fields go together.
      if (Object.keys(branch).some((key) => key !== 'required')) walk(branch, place, within)
    }
    for (const [name, property] of Object.entries((at['properties'] ?? {}) as Record<string, JsonSchema>)) {
      walk(property, `${place}/${name}`, within)
    }
    for (const key of ['items', 'additionalProperties']) {
      if (typeof at[key] === 'object' && at[key] !== null) walk(at[key] as JsonSchema, `${place}/*`, within)
    }
    const isChoice = ['enum', 'const', 'anyOf', 'oneOf', 'properties', 'items'].some((key) => key in at)
    if (!isChoice && (at['type'] === 'string' || at['type'] === undefined)) places.add(place)
  }
  walk(schema, '', [])
  return [...places]
}

/** The name that says what a place is for: of a list or map, that of the list. */
const nameOf = (place: string): string => place.split('/').findLast((name) => name !== '*') ?? ''

/** Places of no name that is known here. */
export const unknownPlaces = (operation: Operation): readonly string[] =>
  textPlaces(operation).filter((place) => !references.has(nameOf(place)) && !others.has(nameOf(place)))

/** Places whose text may lead to something that is kept. */
export const referencePlaces = (operation: Operation): readonly string[] =>
  textPlaces(operation).filter((place) => references.has(nameOf(place)) || ownReferences.has(operation.name + place))

/** Which of the places hold a text, of an input that has it somewhere. */
export function placesOf(input: unknown, text: string, places: readonly string[]): readonly string[] {
  const pointers: string[] = []
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value === 'string' && value.includes(text)) pointers.push(pointer)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) walk(each, `${pointer}/${key}`)
    }
  }
  walk(input, '')
  return places.filter((place) => {
    const pattern = new RegExp(`^${place.replace(/\/\*$/, '/.+').replaceAll('/*', '/[^/]+')}$`)
    return pointers.some((pointer) => pattern.test(pointer))
  })
}
