import { ChanceryError } from '@chancery/core'
import { jsonFault } from './json-fault.ts'

/** One record of a JSON text, or why it is none. */
export type JsonItem = { readonly value: unknown } | { readonly fault: 'not_json' }

/** Levels around the list of clients: `{"data": {"contacts": […]}}`. */
const maxWrappers = 4

/**
 * The records of a JSON text: the items of a list; of the list that an object holds; an object itself; or one JSON text a
 * line (NDJSON, also with the record separators of RFC 7464). Numbers that a double cannot hold stay as they are written.
 * @throws `document_corrupt`
 */
export function jsonItems(text: string): readonly JsonItem[] {
  const body = withoutSeparators(text)
  const whole = parse(body)
  if (!('fault' in whole)) return (listIn(whole.value, 0) ?? [whole.value]).map((value) => ({ value }))
  if (!body.startsWith('[')) return jsonLines(body)
  throw notJson(text)
}

/** One JSON text a line. @throws `document_corrupt` where most lines are no objects */
export function jsonLines(text: string): readonly JsonItem[] {
  const lines = withoutSeparators(text)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const items = lines.map(parse)
  const objects = items.filter((item) => 'value' in item && isObject(item.value)).length
  if (objects > 0 && objects >= items.length / 2) return items
  if (objects > 0)
    throw new ChanceryError('document_corrupt', 'The document is not JSON: most of its lines are no objects.')
  throw notJson(text)
}

/** @param text as it is in the document, whose lines are counted */
function notJson(text: string): ChanceryError {
  const fault = jsonFault(text.replaceAll('\u001e', ' '))
  const where = fault === 'end' ? 'at its end' : `in line ${fault.line}, column ${fault.column}`
  return new ChanceryError('document_corrupt', `The document is not JSON ${where}.`, {
    details: fault === 'end' ? {} : { ...fault },
  })
}

const withoutSeparators = (text: string): string => text.replaceAll('\u001e', '').trim()

function parse(text: string): JsonItem {
  try {
    return { value: JSON.parse(text, /\d{16}/.test(text) ? exactNumbers : undefined) as unknown }
  } catch {
    return { fault: 'not_json' }
  }
}

/** Ids of 64 bits do not fit a double. */
const exactNumbers = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a single client has and a wrapper of many has not. */
const ofOneClient = /^(?:.*name|.*e-?mail.*|phone.*|mobile)$/i

/** The list of records: the value itself, or the longest list of objects that an object holds. */
function listIn(value: unknown, depth: number): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value) || depth > maxWrappers) return undefined
  const entries = Object.entries(value)
  if (entries.some(([key, inner]) => typeof inner === 'string' && ofOneClient.test(key))) return undefined
  const lists = entries.map(([, inner]) => inner).filter((inner): inner is unknown[] => Array.isArray(inner))
  const ofObjects = lists.filter((list) => list.some(isObject)).sort((a, b) => b.length - a.length)
  if (ofObjects[0] !== undefined && !entries.some(([key]) => ofOneClient.test(key))) return ofObjects[0]
  const inner = entries.filter(([key, each]) => isObject(each) && !ofOneClient.test(key))
  const nested = inner.map(([, each]) => listIn(each, depth + 1)).filter((list) => list !== undefined)
  if (nested.length === 1) return nested[0]
  // `{"contacts": [], "total": 0}`: a list without clients, not a client without a name.
  return ofObjects.length === 0 && lists.length === 1 && lists[0]?.length === 0 ? lists[0] : undefined
}
