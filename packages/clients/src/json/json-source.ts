import { ChanceryError, type ClientSource, type Finding, type SourceRow } from '@chancery/core'
import { decodeText } from '../decode-text.ts'
import { rowCursor, rowsBefore } from '../row-cursor.ts'
import { sourceDocument } from '../source-document.ts'

/** Client records of JSON: a list of objects, an object that holds one, or one object a line. */
export const createJsonSource = (): ClientSource => ({
  id: 'json',
  fromDocument: true,
  async read(request) {
    const document = sourceDocument(request.document, ['json', 'text', 'csv', 'markdown'])
    const skip = rowsBefore(request.cursor, document.bytes)
    const items = itemsOf(decodeText(document))
    const rows = items.map((item, index) => rowOf(item, index + 1, document.bytes))
    const columns = new Set(rows.flatMap(({ values }) => values.map(({ column }) => column)))
    return { columns: [...columns], findings: [], rows: rowsFrom(rows, skip) }
  },
})

async function* rowsFrom(rows: readonly SourceRow[], skip: number): AsyncIterable<SourceRow> {
  yield* rows.slice(skip)
}

/** What could not be read as a record of its own: kept in its place, so that it is counted and named. */
class Unreadable {}

function itemsOf(text: string): readonly unknown[] {
  const whole = parse(text)
  if (!(whole instanceof Unreadable)) {
    if (Array.isArray(whole)) return whole
    const list = typeof whole === 'object' && whole !== null ? listIn(whole) : undefined
    return list ?? [whole]
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const items = lines.map(parse)
  if (lines.length > 1 && items.some((item) => !(item instanceof Unreadable))) return items
  throw new ChanceryError('document_corrupt', 'The document is not JSON.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return new Unreadable()
  }
}

/** The longest list of objects among an object's values: `{"contacts": […], "total": 3}`. */
function listIn(object: object): readonly unknown[] | undefined {
  const lists = Object.values(object).filter(
    (value): value is unknown[] =>
      Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null),
  )
  const looksLikeOneClient = Object.values(object).some(
    (value) => typeof value === 'string' && /@|\p{L}{2}/u.test(value),
  )
  const longest = lists.sort((a, b) => b.length - a.length)[0]
  return looksLikeOneClient && longest !== undefined && longest.length <= 1 ? undefined : longest
}

const maxValues = 500

function rowOf(item: unknown, row: number, bytes: Uint8Array): SourceRow {
  const values: { column: string; value: string }[] = []
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item) && !(item instanceof Unreadable)
  if (isObject) flatten(item, '', 0, values)
  return { row, values, faults: isObject ? [] : [notAnObject], cursor: rowCursor(row, bytes) }
}

/** Objects inside objects become dotted columns; each item of a list is a value of the same column. */
function flatten(value: unknown, path: string, depth: number, values: { column: string; value: string }[]): void {
  if (value === null || value === undefined || values.length >= maxValues || depth > 8) return
  if (Array.isArray(value)) {
    for (const item of value) flatten(item, path, depth + 1, values)
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, path === '' ? key : `${path}.${key}`, depth + 1, values)
  } else if (String(value).trim() !== '') {
    values.push({ column: path, value: String(value) })
  }
}

const notAnObject: Finding = {
  code: 'not_an_object',
  severity: 'error',
  message: 'The item is not a JSON object.',
  hint: 'Give each client as an object with named fields.',
}
