import type { DocumentModel, Table, TableCell } from '@chancery/core'

/** A table as it crosses between processes: its cells are most of a large model, and as JSON of their own most of its cost. */
interface PackedTable extends Omit<Table, 'cells'> {
  /** Six 32-bit integers a cell: row, column, the rows and the columns that it covers, and the ends of its span. */
  readonly places: Uint8Array
  /** What cells have beyond that, by their index; the text only where it is not that of the span. */
  readonly rest: readonly (readonly [index: number, PackedCell])[]
}
type PackedCell = Partial<Pick<TableCell, 'text' | 'value' | 'formula'>> & Pick<TableCell['span'], 'page' | 'box'>

/** A model whose tables are packed, also those of the documents in it. */
export interface PackedModel extends Omit<DocumentModel, 'tables' | 'attachments'> {
  readonly tables: readonly PackedTable[]
  readonly attachments: readonly (Omit<DocumentModel['attachments'][number], 'document'> & {
    readonly document?: PackedModel
  })[]
}

const numbers = 6

/** Makes a model smaller for its way to another process; `unpackedModel` undoes it. */
export const packedModel = ({ tables, attachments, ...model }: DocumentModel): PackedModel => ({
  ...model,
  tables: tables.map((table) => packed(table, model.text)),
  attachments: attachments.map(({ document, ...attachment }) =>
    document === undefined ? attachment : { ...attachment, document: packedModel(document) },
  ),
})

/** @throws RangeError where that is no packed model */
export const unpackedModel = ({ tables, attachments, ...model }: PackedModel): DocumentModel => ({
  ...model,
  tables: tables.map((table) => unpacked(table, model.text)),
  attachments: attachments.map(({ document, ...attachment }) =>
    document === undefined ? attachment : { ...attachment, document: unpackedModel(document) },
  ),
})

function packed({ cells, ...table }: Table, whole: string): PackedTable {
  const places = new Int32Array(cells.length * numbers)
  const rest: [number, PackedCell][] = []
  let at = 0
  for (const [index, { row, column, rowSpan, columnSpan, span, text, ...own }] of cells.entries()) {
    const { start, end, ...place } = span
    places.set([row, column, rowSpan, columnSpan, start, end], at)
    at += numbers
    const isOther = text !== whole.slice(start, end)
    const more = { ...own, ...place, ...(isOther ? { text } : {}) }
    if (Object.keys(more).length > 0) rest.push([index, more])
  }
  return { ...table, places: new Uint8Array(places.buffer), rest }
}

function unpacked({ places, rest, ...table }: PackedTable, whole: string): Table {
  // Bytes of a message stand at any offset; integers only at multiples of their size.
  const integers = new Int32Array(new Uint8Array(places).buffer)
  const more = new Map(rest)
  const cells: TableCell[] = []
  for (let at = 0; at < integers.length; at += numbers) {
    const [row = 0, column = 0, rowSpan = 1, columnSpan = 1, start = 0, end = 0] = integers.subarray(at, at + numbers)
    const { page, box, text = whole.slice(start, end), ...own } = more.get(cells.length) ?? {}
    const span = { start, end, ...(page === undefined ? {} : { page }), ...(box === undefined ? {} : { box }) }
    cells.push({ row, column, rowSpan, columnSpan, span, text, ...own })
  }
  return { ...table, cells }
}
