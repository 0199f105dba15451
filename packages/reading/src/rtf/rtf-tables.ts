import type { CellContent, TableRows } from '../model/block-sink.ts'

/** How `\trowd … \cellx` describes one cell. */
export interface CellDefinition {
  /** Its right edge, in twips (1/20 point). */
  readonly right: number
  /** `start` opens a merged cell, `on` goes on with it. */
  readonly across?: 'start' | 'on'
  readonly down?: 'start' | 'on'
}

export interface RowDefinition {
  readonly left: number
  readonly isHeader: boolean
  readonly cells: readonly CellDefinition[]
}

export interface RtfRow {
  readonly definition: RowDefinition
  readonly cells: readonly CellContent[]
}

/** Edges nearer to each other than this are the same one, drawn twice. */
const sameEdge = 30
/** Wider tables are none; Word has 63 columns. */
export const maxCells = 1000

/** Rows of RTF as rows with spans: merged cells by their flags, columns by the edges where rows differ in cells. */
export function rtfTable(rows: readonly RtfRow[]): { readonly rows: TableRows; readonly headerRows: number } {
  const isRegular = rows.every(({ cells, definition }) => {
    const first = rows[0] as RtfRow
    return cells.length === first.cells.length && definition.cells.length === first.definition.cells.length
  })
  const edges = isRegular ? undefined : edgesOf(rows)
  // By first column: the merged cell that is open downwards there.
  let open = new Map<number, Placed>()
  const made: Placed[][] = []
  for (const row of rows) {
    const stillOpen = new Map<number, Placed>()
    const placed: Placed[] = []
    for (const { content, column, columnSpan, down } of placesOf(row, edges)) {
      const above = down === 'on' ? open.get(column) : undefined
      if (above !== undefined) {
        above.rowSpan++
        stillOpen.set(column, above)
        // Nobody sees it, but it is in the file.
        if (content.text.trim() !== '') above.hidden.push(content.text)
        continue
      }
      const cell: Placed = { content, columnSpan, rowSpan: 1, hidden: [] }
      placed.push(cell)
      if (down !== undefined) stillOpen.set(column, cell)
    }
    open = stillOpen
    made.push(placed)
  }
  let headerRows = 0
  while (rows[headerRows]?.definition.isHeader === true) headerRows++
  return { headerRows, rows: made.map((row) => row.map(contentOf)) }
}

interface Placed {
  readonly content: CellContent
  readonly columnSpan: number
  rowSpan: number
  readonly hidden: string[]
}

const contentOf = ({ content, columnSpan, rowSpan, hidden }: Placed): CellContent => ({
  ...content,
  text: [content.text, ...hidden].filter((text) => text !== '').join('\n'),
  columnSpan,
  rowSpan,
})

interface Place {
  readonly content: CellContent
  readonly column: number
  columnSpan: number
  readonly down: CellDefinition['down']
}

function placesOf({ definition, cells }: RtfRow, edges: readonly number[] | undefined): Place[] {
  const places: Place[] = []
  let left = edges === undefined ? 0 : columnAt(edges, definition.left)
  // What stands right of the first column has room before it.
  if (left > 0) places.push({ content: { text: '' }, column: 0, columnSpan: left, down: undefined })
  for (const [index, content] of cells.entries()) {
    const cell = definition.cells[index]
    const right = edges === undefined || cell === undefined ? left + 1 : Math.max(columnAt(edges, cell.right), left + 1)
    const before = places.at(-1)
    if (cell?.across === 'on' && before !== undefined && content.text.trim() === '') before.columnSpan += right - left
    else places.push({ content, column: left, columnSpan: right - left, down: cell?.down })
    left = right
  }
  return places
}

function edgesOf(rows: readonly RtfRow[]): number[] {
  const all = rows.flatMap(({ definition }) => [definition.left, ...definition.cells.map(({ right }) => right)])
  const edges: number[] = []
  for (const edge of all.sort((a, b) => a - b)) {
    if (edges.length === 0 || edge - (edges.at(-1) as number) > sameEdge) edges.push(edge)
  }
  return edges
}

/** The number of the edge that is nearest below or at `edge`. */
function columnAt(edges: readonly number[], edge: number): number {
  let low = 0
  let high = edges.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] as number) <= edge) low = middle
    else high = middle - 1
  }
  return low
}
