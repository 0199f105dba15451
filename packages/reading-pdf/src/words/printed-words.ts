import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** Points. */
const cellSize = 8
/** So many words at one place are a drawing; looking through them all would take too long. */
const mostLooks = 64

/** Finds words that are printed twice at nearly the same place: shadows, and bold type made by printing over. */
export class PrintedWords {
  private readonly words: PdfWord[] = []
  /** For each slot the last word there and for each word the one before it, both counted from 1. */
  private readonly last = new Map<number, number>()
  private readonly before: number[] = [0]

  has(word: PdfWord): boolean {
    const text = hashOf(word.text)
    const reach = Math.min(0.15 * word.size, cellSize)
    const column = Math.floor(word.left / cellSize)
    const row = Math.floor(word.top / cellSize)
    const lastColumn = Math.floor((word.left + reach) / cellSize)
    const lastRow = Math.floor((word.top + reach) / cellSize)
    for (let y = Math.floor((word.top - reach) / cellSize); y <= lastRow; y++) {
      for (let x = Math.floor((word.left - reach) / cellSize); x <= lastColumn; x++) {
        if (this.isAt(slotOf(x, y, text), word, reach)) return true
      }
    }
    const slot = slotOf(column, row, text)
    this.before.push(this.last.get(slot) ?? 0)
    this.last.set(slot, this.words.push(word))
    return false
  }

  private isAt(slot: number, word: PdfWord, reach: number): boolean {
    let at = this.last.get(slot) ?? 0
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

/** Of a text in a cell; what is compared tells apart the few that share one. */
const slotOf = (column: number, row: number, text: number): number =>
  Math.imul(Math.imul(row, 0x9e37) + column, 0x85eb) ^ text

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at)
  return hash
}
