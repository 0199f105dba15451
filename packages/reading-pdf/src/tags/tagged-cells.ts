import type { CellContent } from '@chancery/reading/model/block-sink'

interface Band {
  readonly from: number
  readonly to: number
}

interface Row {
  readonly cells: readonly CellContent[]
  /** Columns that no cell of a row above covers. */
  readonly free: readonly number[]
  readonly width: number
}

const spanOf = ({ columnSpan = 1 }: CellContent): number => columnSpan
const widthOf = (cells: readonly CellContent[]): number => cells.reduce((sum, cell) => sum + spanOf(cell), 0)
/** Beyond it no row is put right: nobody reads such a table by its columns. */
const mostColumns = 200

/**
 * Rows with a place for each column. The tree of tags gives no cells without contents, and what stands right of one moves
 * to the left: in rows with too few cells each goes to the column that it stands in.
 */
export function tableCells(cells: readonly (readonly CellContent[])[]): CellContent[][] {
  if (cells.some((row) => widthOf(row) > mostColumns)) return cells.map((row) => [...row])
  const rows = withFreeColumns(cells)
  const columns = rows.reduce((most, { width }) => Math.max(most, width), 0)
  if (columns > mostColumns || rows.every(({ width }) => width === columns)) return cells.map((row) => [...row])
  const bands = bandsOf(rows, columns)
  // Below cells of rows above, the tree says too little.
  const isShort = ({ cells: own, width }: Row): boolean => width < columns && width === widthOf(own)
  return rows.map((row) => (bands !== undefined && isShort(row) ? placed(row, columns, bands) : [...row.cells]))
}

function withFreeColumns(cells: readonly (readonly CellContent[])[]): Row[] {
  /** For each column, the first row that nothing from above covers. */
  const until: number[] = []
  return cells.map((row, at) => {
    const free: number[] = []
    let column = 0
    for (const cell of row) {
      while ((until[column] ?? 0) > at) column++
      for (let place = 0; place < spanOf(cell); place++, column++) {
        free.push(column)
        until[column] = at + (cell.rowSpan ?? 1)
      }
    }
    const own = new Set(free)
    const covered = until.filter((end, each) => end > at && !own.has(each)).length
    return { cells: row, free, width: widthOf(row) + covered }
  })
}

/** Where each column stands, by the rows that have all of them. */
function bandsOf(rows: readonly Row[], columns: number): Band[] | undefined {
  const bands: (Band | undefined)[] = Array.from({ length: columns })
  for (const { cells, free, width } of rows) {
    if (width !== columns) continue
    let at = 0
    for (const cell of cells) {
      const column = free[at] ?? 0
      at += spanOf(cell)
      if (cell.box === undefined || spanOf(cell) > 1) continue
      const { from, to } = bands[column] ?? { from: Infinity, to: -Infinity }
      bands[column] = { from: Math.min(from, cell.box.x), to: Math.max(to, cell.box.x + cell.box.width) }
    }
  }
  return bands.includes(undefined) ? undefined : (bands as Band[])
}

/** The cells in their order, each as near to its column as that allows; empty ones in the columns between. */
function placed({ cells }: Row, columns: number, bands: readonly Band[]): CellContent[] {
  const distance = ({ box, ...cell }: CellContent, column: number): number => {
    if (box === undefined) return 0
    const [first, last] = [bands[column], bands[column + spanOf(cell) - 1]]
    if (first === undefined || last === undefined) return Infinity
    const [from, to] = [Math.min(first.from, last.from), Math.max(first.to, last.to)]
    return Math.abs(box.x + box.width / 2 - (from + to) / 2)
  }
  // The least sum of distances for the first cells in the first columns, and where the last of them stands then.
  const best = cells.reduce<{ readonly cost: number; readonly at: number }[][]>((table, cell) => {
    const above = table.at(-1)
    const row: { cost: number; at: number }[] = []
    for (let end = 0; end <= columns; end++) {
      const at = end - spanOf(cell)
      const before = at < 0 ? Infinity : above === undefined ? 0 : (above[at]?.cost ?? Infinity)
      const own = before + (before === Infinity ? 0 : distance(cell, at))
      const left = row[end - 1]
      row.push(left !== undefined && left.cost <= own ? left : { cost: own, at })
    }
    return [...table, row]
  }, [])
  const empty = (count: number): CellContent[] => Array.from({ length: count }, () => ({ text: '' }))
  let row: CellContent[] = []
  let end = columns
  for (const [index, cell] of [...cells.entries()].toReversed()) {
    const found = best[index]?.[end]
    if (found === undefined || found.cost === Infinity) return [...cells]
    row = [cell, ...empty(end - found.at - spanOf(cell)), ...row]
    end = found.at
  }
  return [...empty(end), ...row]
}
