import type { DocumentModel, Table, TableCell } from '@chancery/core'

/** A table as it crosses between processes: its cells are most of a large model, and as JSON of their own most of its cost. */
interface PackedTable extends Omit<Table, 'cells'> {
  /** Six 32-bit integers a cell: row, column, the rows and the columns that it covers, and the ends of its span. */
  readonly places: Uint8Array
  /** What cells have beyond that, by their index; the text only where it is not that of the span. */
  readonly rest: readonly (readonly [index: number, PackedCell])[]
}
type PackedCell = Partial<Pick<TableCell, 'text' | 'value' | 'formula'>> & Pick<TableCell['span'], 'page' | 'box'>

type Attachment = DocumentModel['attachments'][number]

/** A model whose tables are packed, also those of the documents in it. */
export interface PackedModel extends Omit<DocumentModel, 'tables' | 'attachments'> {
  readonly tables: readonly PackedTable[]
  readonly attachments: readonly (Omit<Attachment, 'document'> & {
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

/**
 * @param turn is waited for after some cells: there may be a million
 * @throws RangeError where that is no packed model
 */
export async function unpackedModel(
  { tables, attachments, ...model }: PackedModel,
  turn: () => Promise<void>,
): Promise<DocumentModel> {
  const own: Table[] = []
  for (const table of tables) own.push(await unpacked(table, model.text, turn))
  const attached: Attachment[] = []
  for (const { document, ...attachment } of attachments) {
    attached.push(
      document === undefined ? attachment : { ...attachment, document: await unpackedModel(document, turn) },
    )
  }
  return { ...model, tables: own, attachments: attached }
}

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

/** Cells that are made before others may have their turn. */
const cellsOfTurn = 2000

async function unpacked(
  { places, rest, ...table }: PackedTable,
  whole: string,
  turn: () => Promise<void>,
): Promise<Table> {
  // Bytes of a message stand at any offset; integers only at multiples of their size.
  const integers = new Int32Array(new Uint8Array(places).buffer)
  const count = integers.length / numbers
  const cells: TableCell[] = []
  let next = 0
  for (let index = 0; index < count; index++) {
    const at = index * numbers
    const [row = 0, column = 0] = [integers[at], integers[at + 1]]
    const [rowSpan = 1, columnSpan = 1] = [integers[at + 2], integers[at + 3]]
    const [start = 0, end = 0] = [integers[at + 4], integers[at + 5]]
    // They come in the order of the cells.
    const more = rest[next]?.[0] === index ? rest[next++]?.[1] : undefined
    if (more === undefined) {
      cells.push({ row, column, rowSpan, columnSpan, span: { start, end }, text: whole.slice(start, end) })
    } else {
      const { page, box, text = whole.slice(start, end), ...own } = more
      const span = { start, end, ...(page === undefined ? {} : { page }), ...(box === undefined ? {} : { box }) }
      cells.push({ row, column, rowSpan, columnSpan, span, text, ...own })
    }
    if (index % cellsOfTurn === cellsOfTurn - 1) await turn()
  }
  return { ...table, cells }
}
