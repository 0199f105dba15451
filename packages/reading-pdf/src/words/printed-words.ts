import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** Points. */
const cellSize = 8
/** Cells share so many slots; what is compared tells words of other cells apart. */
const slots = 1 << 11
/** So many words at one place are a drawing; looking through them all would take too long. */
const mostLooks = 64

/** Finds words that are printed twice at nearly the same place: shadows, and bold type made by printing over. */
export class PrintedWords {
  private readonly words: PdfWord[] = []
  /** For each slot the last word there and for each word the one before it, both counted from 1. */
  private readonly last = new Uint32Array(slots)
  private readonly before: number[] = [0]

  has(word: PdfWord): boolean {
    const reach = Math.min(0.15 * word.size, cellSize)
    const column = Math.floor(word.left / cellSize)
    const row = Math.floor(word.top / cellSize)
    const lastColumn = Math.floor((word.left + reach) / cellSize)
    const lastRow = Math.floor((word.top + reach) / cellSize)
    for (let y = Math.floor((word.top - reach) / cellSize); y <= lastRow; y++) {
      for (let x = Math.floor((word.left - reach) / cellSize); x <= lastColumn; x++) {
        if (this.isAt(x, y, word, reach)) return true
      }
    }
    const slot = slotOf(column, row)
    this.before.push(this.last[slot] ?? 0)
    this.last[slot] = this.words.push(word)
    return false
  }

  private isAt(column: number, row: number, word: PdfWord, reach: number): boolean {
    let at = this.last[slotOf(column, row)] ?? 0
    for (let looks = 0; at > 0 && looks < mostLooks; looks++) {
      const other = this.words[at - 1]
      if (
        other !== undefined &&
        Math.abs(other.left - word.left) < reach &&
        Math.abs(other.top - word.top) < reach &&
        other.text === word.text
      ) {
        return true
      }
      at = this.before[at] ?? 0
    }
    return false
  }
}

const slotOf = (column: number, row: number): number => (Math.imul(row, 0x9e37) + column) & (slots - 1)
