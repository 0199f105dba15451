/** Rows and columns from 0, the last ones included. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export const maxRows = 1_048_576
export const maxColumns = 16_384

/** "C7" as its row and column from 0; `undefined` for what is no cell of a sheet. */
export function cellAt(reference: string): { readonly row: number; readonly column: number } | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference)
  if (match === null) return undefined
  const column = columnNumber(match[1] ?? '')
  const row = Number(match[2]) - 1
  return row >= 0 && row < maxRows && column < maxColumns ? { row, column } : undefined
}

/** "B2:D9", or one cell. */
export function rangeAt(reference: string): CellRange | undefined {
  const [from = '', to = from] = reference.split(':')
  const [start, end] = [cellAt(from), cellAt(to)]
  if (start === undefined || end === undefined) return undefined
  return {
    top: Math.min(start.row, end.row),
    left: Math.min(start.column, end.column),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.column, end.column),
  }
}

/** "A" is 0, "AA" is 26. */
export function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

export const referenceOf = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`
