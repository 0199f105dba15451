import { columnLetters, columnNumber, maxColumns, maxRows } from './cell-reference.ts'

/** In turn: a string, a quoted sheet name, a cell, whole columns, whole rows, any other word. */
const piece =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.!])|(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w(.!])|(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.])|[\p{L}_\d.\\]+/giu

/** The formula of a cell that shares another's: what is not fixed by `$` moves along (ECMA-376 part 1, 18.3.1.40). */
export function movedFormula(formula: string, rows: number, columns: number): string {
  const row = (fixed: string | undefined, number: string | undefined): string =>
    fixed === '$' ? `$${number}` : String(((Number(number) - 1 + rows + maxRows) % maxRows) + 1)
  const column = (fixed: string | undefined, letters: string | undefined): string =>
    fixed === '$' ? `$${letters}` : columnLetters((columnNumber(letters ?? '') + columns + maxColumns) % maxColumns)
  return formula.replaceAll(piece, (whole, ...groups: (string | undefined)[]) => {
    const [f1, letters, f2, number, f3, from, f4, to, f5, first, f6, last] = groups
    if (letters !== undefined) return column(f1, letters) + row(f2, number)
    if (from !== undefined) return `${column(f3, from)}:${column(f4, to)}`
    if (first !== undefined) return `${row(f5, first)}:${row(f6, last)}`
    return whole
  })
}
