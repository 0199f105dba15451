import type { PdfWord } from './pdf-word.ts'

/** Points. */
const cellSize = 8

/** Finds words that are printed twice at nearly the same place: shadows, and bold type made by printing over. */
export class PrintedWords {
  private readonly cells = new Map<number, PdfWord[]>()

  has(word: PdfWord): boolean {
    const reach = Math.min(0.15 * word.size, cellSize)
    const column = Math.floor(word.left / cellSize)
    const row = Math.floor(word.top / cellSize)
    const [lastColumn, lastRow] = [
      Math.floor((word.left + reach) / cellSize),
      Math.floor((word.top + reach) / cellSize),
    ]
    for (let y = Math.floor((word.top - reach) / cellSize); y <= lastRow; y++) {
      for (let x = Math.floor((word.left - reach) / cellSize); x <= lastColumn; x++) {
        for (const other of this.cells.get(y * 65_536 + x) ?? []) {
          if (
            other.text === word.text &&
            Math.abs(other.left - word.left) < reach &&
            Math.abs(other.top - word.top) < reach
          ) {
            return true
          }
        }
      }
    }
    const own = this.cells.get(row * 65_536 + column)
    if (own === undefined) this.cells.set(row * 65_536 + column, [word])
    // So many words at one place are a drawing; looking through them all would take too long.
    else if (own.length < 16) own.push(word)
    return false
  }
}
