import type { FoundCell, FoundTable, TableWord } from './page-tables.ts'

const caption =
  /^(?:table|tab\.|tabelle|tableau|tabla|tabella|tabela|tabel|figure|fig\.|abbildung|abb\.|chart|graph|exhibit|box|таблица|рис\.)\s*[\dA-Z][\dA-Z.-]*(?:[\s:.]|$)/iu
const source =
  /^\(?(?:sources?|data source|quellen?|fuentes?|fontes?|bron|källa|źródło|источник|n\.?b\.?|notes?|anmerkung(?:en)?|hinweis|nota|legend[ae]?)\)?\s*[:.]/iu
/** Words of a title over a table that does not say that it is one. */
const fewestWords = 4

/** A table without the rows at its edges that are a caption, a title over all columns, or a source: they are text beside it. */
export function withoutEdgeText<W extends TableWord>(table: FoundTable<W>): FoundTable<W> {
  const byRow = Array.from({ length: table.rows }, (): FoundCell<W>[] => [])
  for (const cell of table.cells) byRow[cell.row]?.push(cell)
  let [first, end] = [0, table.rows]
  while (end - first > 2 && isCaption(byRow[first] ?? [], table)) first++
  while (end - first > 2 && isSource(byRow[end - 1] ?? [], table)) end--
  if (first === 0 && end === table.rows) return table
  const cells = table.cells.filter(({ row, rowSpan }) => row >= first && row + rowSpan <= end)
  const isCut = table.cells.some(
    ({ row, rowSpan }) => (row < first && row + rowSpan > first) || (row < end && row + rowSpan > end),
  )
  if (isCut) return table
  const tops = cells.map(({ box }) => box.top)
  const bottoms = cells.map(({ box }) => box.bottom)
  return {
    ...table,
    box: {
      ...table.box,
      top: tops.reduce((least, each) => Math.min(least, each), Infinity),
      bottom: bottoms.reduce((most, each) => Math.max(most, each), -Infinity),
    },
    rows: end - first,
    headerRows: Math.max(0, table.headerRows - first),
    cells: cells.map((cell) => ({ ...cell, row: cell.row - first })),
  }
}

/** The only cell with text in a row. */
function onlyCell<W extends TableWord>(row: readonly FoundCell<W>[]): FoundCell<W> | undefined {
  const [cell, ...others] = row.filter(({ words }) => words.length > 0)
  return others.length === 0 && cell?.column === 0 ? cell : undefined
}

function isCaption<W extends TableWord>(row: readonly FoundCell<W>[], { columns, ruled }: FoundTable<W>): boolean {
  const cell = onlyCell(row)
  if (cell === undefined) return false
  if (caption.test(cell.text)) return true
  return !ruled && cell.columnSpan > 0.7 * columns && cell.words.length >= fewestWords
}

function isSource<W extends TableWord>(row: readonly FoundCell<W>[], { ruled }: FoundTable<W>): boolean {
  const cell = onlyCell(row)
  // Notes are cells of forms.
  return cell !== undefined && source.test(cell.text) && (!ruled || !/^note|^nota/i.test(cell.text))
}
