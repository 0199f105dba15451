import type { Word } from '@chancery/core'
import type { CellContent } from '@chancery/reading/model/block-sink'
import type { TableBlock } from './block-writer.ts'
import { lookOf, type LookStretch, ownLooks, withLook } from './line-looks.ts'
import type { PdfWord } from './pdf-word.ts'
import type { FoundCell, FoundTable } from './tables/page-tables.ts'
import type { TextFrame } from './text-frame.ts'
import { roundSize } from './typography.ts'

/** A found table as the model takes it: cells row by row, each where it begins. */
export function tableBlock(table: FoundTable<PdfWord>, page: number, frame: TextFrame, keepWords: boolean): TableBlock {
  const rows = Array.from({ length: table.rows }, (): CellContent[] => [])
  for (const cell of table.cells) {
    const places = placesOfWords(cell)
    const looks = looksOf(places)
    // The heads of columns are set apart as a whole.
    const runs = cell.row < table.headerRows ? ownLooks(looks, cell.text.length) : looks
    rows[cell.row]?.push({
      text: cell.text,
      rowSpan: cell.rowSpan,
      columnSpan: cell.columnSpan,
      box: frame.box(cell.box),
      ...(runs.length === 0 ? {} : { runs }),
      ...(keepWords ? { words: placedWords(places, page, frame) } : {}),
    })
  }
  const words = table.cells.flatMap((cell) => cell.words)
  return {
    kind: 'table',
    rows,
    headerRows: table.headerRows,
    page,
    box: frame.box(table.box),
    sizes: lettersBySize(words),
  }
}

function lettersBySize(words: readonly PdfWord[]): ReadonlyMap<number, number> {
  const letters = new Map<number, number>()
  for (const { text, size } of words) letters.set(roundSize(size), (letters.get(roundSize(size)) ?? 0) + text.length)
  return letters
}

interface WordPlace {
  readonly word: PdfWord
  readonly start: number
  readonly end: number
}

/** Found in the cell's text one after the other, a parted word without its hyphen; one that its text does not hold has no place. */
function placesOfWords({ text, words }: FoundCell<PdfWord>): readonly WordPlace[] {
  const placed: WordPlace[] = []
  let at = 0
  for (const word of words) {
    const bare = word.text.replace(/(?<=.)[-\u2010]$/u, '')
    const start = text.indexOf(bare, at)
    if (start === -1) continue
    at = start + (text.startsWith(word.text, start) ? word.text : bare).length
    placed.push({ word, start, end: at })
  }
  return placed
}

const placedWords = (places: readonly WordPlace[], page: number, frame: TextFrame): Word[] =>
  places.map(({ word, start, end }) => {
    const span = { start, end, page, box: frame.box(word) }
    return word.confidence === undefined ? { span } : { span, confidence: word.confidence }
  })

/** What of a cell is not plain. */
function looksOf(places: readonly WordPlace[]): readonly LookStretch[] {
  const looks: LookStretch[] = []
  for (const { word, start, end } of places) {
    if (!word.bold && word.italic !== true && word.struck !== true && word.scripts === undefined) continue
    for (const [from, to, look] of lookOf(word, word)) withLook(looks, start + from, Math.min(start + to, end), look)
  }
  return looks
}
