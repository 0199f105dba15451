import { columnLetters, columnNumber, maxColumns, maxRows } from './cell-reference.ts'

/** In turn: a string, a quoted sheet name, a cell, whole columns, whole rows, any other word. */
const piece =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.!])|(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w(.!])|(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.])|[\p{L}_\d.\\]+/giu

/** A row or a column that moves along, from 0. */
interface Moving {
  readonly of: 'row' | 'column'
  readonly at: number
}

/**
 * The formula of a cell that others share: what is not fixed by `$` moves along (ECMA-376 part 1, 18.3.1.40). It is taken
 * apart once, since tens of thousands of cells may share it.
 */
export class SharedFormula {
  readonly formula: string
  private readonly row: number
  private readonly column: number
  private parts: (string | Moving)[] | undefined

  /** @param formula as it stands in the cell at `row` and `column`, from 0 */
  constructor(formula: string, row: number, column: number) {
    this.formula = formula
    this.row = row
    this.column = column
  }

  /** As it is in another cell. */
  at(row: number, column: number): string {
    const rows = row - this.row + maxRows
    const columns = column - this.column + maxColumns
    this.parts ??= partsOf(this.formula)
    const written = this.parts.map((part) => {
      if (typeof part === 'string') return part
      return part.of === 'row' ? ((part.at + rows) % maxRows) + 1 : columnLetters((part.at + columns) % maxColumns)
    })
    return written.join('')
  }
}

function partsOf(formula: string): (string | Moving)[] {
  const parts: (string | Moving)[] = []
  let text = ''
  const add = (of: Moving['of'], fixed: string | undefined, written: string): void => {
    if (fixed === '$') text += `$${written}`
    else {
      parts.push(text, { of, at: of === 'row' ? Number(written) - 1 : columnNumber(written) })
      text = ''
    }
  }
  let end = 0
  for (const match of formula.matchAll(piece)) {
    const [whole, f1, letters, f2, number = '', f3, from, f4, to = '', f5, first, f6, last = ''] = match
    text += formula.slice(end, match.index)
    end = match.index + whole.length
    if (letters !== undefined) {
      add('column', f1, letters)
      add('row', f2, number)
    } else if (from !== undefined) {
      add('column', f3, from)
      text += ':'
      add('column', f4, to)
    } else if (first !== undefined) {
      add('row', f5, first)
      text += ':'
      add('row', f6, last)
    } else text += whole
  }
  parts.push(text + formula.slice(end))
  return parts
}
