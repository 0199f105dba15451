import { maxCells, type CellDefinition, type RowDefinition } from './rtf-tables.ts'

interface OpenRow {
  left: number
  isHeader: boolean
  cells: CellDefinition[]
  across: CellDefinition['across']
  down: CellDefinition['down']
}

const freshRow = (): OpenRow => ({ left: 0, isHeader: false, cells: [], across: undefined, down: undefined })

/** Gathers what `\trowd … \cellx` says of the rows of tables, and of tables in tables. */
export class RowReading {
  private outer = freshRow()
  private nested = freshRow()

  /** @returns whether the word is one of rows */
  word(name: string, value: number, isNested: boolean): boolean {
    const row = isNested ? this.nested : this.outer
    if (name === 'trowd') {
      if (isNested) this.nested = freshRow()
      else this.outer = freshRow()
    } else if (name === 'trleft') row.left = value
    else if (name === 'trhdr') row.isHeader = true
    else if (name === 'clmgf') row.across = 'start'
    else if (name === 'clmrg') row.across = 'on'
    else if (name === 'clvmgf') row.down = 'start'
    else if (name === 'clvmrg') row.down = 'on'
    else if (name === 'cellx') this.cell(row, value)
    else return false
    return true
  }

  definition(isNested: boolean): RowDefinition {
    const { left, isHeader, cells } = isNested ? this.nested : this.outer
    return { left, isHeader, cells }
  }

  private cell(row: OpenRow, right: number): void {
    const { across, down } = row
    // A new list each time: rows that came before keep theirs.
    if (row.cells.length < maxCells) {
      row.cells = [
        ...row.cells,
        { right, ...(across === undefined ? {} : { across }), ...(down === undefined ? {} : { down }) },
      ]
    }
    row.across = undefined
    row.down = undefined
  }
}
