import { type ClientSource, type Finding, rowOfExportedClient, type SourceValue } from '@chancery/core'
import { textOfSource } from '../text-of-source.ts'
import { lookThrough } from '../look-through.ts'
import { maxValues, tooManyValues } from '../max-values.ts'
import { rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import { type JsonItem, jsonItems, jsonLines } from './json-items.ts'

/** Client records of JSON: a list of objects, an object that holds one, or one object a line. */
export const createJsonSource = (): ClientSource => jsonSource('json', jsonItems)

/** Client records of NDJSON (JSON Lines): one object a line, whatever the lines before it hold. */
export const createNdjsonSource = (): ClientSource => jsonSource('ndjson', jsonLines)

const jsonSource = (id: string, itemsOf: (text: string) => readonly JsonItem[]): ClientSource => ({
  id,
  fromDocument: true,
  async read(request, { signal }) {
    signal.throwIfAborted()
    const document = sourceDocument(request.document, ['json', 'text', 'csv', 'markdown', 'unknown'])
    const skip = rowsBefore(request.cursor, document.bytes)
    const { text, findings } = textOfSource(document)
    const items = itemsOf(text)
    const own = exportedRows(items)
    const contentOf = (item: JsonItem): RowContent => own?.get(item) ?? flatten(item)
    return {
      columns: request.columns ?? (await lookThrough(rowsOf(items, contentOf), signal)).columns,
      findings,
      rows: sourceRows(items, contentOf, { bytes: document.bytes, skip, signal }),
    }
  },
})

function* rowsOf(items: readonly JsonItem[], contentOf: (item: JsonItem) => RowContent): Generator<RowContent> {
  for (const item of items) yield contentOf(item)
}

/** Where all items are what `/export-clients` wrote, they are taken by the letter, as its csv is; `undefined`: one is not. */
function exportedRows(items: readonly JsonItem[]): ReadonlyMap<JsonItem, RowContent> | undefined {
  const rows = new Map<JsonItem, RowContent>()
  for (const item of items) {
    const row = 'value' in item ? rowOfExportedClient(item.value) : undefined
    if (row === undefined) return undefined
    const values = Object.entries(row).map(([column, value]) => ({ column, value }))
    rows.set(item, { values: values.filter(({ value }) => value !== ''), faults: [] })
  }
  return rows
}

const maxDepth = 8

/** Objects inside objects become dotted columns; each item of a list is a value of the same column. */
function flatten(item: JsonItem): RowContent {
  if ('fault' in item) return { values: [], faults: [item.fault === 'not_json' ? notJson : notAnObject] }
  const { value } = item
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { values: [], faults: [notAnObject] }
  const values: SourceValue[] = []
  let tooMuch = false
  const add = (inner: unknown, path: string, depth: number, labels?: readonly string[]): void => {
    if (inner === null || inner === undefined || tooMuch) return
    if (values.length === maxValues || depth > maxDepth) {
      tooMuch = true
    } else if (Array.isArray(inner)) {
      for (const each of inner) add(each, path, depth + 1, labelsOf(each))
    } else if (typeof inner === 'object') {
      for (const [key, each] of Object.entries(inner)) {
        if (isRecordLink(key, each)) continue
        add(each, path === '' ? key : `${path}.${key}`, depth + 1, labels)
      }
    } else if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') {
      const text = String(inner)
      if (text.trim() === '') return
      const column = path.trim() === '' ? 'value' : path
      values.push(labels === undefined ? { column, value: text } : { column, value: text, labels })
    }
  }
  add(value, '', 0)
  return { values, faults: tooMuch ? [tooManyValues] : [] }
}

/** What an item of a list says that it is: `{"type": "mobile", "number": "…"}`. */
function labelsOf(item: unknown): readonly string[] | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const { type, label, kind } = item as Readonly<Record<string, unknown>>
  const labels = [type, label, kind].filter((each) => typeof each === 'string' && each.length <= 80)
  return labels.length === 0 ? undefined : (labels as readonly string[])
}

/** What Salesforce's REST API puts into each record: `"attributes": {"type": "Contact", "url": "/services/data/…"}`. */
const isRecordLink = (key: string, value: unknown): boolean =>
  key === 'attributes' &&
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).every((inner) => inner === 'type' || inner === 'url')

const notAnObject: Finding = {
  code: 'not_an_object',
  severity: 'error',
  message: 'The item is not a JSON object.',
  hint: 'Give each client as an object with named fields.',
}

const notJson: Finding = {
  code: 'not_json',
  severity: 'error',
  message: 'The line is not JSON.',
  hint: 'Give each client as one object on a line of its own.',
}
